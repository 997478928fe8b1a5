// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The text of a page as pdfium extracts it, with its lines joined to paragraphs.
///
/// Lines are separated by a space, paragraphs by a line feed.  A word that was hyphenated at the end of a line is joined again.
/// Its hyphen stays before a capital letter or a digit, and where the page has the word with a hyphen elsewhere.
public struct PDFPageText: Sendable {
    /// UTF-8, without control characters.
    public private(set) var bytes: [UInt8] = []
    public private(set) var paragraphs: [Range<Int>] = []
    /// The font size of each paragraph, but for a drop cap, in points.
    public private(set) var sizes: [Double] = []
    /// Where the lines of the page begin.
    private(set) var lineStarts: [Int] = []
    /// The hyphens at the ends of lines, within words.  Those that were left out are empty ranges.
    private var hyphens: [Range<Int>] = []

    /// The position of a character on the page, in points.
    struct CharacterBox {
        var x = 0.0
        var y = 0.0
        /// The font size.
        var size = 0.0
    }

    /// The line that is being read.
    private var line = Line()
    private var previous: Line?
    /// The gap between the two lines before the current one.
    private var lastGap: Double?
    private var blankLines = 0

    private var pendingSpace = false
    private var highSurrogate: UInt32?
    private var combining = 0

    private struct Line {
        /// The number of characters, up to 2.
        var count = 0
        /// The font size of the second character: the first may be a drop cap.
        var size = 0.0
        var start = CharacterBox()
        /// The position of the last character.
        var end = CharacterBox()
    }

    /// The separator between two lines.
    private enum Gap {
        case none, space, paragraph
    }

    /// The longest meaningful run of combining characters (UAX #15, 13).
    private static let maxCombining = 30

    public init() {}

    // MARK: Reading

    /// - Parameter place: returns the position of the character.  It is only called at the ends of lines.
    mutating func add(_ unit: UInt32, _ place: () -> CharacterBox) {
        if let high = highSurrogate {
            highSurrogate = nil
            if 0xDC00..<0xE000 ~= unit {
                return append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)) ?? "\u{FFFD}", place)
            }
            append("\u{FFFD}", place)
        }
        switch unit {
        case 0x0A: endLine()
        case 0x09, 0x20: pendingSpace = true
        // pdfium returns these instead of a hyphen at the end of a line.
        case 0x02, 0xFFFE: append("-", place)
        case ..<0x20, 0x7F...0x9F: break
        case 0xD800..<0xDC00: highSurrogate = unit
        default:
            guard let scalar = Unicode.Scalar(unit), !scalar.properties.isNoncharacterCodePoint else {
                return append("\u{FFFD}", place)
            }
            if scalar.properties.isWhitespace { pendingSpace = true } else { append(scalar, place) }
        }
    }

    /// Sets the position of the last visible character.
    mutating func endLine(at place: CharacterBox) { line.end = place }

    mutating func finish() {
        if highSurrogate != nil { append("\u{FFFD}") { CharacterBox() } }
        endLine()
        if let last = paragraphs.indices.last { paragraphs[last] = paragraphs[last].lowerBound..<bytes.count }
        keepHyphens()
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ place: () -> CharacterBox) {
        if scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered {
            combining += 1
            guard combining <= PDFPageText.maxCombining else { return }
        } else {
            combining = 0
        }
        if line.count == 0 {
            line.start = place()
            line.size = line.start.size
            beginLine(with: scalar)
        } else if pendingSpace {
            bytes.append(0x20)
        }
        if line.count == 1 {
            line.size = place().size
            if lineStarts.last == paragraphs.last?.lowerBound { sizes[sizes.count - 1] = line.size }
        }
        line.count = min(line.count + 1, 2)
        pendingSpace = false
        bytes.append(contentsOf: scalar.utf8)
    }

    // MARK: Lines

    private mutating func endLine() {
        pendingSpace = false
        if line.count == 0 {
            blankLines += 1
            return
        }
        previous = line
        line = Line()
        blankLines = 0
    }

    private mutating func beginLine(with scalar: Unicode.Scalar) {
        defer { lineStarts.append(bytes.count) }
        guard let previous else { return beginParagraph() }
        switch gap(behind: previous, scalar) {
        case .none: break
        case .space: bytes.append(0x20)
        case .paragraph:
            paragraphs[paragraphs.count - 1] = paragraphs[paragraphs.count - 1].lowerBound..<bytes.count
            bytes.append(0x0A)
            beginParagraph()
        }
    }

    private mutating func beginParagraph() {
        paragraphs.append(bytes.count..<bytes.count)
        sizes.append(line.start.size)
    }

    /// Thresholds for the end of a paragraph: the ratio of a gap to the previous gap, of a gap to the font size, and of
    /// two font sizes.
    private static let wide = 1.4
    private static let widest = 2.0
    private static let otherSize = 1.15
    /// The indentation of a first line, relative to the font size.
    private static let indents = 0.8...6

    private mutating func gap(behind previous: Line, _ scalar: Unicode.Scalar) -> Gap {
        let start = line.start
        let (width, height) = (previous.end.x - previous.start.x, previous.end.y - previous.start.y)
        // Text may run vertically.
        let isHorizontal = abs(width) >= abs(height)
        let gap = isHorizontal ? previous.end.y - start.y : start.x - previous.end.x
        let indent = isHorizontal ? start.x - previous.start.x : previous.start.y - start.y
        let size = max(previous.size, start.size, 0.1)
        let last = lastGap
        lastGap = gap > 0 ? gap : nil
        if blankLines > 0 { return .paragraph }
        if max(start.size, previous.size) > PDFPageText.otherSize * min(start.size, previous.size) {
            return .paragraph
        }
        // The line is at the top of the next column.  This ends the paragraph, unless a sentence continues.
        let endsSentence = endsSentence(at: bytes.count)
        if gap < 0 { return endsSentence ? .paragraph : join(scalar) }
        if gap > PDFPageText.widest * size { return .paragraph }
        if let last, gap > PDFPageText.wide * last { return .paragraph }
        if endsSentence, PDFPageText.indents ~= indent / size { return .paragraph }
        return join(scalar)
    }

    /// The separator between two lines of a paragraph.
    private mutating func join(_ next: Unicode.Scalar) -> Gap {
        guard let (last, count) = lastScalar(before: bytes.count) else { return .space }
        if PDFPageText.hasNoSpaces(last), PDFPageText.hasNoSpaces(next) { return .none }
        guard last == "-" || last == "\u{2010}" || last == "\u{AD}",
            let before = lastScalar(before: bytes.count - count)?.scalar
        else { return .space }
        if last != "\u{AD}", PDFPageText.keepsHyphen(between: before, next) {
            hyphens.append(bytes.count - count..<bytes.count)
            return .none
        }
        let after = next.properties
        guard before.properties.isAlphabetic, after.isLowercase || after.isUppercase else { return .space }
        bytes.removeLast(count)
        hyphens.append(bytes.count..<bytes.count)
        return .none
    }

    /// Whether a hyphen at the end of a line stays when the lines are joined: `COVID-19`, `Franco-German`, `3-fold`.
    static func keepsHyphen(between last: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
        let (before, after) = (last.properties, next.properties)
        if before.numericType != nil { return after.numericType != nil || after.isAlphabetic }
        return before.isAlphabetic && (after.numericType != nil || after.isUppercase)
    }

    /// Scripts without spaces between words.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Hiragana, katakana and their punctuation; fullwidth forms.
        case 0x3001...0x30FF, 0xFF01...0xFF60: true
        default: scalar.properties.isIdeographic
        }
    }

    private static let closing: Set<Unicode.Scalar> = ["\"", "'", "\u{201D}", "\u{2019}", ")", "\u{BB}"]
    private static let ends: Set<Unicode.Scalar> = [
        ".", "!", "?", ":", "\u{2026}", "\u{3002}", "\u{FF01}", "\u{FF1F}", "\u{61F}", "\u{6D4}",
    ]

    /// Whether the text before an offset ends with the sign for the end of a sentence.
    public func endsSentence(at offset: Int) -> Bool {
        var end = offset
        while let (scalar, count) = lastScalar(before: end) {
            guard PDFPageText.closing.contains(scalar) else { return PDFPageText.ends.contains(scalar) }
            end -= count
        }
        return false
    }

    fileprivate func lastScalar(before end: Int) -> (scalar: Unicode.Scalar, count: Int)? {
        bytes.withUnsafeBufferPointer { UTF8Scalar.decode($0, before: end) }
    }
}

extension PDFPageText {
    /// Puts the hyphens back that belong to words which the page has with a hyphen elsewhere.
    private mutating func keepHyphens() {
        let isPart = { (byte: UInt8) in ASCII.isLetter(byte) || byte >= 0x80 }
        func ends(around place: Int, _ after: Int) -> (from: Int, to: Int) {
            let from = bytes[..<place].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
            return (from, bytes[after...].firstIndex { !isPart($0) } ?? bytes.count)
        }
        let leftOut = hyphens.filter(\.isEmpty)
        guard !leftOut.isEmpty else { return }
        var words: Set<ArraySlice<UInt8>> = []
        for place in bytes.indices where bytes[place] == UInt8(ascii: "-") {
            let (from, to) = ends(around: place, place + 1)
            if from < place, place + 1 < to, to - from <= PDFPageText.maxWord { words.insert(bytes[from..<to]) }
        }
        guard !words.isEmpty else { return }
        let kept = leftOut.filter { hyphen in
            let place = hyphen.lowerBound
            let (from, to) = ends(around: place, place)
            return to - from < PDFPageText.maxWord
                && words.contains(bytes[from..<place] + [UInt8(ascii: "-")] + bytes[place..<to])
        }
        guard !kept.isEmpty else { return }
        let text = OtherSpelling(bytes, hyphens: kept)
        bytes = text.bytes
        paragraphs = paragraphs.map { text.offset(of: $0.lowerBound)..<text.offset(of: $0.upperBound) }
        lineStarts = lineStarts.map(text.offset)
        hyphens = hyphens.map { hyphen in
            let end = text.offset(of: hyphen.upperBound)
            return end - (kept.contains(hyphen) ? 1 : hyphen.count)..<end
        }
    }

    private static let maxWord = 100

    /// The other spelling of the words at the ends of lines; nil if there is none.
    public var otherSpelling: OtherSpelling? { hyphens.isEmpty ? nil : OtherSpelling(bytes, hyphens: hyphens) }

    /// A part of the text with the first paragraph of the body of the next page behind it: a sentence or a word may go on
    /// there.
    ///
    /// - Parameters:
    ///   - end: where the body of this page ends.
    ///   - body: the body of the next page.
    public func continued(at end: Int, by next: PDFPageText, _ body: Range<Int>) -> PDFPageText {
        let more = next.paragraphs.lazy.map { $0.clamped(to: body) }.first { !$0.isEmpty }
        guard end > 0, end <= bytes.count, let more,
            let first = next.bytes.withUnsafeBufferPointer({ UTF8Scalar.decode($0, at: more.lowerBound) })
        else { return self }
        var text = self
        text.bytes.removeLast(bytes.count - end)
        // The line before the running foot may have lost its hyphen.
        if hyphens.contains(end..<end) { text.bytes.append(UInt8(ascii: "-")) }
        text.hyphens.removeAll { $0.upperBound >= end }
        if text.join(first.scalar) != .none { text.bytes.append(0x20) }
        let start = text.bytes.count
        text.hyphens += next.hyphens.filter { more.contains($0.lowerBound) }.map { hyphen in
            hyphen.lowerBound + start - more.lowerBound..<hyphen.upperBound + start - more.lowerBound
        }
        text.bytes += next.bytes[more]
        return text
    }
}

extension PDFDocument {
    /// The maximum number of characters of a page; pdfium uses 250 bytes of memory for each.
    static let maxCharacters: Int32 = 1 << 20

    func text(ofPage index: Int) throws(Failure) -> PDFPageText {
        guard let text = functions.text else {
            throw Failure(.unsupported, "This pdfium was built without the functions for text.")
        }
        guard let page = functions.loadPage(handle, Int32(clamping: index)) else { throw PDFDocument.unreadablePage }
        defer { functions.closePage(page) }
        guard !isInVain, let characters = text.load(page) else { throw PDFDocument.unreadablePage }
        defer { text.close(characters) }
        let count = text.count(characters)
        guard count <= PDFDocument.maxCharacters else {
            throw Failure(.limit, "The page has too many characters (\(count)).")
        }
        var result = PDFPageText()
        var last: Int32?
        var isBehindHyphen = false
        for index in 0..<Swift.max(0, count) {
            let unit = text.unicode(characters, index)
            // pdfium may leave out the line break behind a hyphen at the end of a line.
            if isBehindHyphen, unit > 0x20, let last {
                result.endLine(at: text.place(of: last, in: characters))
                result.add(0x0A) { PDFPageText.CharacterBox() }
            }
            isBehindHyphen = unit == 0x02 || unit == 0xFFFE
            if unit == 0x0A, let last { result.endLine(at: text.place(of: last, in: characters)) }
            result.add(unit) { text.place(of: index, in: characters) }
            if unit > 0x20 { last = index }
        }
        if let last { result.endLine(at: text.place(of: last, in: characters)) }
        result.finish()
        return result
    }

    static let unreadablePage = Failure(.format, "The page cannot be read.")
}

extension PDFiumTextFunctions {
    fileprivate func place(of index: Int32, in characters: Pointer) -> PDFPageText.CharacterBox {
        var place = PDFPageText.CharacterBox()
        _ = origin(characters, index, &place.x, &place.y)
        place.size = fontSize(characters, index) * scale(of: index, in: characters)
        // pdfium returns the numbers of the document unchecked.
        if !place.x.isFinite { place.x = 0 }
        if !place.y.isFinite { place.y = 0 }
        if !place.size.isFinite { place.size = 0 }
        return place
    }

    /// The ratio of the actual height of a character to its font size.
    private func scale(of index: Int32, in characters: Pointer) -> Double {
        var numbers: (Float, Float, Float, Float, Float, Float) = (1, 0, 0, 1, 0, 0)
        guard let matrix, matrix(characters, index, &numbers) != 0 else { return 1 }
        return (Double(numbers.2) * Double(numbers.2) + Double(numbers.3) * Double(numbers.3)).squareRoot()
    }
}
