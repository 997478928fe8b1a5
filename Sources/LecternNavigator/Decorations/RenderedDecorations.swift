// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The elements and stylesheets for drawing the decorations of a resource in a web view.
public struct RenderedDecorations: Sendable {
    /// A JSON object (schema `rendered-decorations`).  Groups without decorations in the resource are left out.
    public let text: ByteBuffer
    /// For each group, the decorations that were left out, with the reason.
    public let warnings: [Warning]
    /// Decorations that are not drawn, because their text was not found.
    let unplaced: UnplacedDecorations

    /// Limits the memory for templates that repeat long texts.
    private static let maxSize = 128 << 20

    /// - Parameters:
    ///   - href: in any spelling; query and fragment are ignored.
    ///   - place: see ``Navigator/Locate``.
    public init(
        _ groups: DecorationGroups, in href: String, templates: DecorationTemplates,
        place: (Locator) -> Locator? = { _ in nil }
    ) throws(Failure) {
        var unplaced = UnplacedDecorations()
        let resource = Decoration.resource(of: Href.normalized(href))
        var json = JSONWriter()
        var warnings: [Warning] = []
        json.beginObject()
        json.key("groups")
        json.beginObject()
        for name in groups.names {
            let decorations = groups.decorations(in: name).decorations.filter { $0.resource == resource }
            guard !decorations.isEmpty else { continue }
            json.key(named: name)
            let leftOut = try within(name) { () throws(Failure) in
                try RenderedDecorations.write(decorations, templates, to: &json) { decoration in
                    let locator = place(decoration.locator)
                    if let locator { unplaced.add(group: name, decoration.id, locator) }
                    return locator
                }
            }
            warnings += leftOut.warnings(path: [name])
        }
        json.endObject()
        json.member("stylesheet", templates.stylesheet)
        json.endObject()
        text = json.finish()
        self.warnings = warnings
        self.unplaced = unplaced
    }

    private static func write(
        _ decorations: [Decoration], _ templates: DecorationTemplates, to json: inout JSONWriter,
        _ place: (Decoration) -> Locator?
    ) throws(Failure) -> CountedReasons {
        var leftOut = CountedReasons()
        json.beginArray()
        for decoration in decorations {
            let style = decoration.style.id
            guard let template = templates[style] else {
                leftOut.add("The style \"\(style)\" has no template")
                continue
            }
            let placed = template.layout == .cue ? nil : place(decoration)
            guard try write(decoration, template, at: placed, to: &json) else {
                leftOut.add("Decorations of the style \"\(style)\" need a time fragment such as \"t=12,20\"")
                continue
            }
        }
        json.endArray()
        return leftOut
    }

    /// Writes an item.
    ///
    /// - Parameter placed: replaces the locator of the decoration.
    /// - Returns: false, without output, for a cue without a time.
    static func write(
        _ decoration: Decoration, _ template: DecorationTemplate, at placed: Locator? = nil, to json: inout JSONWriter
    ) throws(Failure) -> Bool {
        let cue = template.layout == .cue ? Cue(decoration.locator) : nil
        guard cue != nil || template.layout != .cue else { return false }
        let element = try within(decoration.id) { () throws(Failure) in try template.html(for: decoration) }
        json.beginObject()
        json.member("id", decoration.id)
        json.key("locator")
        (placed ?? decoration.locator).write(to: &json)
        json.member("style", decoration.style.id)
        json.member("element", ifPresent: element)
        json.member("layout", template.layout.rawValue)
        if let cue {
            json.member("start", cue.start)
            if let end = cue.end { json.member("end", end) }
            json.member("tint", (decoration.style.tint ?? .defaultTint).hex)
            json.member("isActive", decoration.style.isActive)
            json.member("volume", ifPresent: decoration.style.volume)
            json.member("sound", ifPresent: decoration.style.sound)
        } else {
            json.member("width", template.width.rawValue)
            try within(decoration.id) { () throws(Failure) in try template.writePaints(of: decoration, to: &json) }
        }
        if !decoration.interactions.isEmpty { decoration.interactions.write(to: &json) }
        json.endObject()
        guard json.count <= maxSize else {
            throw Failure(.limit, "The JSON of the decorations of the resource is larger than \(maxSize) bytes.")
        }
        return true
    }
}

/// A decorated time in a recording, in seconds.
private struct Cue {
    let start: Double
    /// nil for a single moment.
    let end: Double?

    /// Returns nil for a locator without a time, or one that ends before it begins.
    init?(_ locator: Locator) {
        let inHref = Href.fragment(locator.href).map { [String($0)] } ?? []
        guard let time = Fragments(locator.locations.fragments + inHref).time else { return nil }
        start = time.begin ?? 0
        end = time.end
        if let end, end <= start { return nil }
    }
}
