// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternMarkup
import LecternModel

/// Rejects most documents that do not contain a text, in one pass and without building a tree.
///
/// It extracts the text from the markup, folds it, and searches for the folded query.  A document that contains the
/// query is never rejected: it only leaves out text, and white space between words, that the text of the tree leaves
/// out as well.  It does not decide if the markup is unusual and a parser may interpret it differently.
final class SearchPrefilter {
    /// The folded query in UTF-8, followed by a NUL.
    private let wanted: [UInt8]
    private let folding: TextFolding
    /// The folding of each ASCII byte, or 0 for a byte that needs special treatment.
    private let plain: [UInt8]
    private var room: UnsafeMutableBufferPointer<UInt8>

    /// Returns nil if the query folds to nothing.
    init?(_ query: String, _ options: SearchOptions) {
        folding = TextFolding(
            keepsCase: options.caseSensitive && !options.exact,
            keepsDiacritics: options.diacriticSensitive && !options.exact)
        var wanted: [UInt8] = []
        var query = query
        query.withUTF8 { [folding] query in
            var reader = FoldedReader(query, folding)
            while let element = reader.next() { UTF8Encoding.encode(element.value) { wanted.append($0) } }
        }
        guard !wanted.isEmpty, !wanted.contains(0) else { return nil }
        self.wanted = wanted + [0]
        plain = (0...UInt8.max).map { [folding] byte in
            guard byte > 0, byte < 0x80, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") else { return 0 }
            let entry = folding(Unicode.Scalar(byte))
            return entry.count == 1 ? UInt8(truncatingIfNeeded: entry.scalars.0) : 0
        }
        room = .allocate(capacity: SearchPrefilter.first)
    }

    deinit { room.deallocate() }

    /// The initial size of the buffer in bytes, and the maximum that is kept for the next document.  A larger buffer is
    /// released before a tree allocates as much.
    private static let first = 1 << 16
    private static let kept = 1 << 20

    private func makeRoom(_ count: Int) {
        room.deallocate()
        room = .allocate(capacity: count)
    }

    /// Whether the document may contain the text.
    func lets(through document: UnsafeRawBufferPointer) -> Bool {
        let bytes = document.assumingMemoryBound(to: UInt8.self)
        let (encoding, skipped) = TextEncoding.declared(by: bytes)
        switch encoding {
        case .utf8, nil: break
        default: return true
        }
        // Few letters fold to more bytes than they have.  A document that consists of such letters is let through.
        let needed = bytes.count + bytes.count / 4 + 2 * SievedText.slack
        if room.count < needed { makeRoom(needed) }
        defer { if room.count > SearchPrefilter.kept { makeRoom(SearchPrefilter.first) } }
        guard let source = bytes.baseAddress, let base = room.baseAddress else { return true }
        return plain.withUnsafeBufferPointer { plain in
            guard let table = plain.baseAddress else { return true }
            /// nil where all forms have the same text.
            func contains(withMarks: Bool) -> Bool? {
                var text = SievedText(
                    source + skipped, end: source + bytes.count, out: base,
                    outEnd: base + room.count - SievedText.slack, table, folding, withMarks: withMarks)
                guard text.read(), !wanted.withUnsafeBufferPointer(text.contains) else { return true }
                return withMarks && !text.hasMarks ? nil : false
            }
            guard let found = contains(withMarks: true) else { return false }
            return found || contains(withMarks: false) ?? false
        }
    }
}

/// The folded text of one document, as long as its markup is simple.
private struct SievedText {
    private var at: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private let first: UnsafeMutablePointer<UInt8>
    private var out: UnsafeMutablePointer<UInt8>
    private let outEnd: UnsafeMutablePointer<UInt8>
    private let plain: UnsafePointer<UInt8>
    private let folding: TextFolding
    private let keepsCase: Bool
    /// Whether the last byte was white space, so that further white space is ignored.
    private var isBehindSpace = false
    private var hasHead = false
    /// Whether the marks of notes are part of the text (``SearchText/Form``).
    private let withMarks: Bool
    private(set) var hasMarks = false
    /// What ends the brackets around a mark that was left out right before.
    private var bracket: UInt8?

    init(
        _ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, out: UnsafeMutablePointer<UInt8>,
        outEnd: UnsafeMutablePointer<UInt8>, _ plain: UnsafePointer<UInt8>, _ folding: TextFolding, withMarks: Bool
    ) {
        self.withMarks = withMarks
        at = start
        self.end = end
        first = out
        self.out = out
        self.outEnd = outEnd
        self.plain = plain
        self.folding = folding
        keepsCase = folding.keepsCase
    }

    /// The maximum size of a folded character or reference is smaller than this.
    static let slack = 64

    /// - Parameter wanted: the query with a NUL at its end, which does not occur in the text.
    func contains(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = wanted.baseAddress else { return true }
        out.pointee = 0
        let text = UnsafeRawPointer(first).assumingMemoryBound(to: CChar.self)
        let query = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        return memory_contains(text, out - first, query, wanted.count - 1)
    }

    /// - Returns: whether the whole document could be read.
    mutating func read() -> Bool {
        while at < end { guard next() else { return false } }
        return true
    }

    private mutating func next() -> Bool {
        guard outEnd - out > end - at else { return false }
        return at.pointee == UInt8(ascii: "<") ? tag() : text()
    }

    /// Reads up to a tag or behind a character that is not plain.
    private mutating func text() -> Bool {
        if let bracket {
            self.bracket = nil
            if at.pointee == bracket, NoteMark.end(of: out[-1]) == bracket {
                out -= 1
                at += 1
                isBehindSpace = out > first && out[-1] == 0x20
            }
        }
        readPlain()
        guard at < end, at.pointee != UInt8(ascii: "<") else { return true }
        return at.pointee == UInt8(ascii: "&") ? reference() : scalar()
    }

    /// Copies up to the next byte that needs special treatment.  This handles nearly all of a text.
    @inline(__always)
    private mutating func readPlain() {
        var source = at
        var target = out
        var wasSpace = isBehindSpace
        reading: while source < end {
            if end - source >= 8, let word = foldedWord(source, isBehindSpace: wasSpace) {
                UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
                wasSpace = word >> 56 == 0x20
                target += 8
                source += 8
                continue
            }
            for _ in 0..<min(8, end - source) {
                let byte = plain[Int(source.pointee)]
                if byte == 0 { break reading }
                let isSpace = byte == 0x20
                target.pointee = byte
                target += isSpace && wasSpace ? 0 : 1
                wasSpace = isSpace
                source += 1
            }
        }
        at = source
        out = target
        isBehindSpace = wasSpace
    }

    /// Folds eight bytes at once, if each folds to one byte.  They are compared as in `ByteSearch`; a false positive
    /// only costs time.
    @inline(__always)
    private func foldedWord(_ source: UnsafePointer<UInt8>, isBehindSpace: Bool) -> UInt64? {
        let each: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let word = UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
        func same(_ byte: UInt8) -> UInt64 {
            let difference = word ^ (each &* UInt64(byte))
            return (difference &- each) & ~difference
        }
        let isControl = (word &- each &* 0x20) & ~word
        guard (word | isControl | same(UInt8(ascii: "<")) | same(UInt8(ascii: "&"))) & tops == 0 else { return nil }
        let spaces = same(0x20) & tops
        guard spaces & (spaces << 8 | (isBehindSpace ? 0x80 : 0)) == 0 else { return nil }
        if keepsCase { return word }
        // Below 0x80, the top bit of each sum is set if the byte is at least "A", or greater than "Z".
        let capitals = (word &+ each &* (0x80 - 0x41)) & ~(word &+ each &* (0x80 - 0x5B)) & tops
        return word | capitals >> 2
    }

    // MARK: Characters

    private mutating func scalar() -> Bool {
        let rest = UnsafeBufferPointer(start: at, count: end - at)
        guard let (scalar, count) = UTF8Scalar.decode(rest, at: 0), scalar.value > 0, count > 1 || scalar.value < 0x80
        else { return false }
        at += count
        append(scalar)
        return true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let entry = folding(scalar)
        if entry.count == 1 && entry.scalars.0 == 0x20 {
            if !isBehindSpace { put(0x20) }
            isBehindSpace = true
            return
        }
        // Ignored characters still separate two spaces.
        isBehindSpace = false
        if entry.count > 0 { put(entry.scalars.0) }
        if entry.count > 1 { put(entry.scalars.1) }
        if entry.count > 2 { put(entry.scalars.2) }
    }

    private mutating func put(_ value: UInt32) {
        var target = out
        UTF8Encoding.encode(value) { byte in
            target.pointee = byte
            target += 1
        }
        out = target
    }

    /// Resolves references that have the same meaning in XML and HTML.
    private mutating func reference() -> Bool {
        let most = min(end - at, 40)
        var length = 1
        while length < most, at[length] != UInt8(ascii: ";") { length += 1 }
        guard length < most else { return false }
        let name = UnsafeBufferPointer(start: at + 1, count: length - 1)
        if name.first == UInt8(ascii: "#") {
            guard let scalar = SievedText.number(name.dropFirst()) else { return false }
            append(scalar)
        } else {
            guard let text = NamedCharacterReference.text(for: name) else { return false }
            for scalar in text.unicodeScalars { append(scalar) }
        }
        at += length + 1
        return true
    }

    /// Returns nil for invalid numbers, and for those that HTML maps to other characters.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        guard !digits.isEmpty, digits.count < 8 else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = ASCII.hexValue(byte), isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        return value == 0 || (0x80..<0xA0).contains(value) ? nil : Unicode.Scalar(value)
    }

    // MARK: Markup

    private mutating func tag() -> Bool {
        guard end - at > 2 else { return false }
        switch at[1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return startTag()
        case UInt8(ascii: "/"):
            guard let name = name(from: at + 2) else { return false }
            var next = name.end
            while next < end, ASCII.isSpace(next.pointee) { next += 1 }
            guard next < end, next.pointee == UInt8(ascii: ">") else { return false }
            at = next + 1
            return true
        case UInt8(ascii: "!"): return declaration()
        case UInt8(ascii: "?"):
            var next = at + 2
            while next < end, next.pointee != UInt8(ascii: ">") { next += 1 }
            guard next < end, next[-1] == UInt8(ascii: "?") else { return false }
            at = next + 1
            return true
        default: return false
        }
    }

    private struct Name {
        let start: UnsafePointer<UInt8>
        let end: UnsafePointer<UInt8>

        func isSame(_ other: StaticString) -> Bool {
            end - start == other.utf8CodeUnitCount && memory_equal(start, other.utf8Start, end - start)
        }
    }

    /// A name that XML and HTML read in the same way.
    private func name(from start: UnsafePointer<UInt8>) -> Name? {
        var next = start
        while next < end, next.pointee &- 0x61 < 26 || next.pointee &- 0x30 < 10 { next += 1 }
        guard next > start, next < end else { return nil }
        let byte = next.pointee
        guard byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ASCII.isSpace(byte) else { return nil }
        return Name(start: start, end: next)
    }

    private mutating func startTag() -> Bool {
        guard let name = name(from: at + 1), let isClosed = skipAttributes(from: name.end) else { return false }
        if !isClosed, at - name.end > SievedText.pageBreak.utf8CodeUnitCount, mayBreakPage(name.end) { return false }
        switch name.end - name.start {
        case 1 where name.isSame("a") && !isClosed: return link()
        case 2 where name.isSame("br"):
            if !isBehindSpace { put(0x20) }
            isBehindSpace = true
        case 3 where name.isSame("img"): return !mayBeLetter(name.end)
        // Readings are no part of the text.
        case 2 where name.isSame("rt") || name.isSame("rp"), 3 where name.isSame("rtc"), 4 where name.isSame("ruby"):
            return false
        case 4 where name.isSame("head"):
            // Elsewhere, XML and HTML differ in whether its text is part of the document.
            guard !hasHead, out - first <= 1 else { return false }
            hasHead = true
        case 5 where name.isSame("title") || name.isSame("style"), 6 where name.isSame("script"):
            return isClosed || skipContent(of: name)
        case 3 where name.isSame("xmp"), 4 where name.isSame("desc") || name.isSame("defs"),
            6 where name.isSame("iframe") || name.isSame("symbol"), 7 where name.isSame("noembed"),
            8
        where name.isSame("noscript") || name.isSame("template") || name.isSame("noframes")
            || name.isSame("textarea") || name.isSame("frameset") || name.isSame("metadata"),
            9 where name.isSame("plaintext"):
            return false
        default: break
        }
        return true
    }

    /// Moves past the tag.
    /// - Returns: whether it is self-closing; nil if it is not simple.
    @inline(__always)
    private mutating func skipAttributes(from start: UnsafePointer<UInt8>) -> Bool? {
        var next = start
        while next < end {
            let byte = next.pointee
            if byte == UInt8(ascii: ">") {
                at = next + 1
                return next[-1] == UInt8(ascii: "/")
            }
            if byte == UInt8(ascii: "=") {
                next += 1
                guard next < end, next.pointee == UInt8(ascii: "\"") || next.pointee == UInt8(ascii: "'") else {
                    return nil
                }
                let quote = next.pointee
                next += 1
                while next < end, next.pointee != quote {
                    if next.pointee == UInt8(ascii: "<") { return nil }
                    next += 1
                }
            } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == 0
            {
                return nil
            }
            next += 1
        }
        return nil
    }

    private static let pageBreak: StaticString = "pagebreak"

    /// Whether the number of a page follows, by the attributes of a tag that was read.
    private func mayBreakPage(_ attributes: UnsafePointer<UInt8>) -> Bool {
        let name = SievedText.pageBreak
        return memmem(attributes, at - attributes, name.utf8Start, name.utf8CodeUnitCount) != nil
            && !(end - at > 1 && at[0] == UInt8(ascii: "<") && at[1] == UInt8(ascii: "/"))
    }

    /// Whether an image may stand for a letter, by the attributes of a tag that was read: with a short alternative text.
    private func mayBeLetter(_ attributes: UnsafePointer<UInt8>) -> Bool {
        let name: StaticString = "alt="
        var next = attributes
        while let found = memmem(next, at - next, name.utf8Start, name.utf8CodeUnitCount) {
            let value = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + name.utf8CodeUnitCount
            next = value
            // References are longer than what they stand for.
            let end = (1..<min(SievedText.longestLetter, at - value)).first { value[$0] == value[0] }
            if let end, end > 1 { return true }
        }
        return false
    }

    private static let longestLetter = 48

    /// Reads a short link.  Where marks are left out, it takes the text of a mark back.
    private mutating func link() -> Bool {
        let (start, wasBehindSpace) = (out, isBehindSpace)
        // A folded text may be longer.
        while at < end, out - start <= 2 * NoteMark.longest {
            if end - at > 2, at.pointee == UInt8(ascii: "<") {
                let isEnd = at[1] == UInt8(ascii: "/")
                if name(from: isEnd ? at + 2 : at + 1)?.isSame("a") ?? false {
                    if isEnd { endLink(from: start, isBehindSpace: wasBehindSpace) }
                    return isEnd
                }
            }
            guard next() else { return false }
        }
        return true
    }

    private mutating func endLink(from start: UnsafeMutablePointer<UInt8>, isBehindSpace: Bool) {
        guard NoteMark.isMarkOrSign(Array(UnsafeBufferPointer(start: start, count: out - start))) else { return }
        hasMarks = true
        if withMarks { return }
        out = start
        self.isBehindSpace = isBehindSpace
        bracket = out > first ? NoteMark.end(of: out[-1]) : nil
    }

    /// Moves to the end tag, if it is the next markup.
    private mutating func skipContent(of name: Name) -> Bool {
        var next = at
        while next < end, next.pointee != UInt8(ascii: "<") { next += 1 }
        let length = name.end - name.start
        guard end - next > length + 2, next[1] == UInt8(ascii: "/"), memory_equal(next + 2, name.start, length) else {
            return false
        }
        at = next
        return true
    }

    /// Skips comments and document types.  Other declarations are not simple.
    private mutating func declaration() -> Bool {
        var next = at + 2
        if end - next > 3, next[0] == UInt8(ascii: "-"), next[1] == UInt8(ascii: "-") {
            next += 2
            guard next.pointee != UInt8(ascii: ">"), next[0] != UInt8(ascii: "-") else { return false }
            while end - next > 2, next[0] != UInt8(ascii: "-") || next[1] != UInt8(ascii: "-") { next += 1 }
            guard end - next > 2, next[2] == UInt8(ascii: ">") else { return false }
            at = next + 3
            return true
        }
        guard end - next > 7, next[0] | 0x20 == UInt8(ascii: "d") else { return false }
        while next < end, next.pointee != UInt8(ascii: ">") {
            if next.pointee == UInt8(ascii: "[") || next.pointee == UInt8(ascii: "<") { return false }
            next += 1
        }
        guard next < end else { return false }
        at = next + 1
        return true
    }
}
