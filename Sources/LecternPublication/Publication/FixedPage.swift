// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A fixed-layout page (EPUB 3.3, section "Fixed-layout documents"), from its document or the beginning of it.
struct FixedPage {
    /// In CSS pixels; nil if the page declares no size.
    private(set) var width: Int?
    private(set) var height: Int?
    private var letters = 0

    /// Whether the page declares no size, and has more text than fits on a screen.
    ///
    /// A page without a size takes that of its content, which works for a picture or a few lines.  A chapter would be too
    /// small to read.
    var isChapter: Bool { width == nil && letters > FixedPage.fittingLetters }

    /// The number of letters that fit on a phone screen.
    private static let fittingLetters = 1000
    /// Elements whose content is not text of the page, or has its own size.
    private static let skipped: Set<String> = ["script", "style", "svg"]

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let tree = try? HTMLDocument.parse(bytes, keepsSpace: false, xml: true), let root = tree.root else {
            return nil
        }
        if tree.name(of: root) == .svg {
            readDrawing(
                tree.attributeText(.viewBox, of: root), tree.attributeText(.width, of: root),
                tree.attributeText(.height, of: root))
            return
        }
        var isInBody = false
        tree.walk(root) { step in
            guard case .enter(let node) = step, letters <= FixedPage.fittingLetters else { return false }
            guard tree.isElement(node) else {
                if isInBody { letters += tree.text(of: node).unicodeScalars.count { $0.value > 0x20 } }
                return false
            }
            if tree.name(of: node) == .meta, tree.valueText(.name, of: node)?.asciiLowercased == "viewport" {
                read(tree.attributeText(.content, of: node) ?? "")
            }
            if tree.name(of: node) == .body { isInBody = true }
            return !FixedPage.skipped.contains(tree.localName(of: node).asciiLowercased)
        }
    }

    // MARK: The declared size

    /// CSS units in pixels.
    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54,
    ]
    /// As in the page, which ignores larger sizes.
    private static let largest = 20000.0

    /// Reads a viewport, such as "width=600, height=800", if none has been read.
    private mutating func read(_ viewport: String) {
        let isSeparator = { (byte: UInt8) in
            ASCII.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        }
        let parts = viewport.asciiLowercased.utf8.split(separator: UInt8(ascii: "="))
            .map { $0.split(whereSeparator: isSeparator) }
        func side(_ name: String) -> Int? {
            let value = zip(parts, parts.dropFirst())
                .first { before, _ in before.last?.elementsEqual(name.utf8) ?? false }?.1.first
            return value.flatMap { FixedPage.pixels(Substring($0)) }
        }
        guard width == nil, let width = side("width"), let height = side("height") else { return }
        (self.width, self.height) = (width, height)
    }

    /// Reads the view box of an SVG, or else its sides.
    private mutating func readDrawing(_ viewBox: String?, _ width: String?, _ height: String?) {
        let isSeparator = { (byte: UInt8) in ASCII.isSpace(byte) || byte == UInt8(ascii: ",") }
        let box = (viewBox ?? "").utf8.split(whereSeparator: isSeparator).map(Substring.init)
        let sides = box.count == 4 ? [box[2], box[3]] : [width, height].map { Substring($0 ?? "") }
        guard let width = FixedPage.pixels(sides[0]), let height = FixedPage.pixels(sides[1]) else { return }
        (self.width, self.height) = (width, height)
    }

    private static func pixels(_ text: Substring) -> Int? {
        let number = text.prefix { !$0.isLetter || $0 == "e" }
        guard number.utf8.count < 20, let value = Double(number), let unit = units[String(text[number.endIndex...])],
            1...largest ~= value * unit
        else { return nil }
        return Int((value * unit).rounded())
    }
}
