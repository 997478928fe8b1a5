// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a web view needs to draw the decorations of one resource.
package struct RenderedDecorations: Sendable {
    /// An object (schema `rendered-decorations`).  Groups without decorations in the resource are left out.
    package let text: ByteBuffer
    /// For each group and each style without a template, that its decorations were left out.
    package let warnings: [Warning]

    /// Keeps templates that repeat long texts from costing memory.
    private static let maxSize = 128 << 20
    /// So many styles without a template are told one by one.
    private static let maxMissing = 100

    /// - Parameter href: in any spelling; query and fragment do not count.
    package init(_ groups: DecorationGroups, in href: String, templates: DecorationTemplates) throws(Failure) {
        let resource = Decoration.resource(of: Href.normalized(href))
        var json = JSONWriter()
        var warnings: [Warning] = []
        json.beginObject()
        json.key("groups")
        json.beginObject()
        for name in groups.names {
            let decorations = groups.decorations(in: name).decorations.filter { $0.resource == resource }
            guard !decorations.isEmpty else { continue }
            json.key(name)
            warnings += try within(name) { () throws(Failure) in
                try RenderedDecorations.write(decorations, templates, to: &json)
            }.map { $0.within(name) }
        }
        json.endObject()
        json.member("stylesheet", templates.stylesheet)
        json.endObject()
        text = json.finish()
        self.warnings = warnings
    }

    private static func write(
        _ decorations: [Decoration], _ templates: DecorationTemplates, to json: inout JSONWriter
    ) throws(Failure) -> [Warning] {
        var missing: [(style: String, count: Int)] = []
        var places: [String: Int] = [:]
        json.beginArray()
        for decoration in decorations {
            let style = try decoration.style
            if let template = templates[style.id] {
                try write(decoration, style, template, to: &json)
            } else if let place = places[style.id] {
                missing[place].count += 1
            } else {
                places[style.id] = missing.count
                missing.append((style.id, 1))
            }
        }
        json.endArray()
        return warnings(missing)
    }

    private static func warnings(_ missing: [(style: String, count: Int)]) -> [Warning] {
        let warnings = missing.prefix(maxMissing).map { style, count in
            Warning(.moderate, "The style \"\(style)\" has no template; \(count) left out.", path: [])
        }
        guard missing.count > maxMissing else { return warnings }
        let more = missing.count - maxMissing
        return warnings + [Warning(.moderate, "\(more) more styles have no template.", path: [])]
    }

    private static func write(
        _ decoration: Decoration, _ style: DecorationStyle, _ template: DecorationTemplate, to json: inout JSONWriter
    ) throws(Failure) {
        let id = try decoration.id
        let element = try within(id) { () throws(Failure) in try template.html(for: decoration, style: style) }
        json.beginObject()
        json.key("id")
        decoration.write(decoration.places.id, to: &json)
        json.key("locator")
        decoration.write(decoration.places.locator, to: &json)
        json.member("style", style.id)
        json.member("element", element)
        json.member("layout", template.layout.rawValue)
        json.member("width", template.width.rawValue)
        json.endObject()
        guard json.count <= maxSize else {
            throw Failure(.limit, "The decorations of the resource are more than \(maxSize) bytes of JSON.")
        }
    }
}
