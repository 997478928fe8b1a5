// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The text of a page, and where its words are: what lies over a picture of the page (schema `web-pdf-page`).
public struct PDFTextLayer: Sendable {
    /// A run of characters without white space on one line.
    public struct Word: Sendable {
        /// In UTF-16 code units of the text.
        public let start: Int
        public let length: Int
        /// In points from the top left.
        public let left: Double
        public let top: Double
        public let right: Double
        public let bottom: Double
    }

    /// In points.
    public let width: Double
    public let height: Double
    /// Lines end with line feeds.
    public private(set) var text = ""
    public private(set) var words: [Word] = []

    private var units = 0
    private var word: Word?
    private var highSurrogate: UInt32?
    private var endsWithHyphen = false

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Left, top, right and bottom.
    typealias Box = (left: Double, top: Double, right: Double, bottom: Double)

    /// - Parameter unit: a code point, or half of one.
    mutating func add(_ unit: UInt32, _ box: () -> Box?) {
        if let high = highSurrogate {
            highSurrogate = nil
            let low = unit &- 0xDC00
            guard low < 0x400 else { return }
            return append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low) ?? "\u{FFFD}", box)
        }
        switch unit {
        case 0x0A: end(with: "\n")
        case 0x09: end(with: " ")
        // pdfium returns these instead of a hyphen at the end of a line: the word continues on the next one.
        case 0x02, 0xFFFE:
            finishWord()
            endsWithHyphen = true
        case ..<0x20, 0x7F...0x9F: break
        case 0xD800..<0xDC00: highSurrogate = unit
        default:
            let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
            if scalar.properties.isWhitespace { end(with: " ") } else { append(scalar, box) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ box: () -> Box?) {
        let length = UTF16.width(scalar)
        if endsWithHyphen, let last = text.unicodeScalars.last, PDFPageText.keepsHyphen(between: last, scalar) {
            text.unicodeScalars.append("-")
            units += 1
        }
        endsWithHyphen = false
        text.unicodeScalars.append(scalar)
        defer { units += length }
        guard let box = box() else { return }
        if let old = word, old.start + old.length == units, PDFTextLayer.areOnOneLine(old, box) {
            word = Word(
                start: old.start, length: old.length + length, left: min(old.left, box.left),
                top: min(old.top, box.top), right: max(old.right, box.right), bottom: max(old.bottom, box.bottom))
        } else {
            finishWord()
            word = Word(
                start: units, length: length, left: box.left, top: box.top, right: box.right, bottom: box.bottom)
        }
    }

    /// Whether they overlap along the line, horizontal or vertical, and are not far from each other.
    private static func areOnOneLine(_ word: Word, _ box: Box) -> Bool {
        let across = min(word.bottom, box.bottom) - max(word.top, box.top)
        let along = min(word.right, box.right) - max(word.left, box.left)
        let height = max(word.bottom - word.top, box.bottom - box.top, 1)
        return (across > 0 && along > -2 * height) || (along > 0 && across > -height)
    }

    private mutating func end(with character: Unicode.Scalar) {
        finishWord()
        if text.isEmpty || (character == " " && text.unicodeScalars.last == " ") { return }
        text.unicodeScalars.append(character)
        units += 1
    }

    mutating func finishWord() {
        if let word { words.append(word) }
        word = nil
    }
}

extension PDFDocument {
    func layer(ofPage index: Int) throws(Failure) -> PDFTextLayer {
        guard let page = functions.loadPage(handle, Int32(clamping: index)) else { throw PDFDocument.unreadablePage }
        defer { functions.closePage(page) }
        var layer = PDFTextLayer(
            width: PDFDocument.length(functions.pageWidth(page)),
            height: PDFDocument.length(functions.pageHeight(page)))
        guard let text = functions.text else { return layer }
        guard !isInVain, let characters = text.load(page) else { throw PDFDocument.unreadablePage }
        defer { text.close(characters) }
        let count = text.count(characters)
        guard count <= PDFDocument.maxCharacters else {
            throw Failure(.limit, "The page has too many characters (\(count)).")
        }
        let empty = layer
        for index in 0..<Swift.max(0, count) {
            layer.add(text.unicode(characters, index)) { box(of: index, in: characters, page, empty) }
        }
        layer.finishWord()
        return layer
    }

    /// The numbers of a document are unchecked.
    private static func length(_ number: Double) -> Double {
        number.isFinite ? Swift.min(Swift.max(number, 1), 1e6) : 1
    }

    /// Points are converted in this many parts.
    private static let parts = 64.0

    private func box(
        of index: Int32, in characters: PDFiumFunctions.Pointer, _ page: PDFiumFunctions.Pointer, _ layer: PDFTextLayer
    ) -> PDFTextLayer.Box? {
        var (left, right, bottom, top) = (0.0, 0.0, 0.0, 0.0)
        guard functions.text?.box(characters, index, &left, &right, &bottom, &top) ?? 0 != 0 else { return nil }
        let corners = [(left, top), (right, bottom)].compactMap { place(of: $0, on: page, layer) }
        guard corners.count == 2, left.isFinite, top.isFinite else { return nil }
        let (first, last) = (corners[0], corners[1])
        let box = (
            left: Swift.min(first.x, last.x), top: Swift.min(first.y, last.y), right: Swift.max(first.x, last.x),
            bottom: Swift.max(first.y, last.y)
        )
        return box.right > box.left && box.bottom > box.top ? box : nil
    }

    /// A point of the page, whose origin and rotation the document chooses, from the top left of what is shown.
    private func place(
        of point: (Double, Double), on page: PDFiumFunctions.Pointer, _ layer: PDFTextLayer
    ) -> (x: Double, y: Double)? {
        let most = 1e7
        guard abs(point.0) < most, abs(point.1) < most else { return nil }
        var (x, y) = (Int32(0), Int32(0))
        let (width, height) = (Int32(layer.width * PDFDocument.parts), Int32(layer.height * PDFDocument.parts))
        guard functions.pageToDevice(page, 0, 0, width, height, 0, point.0, point.1, &x, &y) != 0 else { return nil }
        return (Double(x) / PDFDocument.parts, Double(y) / PDFDocument.parts)
    }
}
