// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The tags of markup that need not be well-formed, in order, with their places in the bytes.
struct KindleTags: IteratorProtocol, Sequence {
    struct Token {
        enum Kind { case text, start, end, other }

        let kind: Kind
        let range: Range<Int>
        /// In lower case; empty for text, comments and the like.
        var name = ""
        /// The end of the name.
        var nameEnd = 0
    }

    struct Attribute {
        let name: String
        /// With the space before it.
        let range: Range<Int>
        /// Without quotation marks.
        let value: Range<Int>
    }

    private let bytes: [UInt8]
    private let end: Int
    private var place: Int
    /// The name of an element with text instead of markup, such as a script.
    private var raw: String?
    /// Quotation marks count until one has no partner.
    private var hasQuotes = true

    private static let longestName = 32

    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        place = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    mutating func next() -> Token? {
        guard place < end else { return nil }
        let start = place
        if let name = raw {
            raw = nil
            place = rawEnd(name)
            if place > start { return Token(kind: .text, range: start..<place) }
        }
        guard bytes[place] == UInt8(ascii: "<"), let token = tag() else {
            place += 1
            while place < end, bytes[place] != UInt8(ascii: "<") { place += 1 }
            return Token(kind: .text, range: start..<place)
        }
        return token
    }

    private mutating func tag() -> Token? {
        let start = place
        let isEnd = start + 1 < end && bytes[start + 1] == UInt8(ascii: "/")
        let nameStart = start + (isEnd ? 2 : 1)
        guard nameStart < end else { return nil }
        if !isEnd, bytes[nameStart] == UInt8(ascii: "!") || bytes[nameStart] == UInt8(ascii: "?") {
            place = otherEnd(nameStart)
            return Token(kind: .other, range: start..<place)
        }
        guard ASCII.isLetter(bytes[nameStart]) else { return nil }
        var nameEnd = nameStart
        while nameEnd < end, !ASCII.isSpace(bytes[nameEnd]), ![0x2F, 0x3E].contains(bytes[nameEnd]) { nameEnd += 1 }
        place = tagEnd(nameEnd)
        let name = KindleTags.name(bytes[nameStart..<nameEnd])
        if !isEnd, name == "style" || name == "script", bytes[place - 2] != 0x2F { raw = name }
        return Token(kind: isEnd ? .end : .start, range: start..<place, name: name, nameEnd: nameEnd)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        String(unsafeUninitializedCapacity: longestName) { space in
            let count = Swift.min(bytes.count, longestName)
            for (place, byte) in bytes.prefix(count).enumerated() { space[place] = ASCII.lowercased(byte) }
            return count
        }
    }

    private mutating func tagEnd(_ start: Int) -> Int {
        var quote: UInt8?
        var first: Int?
        for place in start..<end {
            let byte = bytes[place]
            if byte == 0x3E {
                if quote == nil { return place + 1 }
                first = first ?? place
            } else if byte == quote {
                quote = nil
            } else if quote == nil, hasQuotes, byte == 0x22 || byte == 0x27 {
                quote = byte
            }
        }
        if quote != nil { hasQuotes = false }
        return first.map { $0 + 1 } ?? end
    }

    /// The end of a comment, a declaration or a processing instruction.
    private func otherEnd(_ start: Int) -> Int {
        let kinds: [(String, String)] = [("!--", "-->"), ("![CDATA[", "]]>"), ("", ">")]
        let kind = kinds.first { bytes[start..<end].starts(with: $0.0.utf8) }
        let close = Array((kind?.1 ?? ">").utf8)
        var place = start + (kind?.0.utf8.count ?? 0)
        while place < end {
            if bytes[place] == close[0], bytes[place..<end].starts(with: close) { return place + close.count }
            place += 1
        }
        return end
    }

    private func rawEnd(_ name: String) -> Int {
        var place = place
        while place < end {
            if bytes[place] == 0x3C, place + 1 < end, bytes[place + 1] == 0x2F,
                bytes[(place + 2)..<end].prefix(name.utf8.count).map(ASCII.lowercased).elementsEqual(name.utf8)
            {
                return place
            }
            place += 1
        }
        return end
    }

    // MARK: Attributes

    static func attributes(_ bytes: [UInt8], of tag: Token) -> [Attribute] {
        var found: [Attribute] = []
        var place = tag.nameEnd
        let end = tag.range.upperBound - 1
        while place < end {
            let start = place
            while place < end, ASCII.isSpace(bytes[place]) || bytes[place] == 0x2F { place += 1 }
            let nameStart = place
            while place < end, !ASCII.isSpace(bytes[place]), ![0x3D, 0x2F].contains(bytes[place]) { place += 1 }
            let name = name(bytes[nameStart..<place])
            while place < end, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < end, bytes[place] == 0x3D else {
                if !name.isEmpty { found.append(Attribute(name: name, range: start..<place, value: place..<place)) }
                if place == start { place += 1 }
                continue
            }
            place += 1
            while place < end, ASCII.isSpace(bytes[place]) { place += 1 }
            let value = value(bytes, &place, before: end)
            if !name.isEmpty { found.append(Attribute(name: name, range: start..<place, value: value)) }
        }
        return found
    }

    private static func value(_ bytes: [UInt8], _ place: inout Int, before end: Int) -> Range<Int> {
        let isQuoted = place < end && (bytes[place] == 0x22 || bytes[place] == 0x27)
        let quote = isQuoted ? bytes[place] : 0
        let start = place + (isQuoted ? 1 : 0)
        place = start
        while place < end, isQuoted ? bytes[place] != quote : !ASCII.isSpace(bytes[place]) { place += 1 }
        let value = start..<place
        if isQuoted, place < end { place += 1 }
        return value
    }
}
