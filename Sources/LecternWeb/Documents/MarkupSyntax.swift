// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// The differences between HTML and XML syntax.
struct MarkupSyntax {
    let isHTML: Bool

    static let html = MarkupSyntax(isHTML: true)
    static let xml = MarkupSyntax(isHTML: false)

    // MARK: Names

    private static let voids: Set<String> = Set(
        "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".words)

    /// Renames elements whose content HTML would parse differently.
    func elementName(_ name: String) -> String {
        guard isHTML else { return name }
        if name == "xmp" || name == "plaintext" { return "pre" }
        return MarkupSyntax.isName(name) ? name : "span"
    }

    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_.:".utf8.contains($0)
        }
    }

    /// Whether an element without content needs an end tag.
    func needsEnd(_ name: String) -> Bool { isHTML && !MarkupSyntax.voids.contains(name) }

    /// - Returns: the end tag; empty for an element without one.
    func endTag(_ name: String, hasContent: Bool) -> String { hasContent ? "</\(name)>" : "" }

    /// Whether HTML drops a line feed at the start of this element.
    func skipsLineFeed(_ name: String) -> Bool { isHTML && ["pre", "textarea", "listing"].contains(name) }

    // MARK: Text

    func writeAttribute(_ name: String, _ value: String, to out: inout [UInt8]) {
        guard !isHTML || MarkupSyntax.isName(name) else { return }
        out.append(UInt8(ascii: " "))
        out.append(contentsOf: name.utf8)
        out.append(contentsOf: "=\"".utf8)
        var value = value
        value.withUTF8 { MarkupSyntax.escape($0, isAttribute: true, to: &out) }
        out.append(UInt8(ascii: "\""))
    }

    func writeText(of node: MarkupTree.Node, in tree: MarkupTree, to out: inout [UInt8]) {
        tree.withBytes(of: tree.nodes[Int(node)].slice) { MarkupSyntax.escape($0, isAttribute: false, to: &out) }
    }

    /// Writes the content of a style element; HTML has no references there.
    func writeStyle(_ css: [UInt8], to out: inout [UInt8]) {
        guard isHTML else {
            return css.withUnsafeBufferPointer { MarkupSyntax.escape($0, isAttribute: false, to: &out) }
        }
        for (index, byte) in css.enumerated() {
            let next = index + 1 < css.count ? css[index + 1] : 0
            // Escapes anything that could be a tag: inside svg, a style element is parsed like any other.
            if byte == UInt8(ascii: "<"), ASCII.isLetter(next) || "/!?".utf8.contains(next) {
                out.append(contentsOf: "\\3c ".utf8)
            } else {
                out.append(byte)
            }
        }
    }

    /// Writes the content of a script element; HTML has no references there.
    func writeScript(_ text: String, to out: inout [UInt8]) {
        if isHTML { return out.append(contentsOf: text.utf8) }
        var text = text
        text.withUTF8 { MarkupSyntax.escape($0, isAttribute: false, to: &out) }
    }

    static func escape(_ bytes: UnsafeBufferPointer<UInt8>, isAttribute: Bool, to out: inout [UInt8]) {
        var start = 0
        for (index, byte) in bytes.enumerated() where byte <= UInt8(ascii: ">") {
            let reference: StaticString
            switch byte {
            case UInt8(ascii: "<"): reference = "&lt;"
            case UInt8(ascii: ">"): reference = "&gt;"
            case UInt8(ascii: "&"): reference = "&amp;"
            case 0x0D: reference = "&#13;"
            case UInt8(ascii: "\"") where isAttribute: reference = "&quot;"
            case 0x0A where isAttribute: reference = "&#10;"
            case 0x09 where isAttribute: reference = "&#9;"
            default: continue
            }
            out.append(contentsOf: bytes[start..<index])
            out.append(contentsOf: UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount))
            start = index + 1
        }
        out.append(contentsOf: bytes[start...])
    }
}
