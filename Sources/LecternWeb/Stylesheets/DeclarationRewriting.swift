// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The declarations of a publication that do not act in columns, or do not follow the size of text, and what stands in
/// their place.
struct DeclarationRewriting {
    struct Change {
        let range: Range<Int>
        let text: String
    }

    private let rewritesFontSizes: Bool
    private var always: [Change] = []
    /// The changes of lengths, which are all made or none.
    private var lengths: [Change] = []
    /// Whether the sheet sets the size that its own `rem` is relative to: then its lengths depend on each other.
    private var scalesRoot = false
    /// Whether the sheet gives the root a size, which becomes that of the body.
    private var movesRoot = false

    init(rewritesFontSizes: Bool) {
        self.rewritesFontSizes = rewritesFontSizes
    }

    /// - Parameter usesRem: whether the sheet has lengths that are relative to its own root.
    func changes(usesRem: @autoclosure () -> Bool) -> [Change] {
        scalesRoot || movesRoot && usesRem() ? always : always + lengths
    }

    mutating func read(_ declaration: DeclarationScanner.Declaration) {
        guard let first = declaration.name.first.map({ declaration.source[$0] | 0x20 }),
            first == UInt8(ascii: "b") || first == UInt8(ascii: "f") || first == UInt8(ascii: "l")
                || first == UInt8(ascii: "p") || first == UInt8(ascii: "-")
        else { return }
        let name = declaration.text(declaration.name).asciiLowercased
        switch name {
        case "page-break-before", "page-break-after", "break-before", "break-after", "break-inside":
            rewriteBreak(declaration, name)
        case "font-size", "font", "line-height": if rewritesFontSizes { rewriteLengths(declaration, name) }
        case _ where name.hasPrefix("-epub-"): removePrefix(declaration, name)
        default: return
        }
    }

    // MARK: Breaks

    /// In columns, `page` and the sides of a spread do nothing.
    private static let breaks = [
        "always": "column", "page": "column", "left": "column", "right": "column", "recto": "column", "verso": "column",
        "avoid-page": "avoid-column",
    ]

    private mutating func rewriteBreak(_ declaration: DeclarationScanner.Declaration, _ name: String) {
        guard let token = CSSToken.first(in: declaration), case .word(let word) = token.kind,
            let value = DeclarationRewriting.breaks[word]
        else { return }
        if name.hasPrefix("page-") {
            let start = declaration.name.lowerBound
            always.append(Change(range: start..<start + 5, text: ""))
        }
        always.append(Change(range: token.range, text: value))
    }

    // MARK: Prefixes

    /// The values that have other names without the prefix.
    private static let values: [String: [String: String]] = [
        "-epub-text-orientation": [
            "vertical-right": "mixed", "sideways-right": "sideways", "rotate-right": "sideways",
            "rotate-normal": "sideways",
        ],
        "-epub-text-combine": ["horizontal": "all"], "-epub-text-combine-horizontal": [:],
        "-epub-text-underline-position": ["alphabetic": "auto"],
        "-epub-text-transform": ["-epub-fullwidth": "full-width"],
        "-epub-word-break": [:], "-epub-hyphens": [:], "-epub-line-break": [:], "-epub-text-align-last": [:],
        "-epub-writing-mode": [:], "-epub-text-emphasis": [:], "-epub-text-emphasis-color": [:],
        "-epub-text-emphasis-position": [:], "-epub-text-emphasis-style": [:], "-epub-ruby-position": [:],
        "-epub-caption-side": [:],
    ]

    private mutating func removePrefix(_ declaration: DeclarationScanner.Declaration, _ name: String) {
        guard let values = DeclarationRewriting.values[name] else { return }
        let start = declaration.name.lowerBound
        if name.hasPrefix("-epub-text-combine") {
            always.append(Change(range: declaration.name, text: "text-combine-upright"))
        } else {
            always.append(Change(range: start..<start + 6, text: ""))
        }
        if let token = CSSToken.first(in: declaration), case .word(let word) = token.kind, let value = values[word] {
            always.append(Change(range: token.range, text: value))
        }
    }

    // MARK: Lengths

    /// CSS pixels, of which 16 are the font size that a page begins with.
    private static let pixels: [String: Double] = [
        "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
    ]

    /// The sizes of the keywords, in pixels.
    private static let keywords: [String: Double] = [
        "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
        "xxx-large": 48,
    ]

    private mutating func rewriteLengths(_ declaration: DeclarationScanner.Declaration, _ name: String) {
        let selectors = declaration.text(declaration.selectors).asciiLowercased
            .utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
        // Lengths in a drawing are units of the drawing.
        let words = selectors.flatMap { $0.utf8.split { !DeclarationScanner.isNameUnit($0) } }
        guard !words.contains(where: { $0.elementsEqual("svg".utf8) }) else { return }
        let isRoot = selectors.contains { ["html", ":root"].contains($0.trimmed) }
        switch name {
        case "font" where isRoot: scalesRoot = true
        case "font": rewriteShorthand(declaration)
        case "line-height": rewriteLength(CSSToken.first(in: declaration), allowsKeywords: false)
        default:
            guard let token = CSSToken.first(in: declaration) else { return }
            if isRoot {
                rewriteRoot(declaration, token)
            } else {
                rewriteLength(token, allowsKeywords: true)
            }
        }
    }

    /// The size of the root is the reader's.  That of the publication goes to the body, by a property that the page
    /// sheet reads; a root that is smaller by a factor is a trick to calculate with, and then nothing is changed.
    private mutating func rewriteRoot(_ declaration: DeclarationScanner.Declaration, _ token: CSSToken) {
        guard let rem = DeclarationRewriting.rem(token, allowsKeywords: true) else {
            if case .number(let number, let unit) = token.kind, unit == "%" ? number == 100 : number == 1 { return }
            if case .word = token.kind { return }
            scalesRoot = true
            return
        }
        movesRoot = true
        lengths.append(Change(range: declaration.name, text: "--lectern-font-size"))
        lengths.append(Change(range: token.range, text: rem))
    }

    /// The size is the first length or size keyword of a `font`, and the height of the line may follow it.
    private mutating func rewriteShorthand(_ declaration: DeclarationScanner.Declaration) {
        var position = declaration.value.lowerBound
        while let token = CSSToken.next(in: declaration, &position) {
            switch token.kind {
            case .other: return
            case .number(_, ""): continue
            case .word(let word) where DeclarationRewriting.keywords[word] == nil: continue
            case .word, .number:
                rewriteLength(token, allowsKeywords: true)
                if let slash = CSSToken.next(in: declaration, &position), slash.kind == .other(UInt8(ascii: "/")) {
                    rewriteLength(CSSToken.next(in: declaration, &position), allowsKeywords: false)
                }
                return
            }
        }
    }

    private mutating func rewriteLength(_ token: CSSToken?, allowsKeywords: Bool) {
        guard let token, let rem = DeclarationRewriting.rem(token, allowsKeywords: allowsKeywords) else { return }
        lengths.append(Change(range: token.range, text: rem))
    }

    /// The same length relative to the root; nil for one that is not absolute.
    private static func rem(_ token: CSSToken, allowsKeywords: Bool) -> String? {
        switch token.kind {
        case .number(let number, let unit):
            guard let factor = pixels[unit], number > 0, number < 1e6 else { return nil }
            return NumberStyle.english.number(number * factor / 16, minimum: 0, maximum: 5) + "rem"
        case .word(let word):
            guard allowsKeywords else { return nil }
            return keywords[word].map { NumberStyle.english.number($0 / 16, minimum: 0, maximum: 5) + "rem" }
        case .other: return nil
        }
    }
}
