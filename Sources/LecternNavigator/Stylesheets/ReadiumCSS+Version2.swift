// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension ReadiumCSS {
    /// The version of Readium CSS whose style sheets the host uses.
    public enum Version: Int, Sendable {
        case one = 1
        case two = 2

        /// {"version": 2}
        static func parse(_ reader: JSONReader) throws(Failure) -> Version {
            try reader.rejectUnknownMembers(["version"])
            guard let member = try reader.optionalMember("version") else { return .one }
            return Version(rawValue: Int(try member.unsignedInteger(in: 1...2))) ?? .one
        }
    }

    /// The user properties of version 2.  There are no modes and few flags: a property has an effect if it is present.
    static let userProperties2 = properties([
        ("view", .choice(["scroll": "readium-scroll-on", "paged": "readium-paged-on"])), ("colCount", .word),
        ("lineLength", .shareOfLine), ("darkenImages", .flag("readium-darken-on")),
        ("invertImages", .flag("readium-invert-on")), ("backgroundColor", .color), ("textColor", .color),
        ("linkColor", .color), ("visitedColor", .color), ("fontFamily", .fonts), ("fontSize", .length),
        ("fontWeight", .weight), ("textAlign", .word), ("lineHeight", .length), ("paraSpacing", .length),
        ("paraIndent", .length), ("wordSpacing", .length), ("letterSpacing", .length), ("bodyHyphens", .word),
        ("ligatures", .choice(["common": "common-ligatures", "none": "none"])),
        ("a11yNormalize", .flag("readium-a11y-on")),
    ])

    /// Links that stay readable on the background of a theme, in version 2, but maybe on no other.  The others keep the
    /// colors of the sheets.
    static let linkColors: [String: (link: JSON, visited: JSON)] = ["dark": ("#63CAFF", "#0099E5")]

    /// From here on two columns fit, in CSS pixels: the 60em of version 1, whose sheets know "auto".
    static let widthOfTwoColumns = 960.0

    /// The part of the line that is left between margins, which version 2 has no property for: it bounds the line.
    ///
    /// Margins of 1 leave 88 percent, which is about what version 1 leaves on a phone, a tablet and a page of a spread;
    /// those of 4, the largest, leave half.  What they are a part of is the column, but no more than the 40rem that
    /// version 1 bounds lines with: so each step of the margins is visible on wide screens, too, and no margin can
    /// swallow a narrow line, as a sum of pixels could.
    static func shareOfLine(margins: Double) -> Double { 1 - 0.12 * Swift.min(Swift.max(margins, 0), 8) }
}

extension Settings {
    /// These settings as properties of version 2; an absent property leaves the publication as it is.
    ///
    /// - Parameter viewport: decides between one column and two where the reader does not.
    func readiumCSS2(_ viewport: Viewport?) -> JSONObject {
        let theme = rendered("backgroundColor").isNull ? rendered("theme").string : nil
        let links = theme.flatMap { ReadiumCSS.linkColors[$0] }
        let margins = rendered("pageMargins").number.map { JSON.double(ReadiumCSS.shareOfLine(margins: $0)) }
        let values: [(String, JSON?)] = [
            ("view", rendered("scroll") == true ? "scroll" : "paged"), ("colCount", columns(viewport)),
            ("lineLength", margins), ("darkenImages", flag(rendered("imageFilter") == "darken")),
            ("invertImages", flag(rendered("imageFilter") == "invert")),
            ("backgroundColor", color("backgroundColor")), ("textColor", color("textColor")),
            ("linkColor", links?.link), ("visitedColor", links?.visited), ("fontFamily", fonts.map(JSON.array)),
            ("fontSize", length("fontSize", "%")), ("fontWeight", rendered("fontWeight")),
            ("textAlign", rendered("textAlign")), ("lineHeight", rendered("lineHeight")),
            ("paraSpacing", length("paragraphSpacing", "rem")),
            ("paraIndent", length("paragraphIndent", "rem")),
            ("wordSpacing", length("wordSpacing", "rem")),
            ("letterSpacing", length("letterSpacing", "rem", times: 0.5)),
            ("bodyHyphens", rendered("hyphens").bool.map { $0 ? "auto" : "none" }),
            ("ligatures", rendered("ligatures").bool.map { $0 ? "common" : "none" }),
            ("a11yNormalize", flag(rendered("textNormalization") == true)),
        ]
        return Settings.object(values)
    }

    /// A color, or that of the theme.  The light one leaves the colors of the publication alone: a text color takes all
    /// of them away, down to those of single words.
    func color(_ key: String) -> JSON {
        let theme = rendered("theme")
        guard !theme.isNull, theme != "light", let row = table.row(key) else { return rendered(key) }
        return effectiveValue(row)
    }

    /// A whole number; the sheets have no automatic columns.
    private func columns(_ viewport: Viewport?) -> JSON? {
        let columns = rendered("columnCount")
        if columns != "auto" { return columns.string.flatMap(Int64.init).map(JSON.integer) }
        return viewport.map { $0.width - $0.insets.left - $0.insets.right >= ReadiumCSS.widthOfTwoColumns ? 2 : 1 }
    }
}
