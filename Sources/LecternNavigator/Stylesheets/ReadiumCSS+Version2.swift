// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension ReadiumCSS {
    /// The version of Readium CSS whose style sheets the host uses.
    public enum Version: Int, Sendable {
        case one = 1
        case two = 2
    }

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
    var linkColors: (link: JSON, visited: JSON)? {
        let theme = rendered("backgroundColor").isNull ? rendered("theme").string : nil
        return theme.flatMap { ReadiumCSS.linkColors[$0] }
    }

    /// A color, or that of the theme.  The light one leaves the colors of the publication alone: a text color takes all
    /// of them away, down to those of single words.
    func color(_ key: String) -> JSON {
        let theme = rendered("theme")
        guard !theme.isNull, theme != "light", let row = table.row(key) else { return rendered(key) }
        return effectiveValue(row)
    }

    /// A whole number; the sheets have no automatic columns.
    func columns(_ viewport: Viewport?) -> JSON? {
        let columns = rendered("columnCount")
        if columns != "auto" { return columns.string.flatMap(Int64.init).map(JSON.integer) }
        return viewport.map { $0.width - $0.insets.left - $0.insets.right >= ReadiumCSS.widthOfTwoColumns ? 2 : 1 }
    }
}
