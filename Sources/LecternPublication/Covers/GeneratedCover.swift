// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// A cover that shows the title and the authors on a color that follows from them, as an SVG.
///
/// A program that draws SVG has fonts for all scripts, joins Arabic letters and orders bidirectional lines.  The fonts
/// inside of pdfium have Western letters only, and this library has none.
struct GeneratedCover {
    static let width = 600.0
    static let height = 900.0
    /// Lines of text may be this long.
    private static let measure = 450.0

    /// Colors of the cloth and of the print on it.
    private static let cloths = [
        ("#26394D", "#E9D9B4"), ("#5B2A2C", "#F0DCC0"), ("#2F4A3C", "#EBDDB8"), ("#6A4A21", "#F7E9CB"),
        ("#3C3456", "#E6DCEF"), ("#1F4B55", "#DCEBE4"), ("#4B4642", "#EFE7DA"), ("#74351F", "#FBE6CF"),
    ]
    private static let mostAuthors = 3
    private static let longestTitle = 400
    private static let longestName = 100

    private let title: String
    private let authors: [String]
    private let language: String?

    init(_ metadata: Metadata) {
        title = GeneratedCover.clean(metadata.title.text, most: GeneratedCover.longestTitle)
        let names = metadata.contributors[.author].map {
            GeneratedCover.clean($0.name.text, most: GeneratedCover.longestName)
        }.filter { !$0.isEmpty }
        let isTooLong = names.count > GeneratedCover.mostAuthors
        authors = isTooLong ? names.prefix(GeneratedCover.mostAuthors - 1) + ["\u{2026}"] : names
        language = (metadata.title.translations.first?.language ?? LanguageTag.main(of: metadata.languages)).map {
            GeneratedCover.clean($0, most: GeneratedCover.longestName)
        }
    }

    /// One line without what XML does not allow.
    private static func clean(_ text: String, most: Int) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(most) {
            if scalar.properties.isWhitespace {
                if let last = cleaned.last, last != " " { cleaned.append(" ") }
            } else if !scalar.properties.isNoncharacterCodePoint, scalar.properties.generalCategory != .control {
                cleaned.append(scalar)
            }
        }
        if cleaned.last == " " { cleaned.removeLast() }
        return String(cleaned)
    }

    // MARK: Drawing

    func svg(_ size: PixelSize) -> String {
        let (cloth, print) = GeneratedCover.cloths[cloth]
        let language = language.map { " xml:lang=\"\($0.htmlEscaped)\"" } ?? ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
            viewBox="0 0 600 900"\(language)>
            <rect width="600" height="900" fill="\(cloth)"/>
            <g fill="none" stroke="\(print)"><rect x="33" y="33" width="534" height="834" stroke-width="5"/>
            <rect x="45" y="45" width="510" height="810" stroke-width="1.5"/>
            <path d="M255 640h90" stroke-width="3"/></g>
            <g fill="\(print)" font-family="Georgia, 'Noto Serif', 'DejaVu Serif', serif" text-anchor="middle">
            \(titleText)\(authorTexts)</g>
            </svg>

            """
    }

    /// The number of the cloth.
    private var cloth: Int {
        var hash = FNV1a()
        for byte in title.utf8 { hash.add(byte) }
        return Int(hash.value % UInt64(GeneratedCover.cloths.count))
    }

    /// In the middle of the space above the rule.
    private var titleText: String {
        let text = FittedText(
            title, sizes: [76, 64, 54, 46, 39, 33, 28], width: GeneratedCover.measure, height: 460)
        return lines(text, top: 340 - text.height / 2)
    }

    private var authorTexts: String {
        var top = 680.0
        return authors.map { author in
            let text = FittedText(author, sizes: [36, 31, 27, 23], width: GeneratedCover.measure, height: 48)
            defer { top += 48 }
            return lines(text, top: top)
        }.joined()
    }

    private func lines(_ text: FittedText, top: Double) -> String {
        let direction = GeneratedCover.isRightToLeft(text.lines.joined()) ? " direction=\"rtl\"" : ""
        return text.lines.enumerated().map { number, line in
            let baseline = Int(top + (Double(number) + 0.8) * text.size * text.lineHeight)
            let size = Int(text.size)
            return "<text x=\"300\" y=\"\(baseline)\" font-size=\"\(size)\"\(direction)>\(line.htmlEscaped)</text>\n"
        }.joined()
    }

    /// Whether the first letter is of a script from right to left (UAX #9, P2).
    private static func isRightToLeft(_ text: String) -> Bool {
        let letter = text.unicodeScalars.first { $0.properties.isAlphabetic }
        switch letter?.value ?? 0 {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
        default: return false
        }
    }
}
