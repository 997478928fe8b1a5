// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How a text is split into segments (schema `token-options`).
public struct TokenOptions: Sendable {
    public enum Unit: String, Sendable, CaseIterable { case sentence, word, paragraph }

    /// The unit of the offsets: bytes for C and Rust, UTF-16 code units for JavaScript, Java and Kotlin, code points
    /// for Python.
    public enum Offsets: String, Sendable, CaseIterable {
        case utf8 = "utf-8"
        case utf16 = "utf-16"
        case utf32 = "utf-32"
    }

    public var unit = Unit.sentence
    public var language: String?
    /// Whether a full stop after a known abbreviation does not end a sentence.
    public var abbreviations = false
    /// Whether the segments cover the whole text, as in UAX #29.
    public var exact = false
    public var offsets = Offsets.utf8

    public init() {}

    /// Parses the options; `nil` gives the defaults.
    public init(optional json: JSONReader?) throws(Failure) {
        self = try json.map { json throws(Failure) in try TokenOptions(json) } ?? TokenOptions()
    }

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["unit", "language", "abbreviations", "exact", "offsets"])
        unit = try json.optionalMember("unit").map { member throws(Failure) in try member.choice(Unit.self) } ?? unit
        language = try json.optionalMember("language").map { member throws(Failure) in try member.string() }
        abbreviations =
            try json.optionalMember("abbreviations").map { member throws(Failure) in
                try member.bool()
            } ?? false
        exact = try json.optionalMember("exact").map { member throws(Failure) in try member.bool() } ?? false
        offsets =
            try json.optionalMember("offsets").map { member throws(Failure) in
                try member.choice(Offsets.self)
            } ?? offsets
    }

    /// Calls `body` with the byte range of each segment, until it returns false.
    ///
    /// - Parameter language: the language of the text, unless the options have one.
    private func forEachRange(
        in text: UnsafeBufferPointer<UInt8>, language: String?, _ body: (Range<Int>) -> Bool
    ) {
        switch unit {
        case .word:
            let elisions = exact ? nil : (self.language ?? language).flatMap { Elisions(languages: [$0]) }
            for segment in WordSegments(text) where exact || segment.isWord {
                var range = segment.range
                while let end = elisions?.end(in: text, range) {
                    guard body(range.lowerBound..<end) else { return }
                    range = end..<range.upperBound
                }
                guard body(range) else { return }
            }
        case .sentence:
            let known = abbreviations ? Abbreviations(language: self.language ?? language) : nil
            for segment in SentenceSegments(text, abbreviations: known, asHeard: !exact) {
                if let range = piece(segment.range, of: text), !body(range) { return }
            }
        case .paragraph:
            forEachParagraph(in: text) { range in piece(range, of: text).map(body) ?? true }
        }
    }

    /// The maximum length of a segment in bytes.  No real sentence is longer, and the locator of each segment contains
    /// its text.
    private static let maxLength = 1 << 16

    /// The segments of a text; nil if there are more than `most`, or one is too long.
    public func ranges(in text: UnsafeBufferPointer<UInt8>, language: String? = nil, most: Int = .max) -> [Range<Int>]?
    {
        var ranges: [Range<Int>] = []
        var isWhole = true
        forEachRange(in: text, language: language) { range in
            isWhole = ranges.count < most && range.count <= TokenOptions.maxLength
            if isWhole { ranges.append(range) }
            return isWhole
        }
        return isWhole ? ranges : nil
    }

    /// The segments of a text with note references.  A reference never starts or ends a sentence: it belongs to the
    /// text before it.  Words exclude it.
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
        // The number of bytes left out before the current position, and the index of the next note.
        var (left, next) = (0, 0)
        func place(_ offset: Int, isEnd: Bool) -> Int {
            while next < notes.count {
                let start = notes[next].lowerBound - left
                let isBefore = isEnd ? unit != .word : offset > 0
                guard start < offset || start == offset && isBefore else { break }
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

    /// Trims white space; nil if the range contains nothing else.
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

    /// Calls `body` with each paragraph, including the line break at its end.
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

    /// Writes the start and end of each segment: `[[0, 12], [13, 20]]`.
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

    /// Converts increasing offsets, continuing from the last one.
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
