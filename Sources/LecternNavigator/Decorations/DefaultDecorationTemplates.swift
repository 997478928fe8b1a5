// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The built-in styles of navigators, in the form in which a host would define them: `highlight` and `underline` on
/// pages, and `highlight` in recordings, which cannot be underlined.
///
/// Active decorations have both a fill and a line, so that they look the same in either style.
enum DefaultDecorationTemplates {
    private static let opacity = "0.3"
    private static let lineWeight = 2
    private static let cornerRadius = 3
    /// The horizontal padding of an element beyond the text, in pixels.
    private static let padding = 1

    static let cues: [(style: String, definition: JSON)] = [("highlight", ["layout": "cue"])]

    static let html: [(style: String, definition: JSON)] = [
        ("highlight", definition("lectern-highlight", always: fill, whenActive: line)),
        ("underline", definition("lectern-underline", always: line, whenActive: fill)),
    ]

    /// `!important`, because some books set the background of every `div` with `!important`.
    private static let fill = "background-color: {{tint@\(opacity)}} !important;"
    private static let line = "--lectern-line: {{tint}};"

    private static func definition(_ name: String, always: String, whenActive: String) -> JSON {
        let style = "\(always){{#style.isActive}} \(whenActive){{/style.isActive}}"
        return [
            "layout": "boxes", "width": "wrap",
            "element": .string("<div class=\"\(name)\" style=\"\(style)\"></div>"),
            "stylesheet": .string(stylesheet(name)),
        ]
    }

    /// The line is below the text; in vertical text, it is on the side where the next line follows.
    private static func stylesheet(_ name: String) -> String {
        let line = "\(lineWeight)px solid var(--lectern-line, transparent)"
        return """
            .\(name) {
                box-sizing: content-box;
                margin: 0 0 0 -\(padding)px;
                padding: 0 \(padding)px;
                border: 0;
                border-radius: \(cornerRadius)px;
                border-bottom: \(line);
                background-clip: padding-box;
            }
            .\(name)[data-writing-mode|="vertical"], .\(name)[data-writing-mode|="sideways"] {
                margin: -\(padding)px 0 0 0;
                padding: \(padding)px 0;
                border-bottom: 0;
            }
            .\(name)[data-writing-mode$="-rl"] {
                border-left: \(line);
            }
            .\(name)[data-writing-mode$="-lr"] {
                border-right: \(line);
            }
            """
    }
}
