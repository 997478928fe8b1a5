// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How a style of decorations becomes HTML (Readium's HTMLDecorationTemplate).
///
/// Names of classes, ids and custom properties that begin with `lectern-` or `readium-` are not for templates of hosts.
public struct DecorationTemplate: Sendable {
    /// Which elements a decoration has.  The schema `decoration-template` defines it in full.
    public enum Layout: String, Sendable, CaseIterable {
        /// One element for each CSS border box, such as a line of text.
        case boxes
        /// One element around all of them.
        case bounds
        /// A range of time in a recording; an element only if the template has one.
        case cue
    }

    /// How far an element reaches along a line.
    public enum Width: String, Sendable, CaseIterable {
        /// As far as its box.
        case wrap
        /// As far as the bounds of all boxes.
        case bounds
        /// As far as the page, of which a screen may show two.
        case page
        /// As far as the whole screen.
        case viewport
    }

    /// The extras that a template uses.
    enum UsedExtras {
        case named(Set<ExactText>)
        /// It may be any of them.
        case all
    }

    /// Makes one element, as HTML, from the JSON of a decoration.
    public typealias Renderer = @Sendable (_ decoration: ByteBuffer) throws(Failure) -> ByteBuffer

    private enum Element: Sendable {
        case template(ElementTemplate)
        case renderer(Renderer)
    }

    public let layout: Layout
    public let width: Width
    public let stylesheet: String?
    /// nil only for cues.
    private let element: Element?

    /// Reads a definition (schema `decoration-template`).
    ///
    /// - Parameter renderer: replaces the element of the definition, which need not have one then.
    public init(_ json: JSONReader, renderer: Renderer? = nil) throws(Failure) {
        try json.rejectUnknownMembers(["layout", "width", "element", "stylesheet"])
        layout =
            try json.optionalMember("layout").map { json throws(Failure) in try json.choice(Layout.self) } ?? .boxes
        width = try json.optionalMember("width").map { json throws(Failure) in try json.choice(Width.self) } ?? .wrap
        stylesheet = try json.optionalMember("stylesheet").map { json throws(Failure) in try json.string() }
        // It is read in any case, so that what is wrong with it does not go unnoticed.
        let template = try json.optionalMember("element").map { json throws(Failure) in try ElementTemplate(json) }
        element = renderer.map(Element.renderer) ?? template.map(Element.template)
        guard element != nil || layout == .cue else { throw json.failure("The member \"element\" is missing.") }
    }

    var usedExtras: UsedExtras {
        switch element {
        case .template(let template): .named(template.extras)
        case .renderer: .all
        case nil: .named([])
        }
    }

    /// Whether a function of the host draws it.
    var isOfHost: Bool {
        if case .renderer = element { return true }
        return false
    }

    /// The HTML of the element of a decoration.
    ///
    /// - Returns: nil for cues without an element.
    public func html(for decoration: Decoration) throws(Failure) -> String? {
        switch element {
        case nil: return nil
        case .template(let template): return try template.html(for: decoration)
        case .renderer(let render):
            var json = JSONWriter()
            decoration.write(to: &json)
            return try DecorationTemplate.checked(render(json.finish()))
        }
    }

    /// The result of a host is as untrusted as a file.
    private static func checked(_ html: ByteBuffer) throws(Failure) -> String {
        let text = html.withBytes { String(validating: $0.assumingMemoryBound(to: UInt8.self), as: UTF8.self) }
        guard let text else { throw Failure(.callback, "The renderer of a decoration returned invalid UTF-8.") }
        guard !text.trimmed.isEmpty else { throw Failure(.callback, "The renderer of a decoration returned nothing.") }
        return text
    }
}
