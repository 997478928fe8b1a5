// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decoration templates of a navigator, by style.
public struct DecorationTemplates: Sendable {
    /// The layouts that this kind of navigator supports.
    private let layouts: [DecorationTemplate.Layout]
    private var entries: [(style: String, template: DecorationTemplate)] = []
    /// Indices by style.
    private var places: [ExactText: Int] = [:]

    /// Creates the built-in templates of a kind of navigator, and those of the host.  A host may use the same ones
    /// for all publications: templates with a layout that this kind does not support are kept, but not rendered.
    ///
    /// - Parameter templates: an object of definitions by style (`decorationTemplates` of navigator-options).
    public init(_ kind: NavigatorKind, adding templates: JSONReader? = nil) throws(Failure) {
        layouts = kind.decorationLayouts
        for (style, definition) in kind.decorationStyles {
            self[style] = try DecorationTemplate(JSONReader(definition, source: "template"))
        }
        for (style, definition) in try templates?.members() ?? [] {
            guard !style.isEmpty else { throw definition.failure("The name of a style must not be empty.") }
            self[style] = try DecorationTemplate(definition)
        }
    }

    /// The template of a style; nil if the style is not supported.  Setting nil removes a style; a replaced style
    /// keeps its position among the stylesheets.
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

    /// The stylesheets of all supported styles, in order of registration.
    public var stylesheet: String {
        entries.filter { layouts.contains($0.template.layout) }.compactMap(\.template.stylesheet).joined(
            separator: "\n")
    }

    /// Whether decorations of a style are rendered, and whether they support an interaction.
    ///
    /// - Parameter interaction: nil tests only the style.  Every style supports "activate"; the others need an element
    ///   on a page.
    public func supports(style: String, interaction: String? = nil) -> Bool {
        guard let template = self[style] else { return false }
        guard let interaction else { return true }
        switch DecorationInteraction(rawValue: interaction) {
        case .activate: return true
        case .secondary, .hover: return template.layout != .cue
        case nil: return false
        }
    }
}

extension NavigatorKind {
    /// The layouts that this kind can show: elements over a page, or times in a recording.
    fileprivate var decorationLayouts: [DecorationTemplate.Layout] {
        switch navigator {
        case "epub", "pdf", "image": [.boxes, .bounds]
        case "audio", "video": [.cue]
        default: []
        }
    }

    /// The built-in styles of this kind.
    fileprivate var decorationStyles: [(style: String, definition: JSON)] {
        switch navigator {
        case "epub": DefaultDecorationTemplates.ofDocuments
        case "pdf", "image": DefaultDecorationTemplates.ofPictures
        case "audio", "video": DefaultDecorationTemplates.cues
        default: []
        }
    }
}
