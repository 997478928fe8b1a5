// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// Properties that our own sheets read, next to those of a publication that the reader's settings override: what the
/// author wants to tell with an alignment, a color or a typeface survives them (css/lectern-after.css).
///
/// They are declared in the same rules, so the cascade chooses them together with the author's.
enum ReaderProperties {
    /// The declaration to add for one of the publication; nil if there is none.
    ///
    /// - Parameter isInline: whether it belongs to an element, where nothing is important.
    static func added(to declaration: DeclarationScanner.Declaration, _ name: String, isInline: Bool) -> String? {
        let isText = isOfAllText(declaration)
        let isImportant = !isInline && CSSToken.importance(in: declaration) != nil
        let added: (name: String, value: String?)
        switch name {
        case "text-align": added = ("align", isText ? "initial" : alignment(declaration))
        case "color": added = ("ink", isText ? "var(--lectern-text)" : ink(declaration))
        case "background", "background-color": added = ("tone", tone(declaration))
        case "font-family": added = ("mono", typeface(declaration))
        default: return nil
        }
        return added.value.map { "--lectern-\(added.name):\($0)\(isImportant ? "!important" : "");" }
    }

    /// Selectors of the text as a whole, which is the reader's.
    private static let whole: Set = ["html", ":root", "body", "p", "div", "section", "li", "dd", "*"]

    private static func isOfAllText(_ declaration: DeclarationScanner.Declaration) -> Bool {
        guard !declaration.selectors.isEmpty else { return false }
        return declaration.text(declaration.selectors).asciiLowercased.utf8.split(separator: UInt8(ascii: ","))
            .allSatisfy { whole.contains(String(Substring($0)).trimmed) }
    }

    private static func word(_ declaration: DeclarationScanner.Declaration) -> String? {
        guard case .word(let word)? = CSSToken.first(in: declaration)?.kind else { return nil }
        return word
    }

    /// Centered lines and those at the end of the line stay there.  The start is an ordinary paragraph, whatever its
    /// name.
    private static func alignment(_ declaration: DeclarationScanner.Declaration) -> String? {
        switch word(declaration) {
        case "center", "-webkit-center", "-moz-center": "center"
        case "right", "-webkit-right": "var(--lectern-right)"
        case "left", "-webkit-left": "var(--lectern-left)"
        case "end": "end"
        case "inherit", "unset": "inherit"
        default: "initial"
        }
    }

    // MARK: Colors

    /// A color without a hue is that of the text.  Others are lighter on dark paper, and darker on light paper: with a
    /// contrast of 4.5 also on the tone of a box.
    private static func ink(_ declaration: DeclarationScanner.Declaration) -> String? {
        guard let color = CSSColor.first(in: declaration) else { return "initial" }
        guard saturation(color) >= 32 else { return "var(--lectern-text)" }
        let pale = mixed(color, with: 255) { $0.luminance >= 0.45 }
        let deep = mixed(color, with: 0) { $0.luminance <= 0.08 }
        return "var(--lectern-no-pale,\(pale.hex))var(--lectern-no-deep,\(deep.hex))"
    }

    /// A box that the author set apart from white paper gets a veil in its hue.
    private static func tone(_ declaration: DeclarationScanner.Declaration) -> String? {
        guard let color = CSSColor.first(in: declaration) else {
            let plain: Set = ["none", "transparent", "inherit", "initial", "unset", "currentcolor"]
            return word(declaration).map(plain.contains) == true ? "initial" : nil
        }
        let low = min(color.red, color.green, color.blue)
        guard color.alpha > 0, low < 250 else { return "initial" }
        let range = Double(saturation(color))
        let parts = [color.red, color.green, color.blue].map { component in
            range < 16 ? 128 : UInt8((Double(component - low) * 255 / range).rounded())
        }
        let depth = 0.1 + 0.1 * Double(255 - low) / 255
        let veil = Color(red: parts[0], green: parts[1], blue: parts[2])
        return "var(--lectern-paper)\(veil.css(opacity: depth))"
    }

    private static func saturation(_ color: Color) -> UInt8 {
        max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
    }

    /// The first mixture with white or black, in steps of a twentieth, that suits.
    private static func mixed(_ color: Color, with end: Double, until suits: (Color) -> Bool) -> Color {
        for step in 0..<20 {
            let share = Double(step) / 20
            let parts = [color.red, color.green, color.blue].map {
                UInt8((Double($0) * (1 - share) + end * share).rounded())
            }
            let mixture = Color(red: parts[0], green: parts[1], blue: parts[2])
            if suits(mixture) { return mixture }
        }
        return Color(red: UInt8(end), green: UInt8(end), blue: UInt8(end))
    }

    // MARK: Borders

    /// The declaration to add after one for borders, which draw charts and arrows, too: colors that cannot be seen on
    /// dark paper, for which our own sheets define `--lectern-edge`, are then that of the text.  Nil if all can be seen.
    static func edges(of declaration: DeclarationScanner.Declaration, _ name: String, isInline: Bool) -> String? {
        let isColor = name.hasSuffix("-color")
        guard name.hasPrefix("border"), isColor || borders.contains(name) else { return nil }
        let importance = CSSToken.importance(in: declaration)
        var position = declaration.value.lowerBound
        var (text, end) = ("", position)
        while let (color, range) = CSSColor.next(in: declaration, &position) {
            guard color.alpha > 0, color.luminance < faint else { continue }
            let before = isColor ? declaration.text(end..<range.lowerBound) : ""
            text += "\(before)var(--lectern-edge,\(declaration.text(range)))"
            end = range.upperBound
        }
        guard !text.isEmpty else { return nil }
        let last = importance?.lowerBound ?? declaration.value.upperBound
        if isColor, end < last { text += declaration.text(end..<last) }
        return ";\(name)\(isColor ? "" : "-color"):\(text)\(importance == nil || isInline ? "" : "!important")"
    }

    private static let borders: Set = [
        "border", "border-top", "border-right", "border-bottom", "border-left", "border-block", "border-inline",
        "border-block-start", "border-block-end", "border-inline-start", "border-inline-end",
    ]

    /// The luminance of a line with a contrast of 3 to black paper.
    private static let faint = 0.1

    // MARK: Typefaces

    /// Letters of one width stay so, in the font of the browser.
    private static func typeface(_ declaration: DeclarationScanner.Declaration) -> String? {
        var position = declaration.value.lowerBound
        while let token = CSSToken.next(in: declaration, &position) {
            if token.kind == .word("monospace") || token.kind == .word("ui-monospace") { return "monospace" }
        }
        return "initial"
    }
}
