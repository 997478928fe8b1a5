// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Replaces declarations of a publication that have no effect in columns, or do not follow the reader's settings.
struct DeclarationRewriting {
    /// An absolute text length, in pixels.
    private typealias Length = (range: Range<Int>, pixels: Double)

    /// A font size declared for the root element.
    private struct Root {
        let name: Range<Int>
        /// The size as a multiple of the browser's default.
        let factor: Double
        /// The value, if it is a single absolute length.
        let length: Range<Int>?

        /// From 8 to 64 pixels.
        var isReadable: Bool { 0.5...4 ~= factor }
    }

    private let followsReader: Bool
    private let isInline: Bool
    private var always: [StylesheetChange] = []
    private var lengths: [Length] = []
    private var roots: [Root] = []

    /// - Parameters:
    ///   - followsReader: whether text lengths become relative to the reader's, and other properties are added that our
    ///     own sheets read.
    ///   - isInline: whether the declarations are those of an element.
    init(followsReader: Bool, isInline: Bool) {
        self.followsReader = followsReader
        self.isInline = isInline
    }

    /// The font size of the root is the reader's.  The publication's size moves to the body, through a property that
    /// the page sheet reads.  If the publication derives lengths from it (`62.5%`, or lengths in `rem`), it stays: our
    /// own sheets multiply by it, and other lengths are divided by it.  An unreadable size is a unit for lengths or a
    /// mistake, so the body gets the reader's size.
    ///
    /// - Parameter usesRem: whether the sheet has lengths in `rem`.
    func changes(usesRem: @autoclosure () -> Bool) -> [StylesheetChange] {
        let isMoved = roots.allSatisfy { $0.length != nil } && (roots.isEmpty || !usesRem())
        let factor = isMoved ? 1 : roots.first?.factor ?? 1
        var changes = always
        for root in roots {
            if isMoved, let length = root.length {
                let size = root.isReadable ? root.factor : 1
                changes.append(StylesheetChange(range: root.name, text: "--lectern-font-size"))
                changes.append(StylesheetChange(range: length, text: DeclarationRewriting.text(size) + "rem"))
            } else {
                let start = root.name.lowerBound
                var text = "--lectern-root:\(DeclarationRewriting.text(root.factor));"
                if !root.isReadable {
                    text += "--lectern-font-size:\(DeclarationRewriting.text(1 / root.factor))rem;"
                }
                changes.append(StylesheetChange(range: start..<start, text: text))
            }
        }
        return changes
            + lengths.map {
                StylesheetChange(range: $0.range, text: DeclarationRewriting.text($0.pixels / 16 / factor) + "rem")
            }
    }

    /// The first letters of the names that are looked at.
    private static let initials = Array("bcflpt-".utf8)

    mutating func read(_ declaration: DeclarationScanner.Declaration) {
        // Important declarations of an element would win over all sheets, also over those that make it fit a page.
        if isInline, let importance = CSSToken.importance(in: declaration) {
            always.append(StylesheetChange(range: importance, text: ""))
        }
        guard let first = declaration.name.first.map({ declaration.source[$0] | 0x20 }),
            DeclarationRewriting.initials.contains(first)
        else { return }
        let name = declaration.text(declaration.name).asciiLowercased
        switch name {
        case "page-break-before", "page-break-after", "break-before", "break-after", "break-inside":
            rewriteBreak(declaration, name)
        case "font-size", "font", "line-height": if followsReader { rewriteLengths(declaration, name) }
        case "content-visibility", "contain", "container-type", "container": rewriteContainment(declaration, name)
        case _ where name.hasPrefix("-epub-"): removePrefix(declaration, name)
        default: if followsReader { add(to: declaration, name) }
        }
    }

    private mutating func add(to declaration: DeclarationScanner.Declaration, _ name: String) {
        if let added = ReaderProperties.added(to: declaration, name, isInline: isInline) {
            let start = declaration.name.lowerBound
            always.append(StylesheetChange(range: start..<start, text: added))
        }
        if let added = ReaderProperties.edges(of: declaration, name, isInline: isInline) {
            let end = declaration.value.upperBound
            always.append(StylesheetChange(range: end..<end, text: added))
        }
    }

    // MARK: Breaks

    /// In columns, `page` and the sides of a spread have no effect.
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
            always.append(StylesheetChange(range: start..<start + 5, text: ""))
        }
        always.append(StylesheetChange(range: token.range, text: value))
    }

    // MARK: Containment

    /// Boxes whose height does not depend on their content are not broken into columns, and the size of text that is not
    /// rendered is unknown.
    private static let containment = [
        "content-visibility": ["auto": "visible"], "container-type": ["size": "inline-size"],
        "container": ["size": "inline-size"], "contain": ["size": "", "strict": "content"],
    ]

    private mutating func rewriteContainment(_ declaration: DeclarationScanner.Declaration, _ name: String) {
        guard let values = DeclarationRewriting.containment[name] else { return }
        var position = declaration.value.lowerBound
        // The shorthand begins with the names of the container.
        var isName = name == "container"
        while let token = CSSToken.next(in: declaration, &position) {
            if token.kind == .other(UInt8(ascii: "/")) { isName = false }
            if !isName, case .word(let word) = token.kind, let value = values[word] {
                always.append(StylesheetChange(range: token.range, text: value))
            }
        }
    }

    // MARK: Prefixes

    /// Values that have a different name in the unprefixed property.
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
            always.append(StylesheetChange(range: declaration.name, text: "text-combine-upright"))
        } else {
            always.append(StylesheetChange(range: start..<start + 6, text: ""))
        }
        if let token = CSSToken.first(in: declaration), case .word(let word) = token.kind, let value = values[word] {
            always.append(StylesheetChange(range: token.range, text: value))
        }
    }

    // MARK: Lengths

    /// CSS pixels per unit; 16 is the default font size of a page.
    private static let units: [String: Double] = [
        "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
    ]

    /// Units of the size of the window, to which the reader's size is a factor.
    private static let windowUnits: Set = ["vw", "vh", "vi", "vb", "vmin", "vmax", "cqw", "cqi"]

    /// The font size keywords in pixels.
    private static let keywords: [String: Double] = [
        "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
        "xxx-large": 48,
    ]

    private mutating func rewriteLengths(_ declaration: DeclarationScanner.Declaration, _ name: String) {
        let selectors = declaration.text(declaration.selectors).asciiLowercased
            .utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
        // Lengths inside an svg element are in units of the drawing.
        let words = selectors.flatMap { $0.utf8.split { !DeclarationScanner.isNameUnit($0) } }
        guard !words.contains(where: { $0.elementsEqual("svg".utf8) }) else { return }
        let isRoot = selectors.contains { ["html", ":root"].contains($0.trimmed) }
        switch name {
        case "font": rewriteShorthand(declaration, isRoot: isRoot)
        case "line-height": rewriteLength(CSSToken.first(in: declaration), allowsKeywords: false)
        default:
            guard let token = CSSToken.first(in: declaration) else { return }
            if isRoot {
                rewriteRoot(declaration, token, isAlone: true)
            } else if case .other = token.kind {
                rewriteTerms(declaration)
            } else {
                rewriteLength(token, allowsKeywords: true)
            }
        }
    }

    private mutating func rewriteRoot(
        _ declaration: DeclarationScanner.Declaration, _ token: CSSToken, isAlone: Bool
    ) {
        if let pixels = DeclarationRewriting.pixels(token, allowsKeywords: true) {
            roots.append(Root(name: declaration.name, factor: pixels / 16, length: isAlone ? token.range : nil))
        } else if case .number(let number, let unit) = token.kind, number > 0, number < 1e4 {
            let factor = unit == "%" ? number / 100 : unit == "em" || unit == "rem" ? number : 1
            if factor != 1 { roots.append(Root(name: declaration.name, factor: factor, length: nil)) }
        }
    }

    /// Rewrites a `font` shorthand: the size is its first length or size keyword, optionally followed by the line
    /// height.
    private mutating func rewriteShorthand(_ declaration: DeclarationScanner.Declaration, isRoot: Bool) {
        var position = declaration.value.lowerBound
        while let token = CSSToken.next(in: declaration, &position) {
            switch token.kind {
            case .other: return
            case .number(_, ""): continue
            case .word(let word) where DeclarationRewriting.keywords[word] == nil: continue
            case .word, .number:
                if isRoot { return rewriteRoot(declaration, token, isAlone: false) }
                rewriteLength(token, allowsKeywords: true)
                if let slash = CSSToken.next(in: declaration, &position), slash.kind == .other(UInt8(ascii: "/")) {
                    rewriteLength(CSSToken.next(in: declaration, &position), allowsKeywords: false)
                }
                return
            }
        }
    }

    /// Rewrites the lengths in a function, such as `calc(12px + 1vw)`.
    private mutating func rewriteTerms(_ declaration: DeclarationScanner.Declaration) {
        var position = declaration.value.lowerBound
        while let token = CSSToken.next(in: declaration, &position) { rewriteLength(token, allowsKeywords: false) }
    }

    private mutating func rewriteLength(_ token: CSSToken?, allowsKeywords: Bool) {
        if let token, case .number(_, let unit) = token.kind, DeclarationRewriting.windowUnits.contains(unit) {
            let (start, end) = (token.range.lowerBound, token.range.upperBound)
            always.append(StylesheetChange(range: start..<start, text: "calc("))
            always.append(StylesheetChange(range: end..<end, text: "*var(--lectern-scale,1))"))
            return
        }
        guard let token, let pixels = DeclarationRewriting.pixels(token, allowsKeywords: allowsKeywords) else { return }
        lengths.append((token.range, pixels))
    }

    /// The pixels of an absolute length; nil for any other token.
    private static func pixels(_ token: CSSToken, allowsKeywords: Bool) -> Double? {
        switch token.kind {
        case .number(let number, let unit):
            guard let factor = units[unit], number > 0, number < 1e6 else { return nil }
            return number * factor
        case .word(let word): return allowsKeywords ? keywords[word] : nil
        case .other: return nil
        }
    }

    /// Formats a number with at most five decimals.
    private static func text(_ number: Double) -> String {
        let scaled = Int((min(number, 1e9) * 1e5).rounded())
        var (fraction, places) = (scaled % 100_000, 5)
        while places > 0, fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
        guard places > 0 else { return String(scaled / 100_000) }
        let digits = String(fraction)
        return "\(scaled / 100_000).\(String(repeating: "0", count: places - digits.utf8.count))\(digits)"
    }
}
