// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension ReadiumCSS {
    /// The version of Readium CSS that the host uses.
    public enum Version: Int, Sendable {
        case one = 1
        case two = 2
    }

    /// Link colors of version 2 for themes on whose background the default ones are hard to read.  Other themes keep
    /// the colors of the style sheets.
    static let linkColors: [String: (link: JSON, visited: JSON)] = ["dark": ("#63CAFF", "#0099E5")]

    /// The minimum width for two columns, in CSS pixels: the 60em of version 1, whose style sheets support "auto".
    static let widthOfTwoColumns = 960.0

    /// Returns the share of the line between the margins.  Version 2 has no property for margins, and limits the line
    /// instead.
    ///
    /// Margins of 1 leave 88 percent, about as much as version 1 on a phone, a tablet and a page of a spread; margins
    /// of 4, the largest, leave half.  The share is relative to the column, but to no more than the 40rem to which
    /// version 1 limits lines.  So each step is visible on wide screens too, and no margin can consume a narrow line,
    /// as an absolute width could.
    static func shareOfLine(margins: Double) -> Double { 1 - 0.12 * Swift.min(Swift.max(margins, 0), 8) }
}

extension Settings {
    var linkColors: (link: JSON, visited: JSON)? {
        let theme = rendered("backgroundColor").isNull ? rendered("theme").string : nil
        return theme.flatMap { ReadiumCSS.linkColors[$0] }
    }

    /// Returns a color, or that of the theme.  The light theme leaves the publication's colors unchanged: a text
    /// color would override all of them, even on single words.
    func color(_ key: String) -> JSON {
        let theme = rendered("theme")
        guard !theme.isNull, theme != "light", let row = table.row(key) else { return rendered(key) }
        return effectiveValue(row)
    }

    /// Returns an integer, since the style sheets do not support automatic columns.
    func columns(_ viewport: Viewport?) -> JSON? {
        let columns = rendered("columnCount")
        if columns != "auto" { return columns.string.flatMap(Int64.init).map(JSON.integer) }
        return viewport.map { $0.width - $0.insets.left - $0.insets.right >= ReadiumCSS.widthOfTwoColumns ? 2 : 1 }
    }
}
