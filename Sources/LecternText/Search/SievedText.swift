// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternEncodings
import LecternMarkup
import LecternModel

/// The folded text of one document, as long as its markup is simple.
struct SievedText {
    var at: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    let first: UnsafeMutablePointer<UInt8>
    var out: UnsafeMutablePointer<UInt8>
    private let outEnd: UnsafeMutablePointer<UInt8>
    private let plain: UnsafePointer<UInt8>
    private let folding: TextFolding
    private let keepsCase: Bool
    /// Whether the last byte was white space, so that further white space is ignored.
    var isBehindSpace = false
    var hasHead = false
    /// Whether the marks of notes are part of the text (``SearchText/Form``).
    let withMarks: Bool
    var hasMarks = false
    /// The closing bracket of a mark that was just left out.
    var bracket: UInt8?
    /// The end of the text before the last mark that was left out.
    var markEnd: UnsafeMutablePointer<UInt8>?

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

    mutating func next() -> Bool {
        guard outEnd - out > end - at else { return false }
        return at.pointee == UInt8(ascii: "<") ? tag() : text()
    }

    /// Reads up to a tag, or past a character that is not plain.
    private mutating func text() -> Bool {
        if let bracket {
            self.bracket = nil
            if at.pointee == bracket, FootnoteMark.end(of: out[-1]) == bracket {
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

    mutating func put(_ value: UInt32) {
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
}
