// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The built-in styles of navigators, in the form in which a host would define them: the style types of the Readium
/// toolkits, with their names.  Recordings only have `highlight`, as a cue.
///
/// Active decorations have both a fill and a line, as `highlightUnderline` always has.
enum DefaultDecorationTemplates {
    private static let opacity = "0.3"
    private static let lineWeight = 2
    private static let cornerRadius = 3
    /// The horizontal padding of an element beyond the text, in pixels.
    private static let padding = 1
    /// The default color of the other lines; highlights and underlines are yellow.
    private static let red = "|#FF0000"
    /// The default color of veils, which suits light and dark pages.
    private static let veil = "color-mix(in srgb, Canvas 50%, transparent)"

    static let cues: [(style: String, definition: JSON)] = [("highlight", ["layout": "cue"])]

    /// The styles of pages that are pictures: images, and the pages of a PDF.
    static let ofPictures: [(style: String, definition: JSON)] = [
        ("highlight", definition("highlight", fill(), whenActive: line(), underline)),
        ("underline", definition("underline", line(), whenActive: fill(), underline)),
        ("highlightUnderline", definition("highlight-underline", "\(fill()) \(line())", underline)),
        ("strikethrough", definition("strikethrough", line(red), whenActive: fill(red), strikethrough)),
        ("outline", definition("outline", line(red), whenActive: fill(red), outline)),
        (
            "mask",
            definition(
                "mask", "", { _ in "" }, paint: ("mask", "{{#style.tint}}{{tint}}{{else}}\(veil){{/style.tint}}"))
        ),
    ]

    /// The styles of documents.
    static let ofDocuments =
        ofPictures + [
            (
                "textColor",
                definition(
                    "text-color", line(red), whenActive: fill(red), textColor, paint: ("textColor", "{{tint\(red)}}"))
            )
        ]

    /// `!important`, because some books set the background of every `div` with `!important`.
    private static func fill(_ otherwise: String = "") -> String {
        "background-color: {{tint@\(opacity)\(otherwise)}} !important;"
    }

    private static func line(_ otherwise: String = "") -> String { "--lectern-line: {{tint\(otherwise)}};" }

    private static func definition(
        _ name: String, _ always: String, whenActive: String = "", _ stylesheet: (String) -> String,
        paint: (name: String, color: String)? = nil
    ) -> JSON {
        let style = always + (whenActive.isEmpty ? "" : "{{#style.isActive}} \(whenActive){{/style.isActive}}")
        var definition = JSONObject()
        definition["layout"] = "boxes"
        definition["width"] = "wrap"
        definition["element"] = .string("<div class=\"lectern-\(name)\" style=\"\(style)\"></div>")
        definition["stylesheet"] = .string(stylesheet(".lectern-\(name)"))
        if let paint { definition[paint.name] = .string(paint.color) }
        return .object(definition)
    }

    // MARK: Style sheets

    private static let stroke = "\(lineWeight)px solid var(--lectern-line, transparent)"

    /// The line is below the text; in vertical text, it is on the side where the next line follows, beside the letters.
    private static func underline(_ selector: String) -> String {
        """
        \(selector) {
            box-sizing: content-box;
            margin: 0 0 0 -\(padding)px;
            padding: 0 \(padding)px;
            border: 0;
            border-radius: \(cornerRadius)px;
            border-bottom: \(stroke);
            background-clip: padding-box;
        }
        \(selector)[data-writing-mode|="vertical"], \(selector)[data-writing-mode|="sideways"] {
            margin: -\(padding)px 0 0 0;
            padding: \(padding)px 0;
            border-bottom: 0;
        }
        \(selector)[data-writing-mode$="-rl"] {
            margin-left: -\(lineWeight)px;
            border-left: \(stroke);
        }
        \(selector)[data-writing-mode$="-lr"] {
            border-right: \(stroke);
        }
        """
    }

    /// The line is in the middle of the line of text.
    private static func strikethrough(_ selector: String) -> String {
        """
        \(selector) {
            background: linear-gradient(var(--lectern-line) 0 0) center / 100% \(lineWeight)px no-repeat;
        }
        \(selector)[data-writing-mode|="vertical"], \(selector)[data-writing-mode|="sideways"] {
            background-size: \(lineWeight)px 100%;
        }
        """
    }

    private static func outline(_ selector: String) -> String {
        """
        \(selector) {
            outline: \(stroke);
            outline-offset: 1px;
            border-radius: \(cornerRadius)px;
        }
        """
    }

    /// An engine that cannot color a range of text underlines it.
    private static func textColor(_ selector: String) -> String {
        "@supports not selector(::highlight(lectern)) {\n\(underline(selector))\n}"
    }
}
