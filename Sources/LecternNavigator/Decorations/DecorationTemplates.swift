// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The templates of a navigator, by style.
package struct DecorationTemplates: Sendable {
    private var entries: [(style: String, template: DecorationTemplate)] = []
    /// Their places.
    private var places: [ExactText: Int] = [:]

    /// None at all: for navigators that show no HTML.
    package init() {}

    /// Those of the two styles that every HTML navigator knows, and those of the host.
    ///
    /// - Parameter templates: an object of definitions by style (`decorationTemplates` of navigator-options).
    package static func html(adding templates: JSONReader? = nil) throws(Failure) -> DecorationTemplates {
        var all = DecorationTemplates()
        for (style, definition) in DefaultDecorationTemplates.definitions {
            all[style] = try DecorationTemplate(JSONReader(definition, source: "template"))
        }
        for (style, definition) in try templates?.members() ?? [] {
            guard !style.isEmpty else { throw definition.failure("The name of a style is empty.") }
            all[style] = try DecorationTemplate(definition)
        }
        return all
    }

    /// nil removes a style.  One that is replaced keeps its place among the stylesheets.
    package subscript(style: String) -> DecorationTemplate? {
        get { places[ExactText(style)].map { entries[$0].template } }
        set {
            let key = ExactText(style)
            switch (places[key], newValue) {
            case (let place?, let template?): entries[place].template = template
            case (let place?, nil):
                entries.remove(at: place)
                places[key] = nil
                for later in entries.indices[place...] { places[ExactText(entries[later].style)] = later }
            case (nil, let template?):
                places[key] = entries.count
                entries.append((style, template))
            case (nil, nil): break
            }
        }
    }

    /// The stylesheets of all styles, in the order in which they were registered.
    package var stylesheet: String {
        entries.compactMap(\.template.stylesheet).joined(separator: "\n")
    }

    /// Whether decorations of a style are drawn at all, and whether a reader can interact with them.
    ///
    /// - Parameter interaction: nil asks for the style alone.  "activate" is the only one, and works with every style.
    package func supports(style: String, interaction: String? = nil) -> Bool {
        self[style] != nil && (interaction == nil || interaction == "activate")
    }
}
