// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decoration templates of a navigator, by style.
public struct DecorationTemplates: Sendable {
    /// What this kind of navigator can show.
    private let layouts: [DecorationTemplate.Layout]
    private var entries: [(style: String, template: DecorationTemplate)] = []
    /// Their places.
    private var places: [ExactText: Int] = [:]

    /// Those of the styles that a kind of navigator knows by itself, and those of the host.  A host may have the same ones
    /// for all publications: those with a layout that this kind cannot show are kept, but draw nothing.
    ///
    /// - Parameter templates: an object of definitions by style (`decorationTemplates` of navigator-options).
    public init(_ kind: NavigatorKind, adding templates: JSONReader? = nil) throws(Failure) {
        layouts = kind.decorationLayouts
        for (style, definition) in kind.decorationStyles {
            self[style] = try DecorationTemplate(JSONReader(definition, source: "template"))
        }
        for (style, definition) in try templates?.members() ?? [] {
            guard !style.isEmpty else { throw definition.failure("The name of a style is empty.") }
            self[style] = try DecorationTemplate(definition)
        }
    }

    /// nil for a style that is not shown.  Setting nil removes a style; one that is replaced keeps its place among the
    /// stylesheets.
    public subscript(style: String) -> DecorationTemplate? {
        get { places[ExactText(style)].map { entries[$0].template }.flatMap { layouts.contains($0.layout) ? $0 : nil } }
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

    /// The stylesheets of all styles that are shown, in the order in which they were registered.
    public var stylesheet: String {
        entries.filter { layouts.contains($0.template.layout) }.compactMap(\.template.stylesheet).joined(
            separator: "\n")
    }

    /// Whether decorations of a style are drawn at all, and whether a reader can interact with them.
    ///
    /// - Parameter interaction: nil asks for the style alone.  "activate" is the only one, and works with every style.
    public func supports(style: String, interaction: String? = nil) -> Bool {
        self[style] != nil && (interaction == nil || interaction == "activate")
    }
}

extension NavigatorKind {
    /// What decorations can be where this kind shows them: elements over a page, or times in a recording.
    fileprivate var decorationLayouts: [DecorationTemplate.Layout] {
        switch navigator {
        case "epub", "pdf", "image": [.boxes, .bounds]
        case "audio": [.cue]
        default: []
        }
    }

    /// The built-in styles of this kind.
    fileprivate var decorationStyles: [(style: String, definition: JSON)] {
        switch navigator {
        case "epub", "pdf", "image": DefaultDecorationTemplates.html
        case "audio": DefaultDecorationTemplates.cues
        default: []
        }
    }
}
