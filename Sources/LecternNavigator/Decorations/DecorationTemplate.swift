// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Renders a style of decorations as HTML (Readium's HTMLDecorationTemplate).
///
/// Classes, ids and custom properties with the prefixes `lectern-` and `readium-` are reserved, and must not be used
/// by templates of hosts.
public struct DecorationTemplate: Sendable {
    /// The elements of a decoration.  The schema `decoration-template` has the full definition.
    public enum Layout: String, Sendable, CaseIterable {
        /// One element per CSS border box, such as a line of text.
        case boxes
        /// One element around all boxes.
        case bounds
        /// A time range in a recording; it has an element only if the template does.
        case cue
    }

    /// The horizontal extent of an element.
    public enum Width: String, Sendable, CaseIterable {
        /// The width of its box.
        case wrap
        /// The width of the bounds of all boxes.
        case bounds
        /// The width of the page; a screen may show two pages.
        case page
        /// The width of the whole screen.
        case viewport
    }

    enum UsedExtras {
        case named(Set<ExactText>)
        /// Potentially all of them.
        case all
    }

    /// Renders an element as HTML, from the JSON of a decoration.
    public typealias Renderer = @Sendable (_ decoration: ByteBuffer) throws(Failure) -> ByteBuffer

    private enum Element: Sendable {
        case template(ElementTemplate)
        case label(MarginTemplate)
        case renderer(Renderer)
    }

    /// What the page does beside showing elements; the member has the color.
    enum Paint: String, CaseIterable {
        /// The color of the text itself.
        case textColor
        /// A veil over everything but the text.
        case mask
    }

    public let layout: Layout
    public let width: Width
    public let stylesheet: String?
    /// nil only for cues.
    private let element: Element?
    private let paints: [(kind: Paint, color: ElementTemplate)]

    /// Reads a definition (schema `decoration-template`).
    ///
    /// - Parameter renderer: replaces the element of the definition, which may then be absent.
    public init(_ json: JSONReader, renderer: Renderer? = nil) throws(Failure) {
        try json.rejectUnknownMembers(
            ["layout", "width", "element", "stylesheet", "image", "text"] + Paint.allCases.map(\.rawValue))
        // The element is parsed even if it is replaced, so that errors in it are reported.
        let template = try json.optionalMember("element").map { json throws(Failure) in try ElementTemplate(json) }
        let label = try MarginTemplate(of: json)
        if template != nil, label != nil { throw json.failure("A template with an image or a text has no element.") }
        element = renderer.map(Element.renderer) ?? template.map(Element.template) ?? label.map(Element.label)
        layout =
            try json.optionalMember("layout").map { json throws(Failure) in try json.choice(Layout.self) }
            ?? (label == nil ? .boxes : .bounds)
        width =
            try json.optionalMember("width").map { json throws(Failure) in try json.choice(Width.self) }
            ?? (label == nil ? .wrap : .page)
        guard element != nil || layout == .cue else { throw json.failure("The member \"element\" is missing.") }
        let sheet = try json.optionalMember("stylesheet").map { json throws(Failure) in try json.string() }
        stylesheet =
            label == nil ? sheet : [MarginTemplate.stylesheet, sheet].compactMap { $0 }.joined(separator: "\n")
        var paints: [(Paint, ElementTemplate)] = []
        for kind in Paint.allCases {
            if let color = try json.optionalMember(kind.rawValue) { paints.append((kind, try ElementTemplate(color))) }
        }
        self.paints = paints
    }

    var usedExtras: UsedExtras {
        var names: Set<ExactText> = []
        switch element {
        case .renderer: return .all
        case .template(let template): names = template.extras
        case .label, nil: break
        }
        for paint in paints { names.formUnion(paint.color.extras) }
        return .named(names)
    }

    /// Whether the host renders the element.
    var isOfHost: Bool {
        if case .renderer = element { return true }
        return false
    }

    /// Returns the HTML of a decoration's element.
    ///
    /// - Returns: nil for cues without an element.
    public func html(for decoration: Decoration) throws(Failure) -> String? {
        switch element {
        case nil: return nil
        case .template(let template): return try template.html(for: decoration)
        case .label(let label): return label.html(for: decoration)
        case .renderer(let render):
            var json = JSONWriter()
            decoration.write(to: &json)
            return try DecorationTemplate.checked(render(json.finish()))
        }
    }

    /// Writes the colors of the text and of the veil, if there are any.
    func writePaints(of decoration: Decoration, to json: inout JSONWriter) throws(Failure) {
        for paint in paints {
            json.key(named: paint.kind.rawValue)
            json.string(try paint.color.html(for: decoration))
        }
    }

    /// Validates the result of a host, which is as untrusted as a file.
    private static func checked(_ html: ByteBuffer) throws(Failure) -> String {
        let text = html.withBytes { String(validating: $0.assumingMemoryBound(to: UInt8.self), as: UTF8.self) }
        guard let text else { throw Failure(.callback, "The renderer of a decoration returned invalid UTF-8.") }
        guard !text.trimmed.isEmpty else { throw Failure(.callback, "The renderer of a decoration returned nothing.") }
        return text
    }
}
