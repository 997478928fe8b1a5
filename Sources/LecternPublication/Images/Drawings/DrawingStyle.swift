// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the properties of a drawing say, as far as it matters for what drawing takes (SVG 1.1, 6).
///
/// Sheets are not understood, but taken apart into all that may be a declaration.  What would hide one — an escape, a
/// rule with "@", a quote beside a comment — is refused.
struct DrawingStyle {
    /// Anywhere in the drawing.
    private(set) var stroke = DrawingStroke()
    private(set) var hasStroke = false
    /// Of sheets, which may hold for every element.
    private(set) var sheetBytes = 0
    private(set) var sheetHasLayers = false
    private(set) var sheetHasReferences = false
    /// What is referred to by "url(#…)".
    private(set) var references: [[UInt8]] = []

    /// What one element says.
    struct Found {
        var hasReference = false
        var hasLayer = false
    }

    private static let maxSheets = 64 << 10

    /// What is not drawn: it is refused unless it has a value that means nothing.
    private static let refused: Set<String> = [
        "clip", "clip-path", "filter", "font", "marker", "marker-end", "marker-mid", "marker-start", "mask",
        "mix-blend-mode", "stroke-dasharray", "transform",
    ]
    private static let nothing: Set<String> = ["none", "normal", "auto"]
    /// Makes a picture of its own, which is put on the other one.
    private static let layers: Set<String> = ["opacity", "isolation"]

    // MARK: Reading

    /// The value of one property, as an attribute or in a declaration.
    mutating func read(_ property: String, _ value: [UInt8]) throws(Failure) -> Found {
        let text = String(decoding: value, as: UTF8.self).trimmed.asciiLowercased
        if DrawingStyle.refused.contains(property), !DrawingStyle.nothing.contains(text) {
            throw DrawingStyle.failure("the property \(property)")
        }
        guard DrawingNumbers.areUsual(value) else { throw Drawing.unusualNumber }
        switch property {
        case "stroke": hasStroke = hasStroke || text != "none"
        case "stroke-width": stroke.width = max(stroke.width, DrawingStyle.number(text))
        case "stroke-miterlimit": stroke.miterLimit = max(stroke.miterLimit, DrawingStyle.number(text))
        default: break
        }
        return Found(
            hasReference: try readReferences(value), hasLayer: DrawingStyle.layers.contains(property) && text != "1")
    }

    /// Any other unit than pixels may be large.
    private static func number(_ text: String) -> Double {
        let number = text.utf8.suffix(2).elementsEqual("px".utf8) ? String(text.dropLast(2)) : text
        return Double(number) ?? DrawingNumbers.most
    }

    /// The attribute "style".
    mutating func readDeclarations(_ text: [UInt8]) throws(Failure) -> Found {
        try DrawingStyle.check(text)
        var found = Found()
        for part in text.split(whereSeparator: { [0x3B, 0x7B, 0x7D].contains($0) }) {
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let property = String(decoding: part[..<colon], as: UTF8.self).trimmed.asciiLowercased
            let one = try read(property, DrawingStyle.value(part[(colon + 1)...]))
            found.hasReference = found.hasReference || one.hasReference
            found.hasLayer = found.hasLayer || one.hasLayer
        }
        return found
    }

    /// Without "!important".
    private static func value(_ text: ArraySlice<UInt8>) -> [UInt8] {
        Array(text.prefix { $0 != UInt8(ascii: "!") })
    }

    /// A style sheet, without its comments.
    mutating func readSheet(_ text: [UInt8]) throws(Failure) -> [UInt8] {
        let sheet = try DrawingStyle.withoutComments(text)
        sheetBytes += sheet.count
        guard sheetBytes <= DrawingStyle.maxSheets else { throw DrawingStyle.failure("so large a style sheet") }
        var rest = sheet[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            guard rest[..<start].allSatisfy(DrawingStyle.isUsualInSelectors) else {
                throw DrawingStyle.failure("a selector of this kind")
            }
            rest = rest[start...].drop { $0 != UInt8(ascii: "}") }.dropFirst()
        }
        let found = try readDeclarations(sheet)
        sheetHasLayers = sheetHasLayers || found.hasLayer
        sheetHasReferences = sheetHasReferences || found.hasReference
        return sheet
    }

    private static func isUsualInSelectors(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || ASCII.isSpace(byte) || byte >= 0x80
            || "_-#.,*>".utf8.contains(byte)
    }

    private static func check(_ text: [UInt8]) throws(Failure) {
        guard !text.contains(UInt8(ascii: "\\")), !text.contains(UInt8(ascii: "@")) else {
            throw failure("style sheets with \"@\" or \"\\\"")
        }
        guard !text.isEmpty, zip(text, text.dropFirst()).contains(where: { $0 == 0x2F && $1 == 0x2A }) else { return }
        throw failure("a comment between properties")
    }

    private static func withoutComments(_ text: [UInt8]) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == 0x2F, rest.first == 0x2A else {
                result.append(byte)
                continue
            }
            var last: UInt8 = 0
            rest.removeFirst()
            while let byte = rest.popFirst(), !(last == 0x2A && byte == 0x2F) { last = byte }
            result.append(0x20)
        }
        return result
    }

    // MARK: References

    private static let maxReferences = 20_000
    private static let url = Array("url(".utf8)

    /// Whether there is any.
    private mutating func readReferences(_ value: [UInt8]) throws(Failure) -> Bool {
        var found = false
        var rest = value[...]
        while rest.count >= DrawingStyle.url.count {
            guard zip(rest, DrawingStyle.url).allSatisfy({ ASCII.lowercased($0) == $1 }) else {
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(DrawingStyle.url.count)
            let name = rest.prefix { $0 != UInt8(ascii: ")") }
                .filter { !ASCII.isSpace($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
            guard name.first == UInt8(ascii: "#"), references.count < DrawingStyle.maxReferences else {
                throw Drawing.outside
            }
            references.append(Array(name.dropFirst()))
            found = true
        }
        return found
    }

    private static func failure(_ what: String) -> Failure { Drawing.unsupported(what) }
}
