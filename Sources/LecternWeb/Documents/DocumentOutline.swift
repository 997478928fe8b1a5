// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The positions of the parts of a document that are changed.
struct DocumentOutline {
    typealias Tag = MarkupScanner.Tag

    var root: Tag?
    var head: Tag?
    var body: Tag?
    /// Where the first and the last element of the head are inserted; nil if there is no such place.
    var headStart: Int?
    var headEnd: Int?
    /// Whether it has a style sheet, a style element or a style attribute.
    var isStyled = false
    /// The content of style elements and style attributes with CSS.
    var styleElements: [Range<Int>] = []
    var styleAttributes: [Range<Int>] = []
    /// The number of open svg elements.
    private var openSVG = 0

    /// Records the styles of an element.
    ///
    /// - Returns: whether it is a style element whose content is CSS.
    mutating func note(_ tag: Tag, _ scanner: MarkupScanner) -> Bool {
        if let style = scanner.attribute("style", of: tag) {
            isStyled = true
            // Lengths in a drawing are units of the drawing.
            if openSVG == 0, tag.start != root?.start { styleAttributes.append(style.value) }
        }
        if scanner.isElement(tag, "style") {
            isStyled = true
            guard let type = scanner.attribute("type", of: tag) else { return true }
            return ["", "text/css"].contains(scanner.text(type.value).trimmed.asciiLowercased)
        }
        if scanner.isElement(tag, "link"), let relation = scanner.attribute("rel", of: tag) {
            isStyled = isStyled || scanner.text(relation.value).asciiLowercased.words.contains("stylesheet")
        }
        if scanner.isElement(tag, "svg"), !tag.isSelfClosing { openSVG += 1 }
        return false
    }

    mutating func noteEnd(_ tag: Tag, _ scanner: MarkupScanner) {
        if openSVG > 0, scanner.isElement(tag, "svg") { openSVG -= 1 }
    }

    /// Whether element names have other meanings, as inside an svg element.
    var isInSVG: Bool { openSVG > 0 }
}
