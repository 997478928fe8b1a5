// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How a text is cut into pieces (schema `token-options`).
public struct TokenOptions: Sendable {
    public enum Unit: String, Sendable, CaseIterable { case sentence, word, paragraph }

    /// What offsets count: bytes, as C and Rust do; UTF-16 code units, as JavaScript, Java and Kotlin do; code points, as
    /// Python does.
    public enum Offsets: String, Sendable, CaseIterable {
        case utf8 = "utf-8"
        case utf16 = "utf-16"
        case utf32 = "utf-32"
    }

    public var unit = Unit.sentence
    public var language: String?
    /// Whether the full stop of a known abbreviation ends no sentence.
    public var abbreviations = false
    /// Whether all of the text is in one of the pieces, as UAX #29 cuts it.
    public var exact = false
    public var offsets = Offsets.utf8

    public init() {}

    /// The default, without any.
    public init(optional json: JSONReader?) throws(Failure) {
        self = try json.map { json throws(Failure) in try TokenOptions(json) } ?? TokenOptions()
    }

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["unit", "language", "abbreviations", "exact", "offsets"])
        unit = try json.optionalMember("unit").map { member throws(Failure) in try member.choice(Unit.self) } ?? unit
        language = try json.optionalMember("language").map { member throws(Failure) in try member.string() }
        abbreviations = try json.optionalMember("abbreviations").map { member throws(Failure) in
            try member.bool()
        } ?? false
        exact = try json.optionalMember("exact").map { member throws(Failure) in try member.bool() } ?? false
        offsets = try json.optionalMember("offsets").map { member throws(Failure) in
            try member.choice(Offsets.self)
        } ?? offsets
    }

    /// Calls `body` with each piece of a text, as bytes of its UTF-8, until it says that it is enough.
    ///
    /// - Parameter language: of the text, unless the options name another one.
    private func forEachRange(
        in text: UnsafeBufferPointer<UInt8>, language: String?, _ body: (Range<Int>) -> Bool
    ) {
        switch unit {
        case .word:
            for segment in WordSegments(text) where exact || segment.isWord {
                guard body(segment.range) else { return }
            }
        case .sentence:
            let known = abbreviations ? Abbreviations(language: self.language ?? language) : nil
            for segment in SentenceSegments(text, abbreviations: known) {
                if let range = piece(segment.range, of: text), !body(range) { return }
            }
        case .paragraph:
            forEachParagraph(in: text) { range in piece(range, of: text).map(body) ?? true }
        }
    }

    /// Bytes of a piece: nobody speaks a sentence of more, and each piece is also in its locator.
    private static let maxLength = 1 << 16

    /// The pieces of a text; nil where there are more than `most`, or where one is too long.
    public func ranges(in text: UnsafeBufferPointer<UInt8>, language: String? = nil, most: Int = .max) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var isWhole = true
        forEachRange(in: text, language: language) { range in
            isWhole = ranges.count < most && range.count <= TokenOptions.maxLength
            if isWhole { ranges.append(range) }
            return isWhole
        }
        return isWhole ? ranges : nil
    }

    /// The same with references to notes, which end no sentence and begin none: they belong to what is in front of them.
    public func ranges(in text: [UInt8], without notes: [Range<Int>], language: String?, most: Int) -> [Range<Int>]? {
        if notes.isEmpty {
            return text.withUnsafeBufferPointer { ranges(in: $0, language: language, most: most) }
        }
        var kept: [UInt8] = []
        var from = 0
        for note in notes {
            kept += text[from..<max(from, note.lowerBound)]
            from = max(from, note.upperBound)
        }
        kept += text[min(from, text.count)...]
        // How much was left out in front of a place, and right there.
        var (left, next) = (0, 0)
        func place(_ offset: Int, isEnd: Bool) -> Int {
            while next < notes.count {
                let start = notes[next].lowerBound - left
                guard start < offset || start == offset && (isEnd || offset > 0) else { break }
                left += notes[next].count
                next += 1
            }
            return offset + left
        }
        return kept.withUnsafeBufferPointer { ranges(in: $0, language: language, most: most) }?.map { range in
            let start = place(range.lowerBound, isEnd: false)
            return start..<place(range.upperBound, isEnd: true)
        }
    }

    /// Without white space at the ends; nil for what is nothing else.
    private func piece(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        if exact { return range }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, at: start), UTF8Scalar.isSpace(scalar) {
            start += count
        }
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, before: end), UTF8Scalar.isSpace(scalar) {
            end -= count
        }
        return start < end ? start..<end : nil
    }

    /// What ends with a line break.
    private func forEachParagraph(in text: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
        var (start, at) = (0, 0)
        var previous = BreakClass.Sentence.other
        while let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            let current = BreakTable.shared[scalar].sentence
            if previous.isLineBreak && !(previous == .cr && current == .lf) {
                guard body(start..<at) else { return }
                start = at
            }
            previous = current
            at += count
        }
        if start < at { _ = body(start..<at) }
    }

    // MARK: Offsets

    /// `[[0, 12], [13, 20]]`: where each piece begins and ends.
    public func write(rangesOf text: String, to json: inout JSONWriter) {
        var text = text
        text.withUTF8 { text in
            var counter = Counter(text: text, unit: offsets)
            json.beginArray()
            forEachRange(in: text, language: nil) { range in
                json.beginArray()
                json.integer(counter.units(to: range.lowerBound))
                json.integer(counter.units(to: range.upperBound))
                json.endArray()
                return true
            }
            json.endArray()
        }
    }

    /// Counts on from where it was asked last.
    private struct Counter {
        let text: UnsafeBufferPointer<UInt8>
        let unit: Offsets
        private var at = 0
        private var count = 0

        init(text: UnsafeBufferPointer<UInt8>, unit: Offsets) {
            self.text = text
            self.unit = unit
        }

        mutating func units(to offset: Int) -> Int {
            guard unit != .utf8 else { return offset }
            for byte in text[at..<max(at, min(offset, text.count))] where byte & 0xC0 != 0x80 {
                count += unit == .utf16 && byte >= 0xF0 ? 2 : 1
            }
            at = max(at, offset)
            return count
        }
    }
}
