// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Escapes the text of notes for templates.  Notes are untrusted: they must not contain markup, load or run anything,
/// or be a formula.
enum NoteEscaping {
    private static let marks = Array("\\`*_[]<>#|~&".utf8)

    /// Escapes a line, in which white space is collapsed.
    static func markdown(_ text: String) -> String {
        let text = escaped(text.collapsed, marks, with: UInt8(ascii: "\\"))
        // Would begin a list or a definition, or make the line before it a heading.
        let rest = text.utf8.drop(while: ASCII.isDigit)
        let isMark = rest.first.map { (rest.startIndex == text.startIndex ? "+-=:" : ".)").utf8.contains($0) } ?? false
        return isMark ? "\(text[..<rest.startIndex])\\\(text[rest.startIndex...])" : text
    }

    /// Keeps Markdown, except for HTML, images, and links to anything but the web and mail.
    static func inert(markdown text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch byte {
            case UInt8(ascii: "<"):
                result += "&lt;".utf8
                continue
            case UInt8(ascii: "!") where next == UInt8(ascii: "["):
                result.append(UInt8(ascii: "\\"))
            // The URL of a link, or of a link reference definition.
            case UInt8(ascii: "("), UInt8(ascii: ":"):
                if index > 0, bytes[index - 1] == UInt8(ascii: "]"), !leadsToWeb(bytes[(index + 1)...]) {
                    result.append(UInt8(ascii: "\\"))
                }
            default: break
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a URL begins with one of these schemes, without escapes.
    private static func leadsToWeb(_ address: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: address.drop(while: ASCII.isSpace).prefix(8), as: UTF8.self).asciiLowercased
        return ["http://", "https://", "mailto:"].contains(where: start.hasPrefix)
    }

    /// Returns a URL that is safe in a link: that of a resource, or one on the web.
    static func address(_ href: String?) -> String? {
        guard let href, Href.isAbsolute(href) else { return href }
        return ["http:", "https:"].contains(where: href.asciiLowercased.hasPrefix) ? href : nil
    }

    /// Escapes for CSV (RFC 4180).  An apostrophe is put before text that a spreadsheet would treat as a formula,
    /// including full-width signs.
    static func csv(_ text: String) -> String {
        let first = text.unicodeScalars.first
        let sign = text.unicodeScalars.first { $0.value > 0x20 && !$0.properties.isWhitespace }
        let isFormula =
            first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
            || sign.map { "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
        let cell = isFormula ? "'" + text : text
        guard cell.utf8.contains(where: ",;\"\t\r\n".utf8.contains) else { return cell }
        return "\"" + escaped(cell, [UInt8(ascii: "\"")], with: UInt8(ascii: "\"")) + "\""
    }

    private static func escaped(_ text: String, _ marks: [UInt8], with escape: UInt8) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if marks.contains(byte) { bytes.append(escape) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
