// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// Finds tags and their attributes in the code units of a document, by position.  The tokenizers of LecternMarkup give
/// names and values, but not their positions.
struct MarkupScanner {
    struct Attribute {
        let name: Range<Int>
        /// Without quotation marks; empty if there is no value.
        let value: Range<Int>
        /// The quotation mark of the value; 0 if it has none.
        let quote: UInt8
        let hasValue: Bool

        /// With its value and its quotation marks.
        var range: Range<Int> { name.lowerBound..<value.upperBound + (quote == 0 ? 0 : 1) }
    }

    struct Tag {
        /// The position of "<".
        let start: Int
        let name: Range<Int>
        /// The part of the name after its prefix; HTML has no prefixes.
        let local: Range<Int>
        let attributes: [Attribute]
        let isSelfClosing: Bool
        /// The position after ">".
        let end: Int
    }

    let base: UnsafePointer<UInt8>
    let count: Int
    let isXML: Bool

    init?(_ source: SourceUnits, isXML: Bool) {
        guard let base = source.units.baseAddress else { return nil }
        self.base = base
        count = source.units.count
        self.isXML = isXML
    }

    /// 0 after the end.
    @inline(__always)
    func unit(_ position: Int) -> UInt8 { position < count ? base[position] : 0 }

    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    @inline(__always)
    func first(_ wanted: UInt8, from start: Int, to limit: Int? = nil) -> Int {
        let end = limit.map { Swift.min($0, count) } ?? count
        return ByteSearch.first(wanted, in: base, from: Swift.min(start, end), to: end)
    }

    /// The position after the next such unit, or the end.
    func behind(_ wanted: UInt8, from start: Int) -> Int { Swift.min(first(wanted, from: start) + 1, count) }

    /// Where `text`, which is ASCII, begins next.
    func first(_ text: StaticString, from start: Int) -> Int? {
        var next = start
        while true {
            next = first(text.utf8Start[0], from: next)
            guard next < count else { return nil }
            if stands(text, at: next) { return next }
            next += 1
        }
    }

    /// Whether `text` is at `start`, in this spelling.
    func stands(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, count - start >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where base[start + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether a range is a word, which is in lower case; HTML does not distinguish cases.
    func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count {
            let unit = base[range.lowerBound + index]
            guard (isXML ? unit : ASCII.lowercased(unit)) == word.utf8Start[index] else { return false }
        }
        return true
    }

    func isElement(_ tag: Tag, _ word: StaticString) -> Bool { isWord(tag.local, word) }

    func attribute(_ name: StaticString, of tag: Tag) -> Attribute? {
        tag.attributes.first { isWord($0.name, name) }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: slice(range), as: UTF8.self) }

    func firstNonSpace(from start: Int, to end: Int) -> Int {
        var next = start
        while next < end, ASCII.isSpace(base[next]) { next += 1 }
        return next
    }

    // MARK: Tags

    /// Attributes beyond this number are not kept.
    private static let maxAttributes = 1 << 12

    /// The tag whose name begins at `nameStart`: a start tag, or with "</" before it an end tag.
    ///
    /// - Returns: nil if the document, or the part of it up to `limit`, ends within the tag.
    func tag(at start: Int, nameStart: Int, limit: Int? = nil) -> Tag? {
        let limit = Swift.min(limit ?? count, count)
        var next = nameStart
        var localStart = nameStart
        while next < limit, !isEndOfName(base[next]) {
            next += 1
            if isXML, base[next - 1] == UInt8(ascii: ":") { localStart = next }
        }
        let (name, local) = (nameStart..<next, localStart..<next)
        var attributes: [Attribute] = []
        while true {
            next = firstNonSpace(from: next, to: limit)
            guard next < limit else { return nil }
            switch base[next] {
            case UInt8(ascii: ">"):
                return Tag(
                    start: start, name: name, local: local, attributes: attributes, isSelfClosing: false, end: next + 1)
            case UInt8(ascii: "/"):
                next += 1
                guard next < limit, base[next] == UInt8(ascii: ">") else { continue }
                return Tag(
                    start: start, name: name, local: local, attributes: attributes, isSelfClosing: true, end: next + 1)
            default:
                guard let attribute = attribute(at: next, limit) else { return nil }
                next = attribute.range.upperBound
                if attributes.count < MarkupScanner.maxAttributes { attributes.append(attribute) }
            }
        }
    }

    private func isEndOfName(_ unit: UInt8) -> Bool {
        unit == UInt8(ascii: ">") || unit == UInt8(ascii: "/") || ASCII.isSpace(unit)
    }

    private func attribute(at start: Int, _ limit: Int) -> Attribute? {
        // A name can begin with "=".
        var next = start + 1
        while next < limit, base[next] != UInt8(ascii: "="), !isEndOfName(base[next]) { next += 1 }
        let name = start..<next
        next = firstNonSpace(from: next, to: limit)
        guard next < limit else { return nil }
        guard base[next] == UInt8(ascii: "=") else {
            return Attribute(name: name, value: name.upperBound..<name.upperBound, quote: 0, hasValue: false)
        }
        next = firstNonSpace(from: next + 1, to: limit)
        guard next < limit else { return nil }
        let quote = base[next]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = ByteSearch.first(quote, in: base, from: next + 1, to: limit)
            return end < limit ? Attribute(name: name, value: next + 1..<end, quote: quote, hasValue: true) : nil
        }
        let value = next
        while next < limit, base[next] != UInt8(ascii: ">"), !ASCII.isSpace(base[next]) { next += 1 }
        return Attribute(name: name, value: value..<next, quote: 0, hasValue: true)
    }
}
