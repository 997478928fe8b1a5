// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension DecorationGroups {
    /// Creates the event of an activation (schema `event-decorations`).
    ///
    /// A decoration can be activated if its style is supported, and either its group has a listener or the decoration
    /// itself declares the interaction.
    ///
    /// - Parameter event: the location in the view (schema `interaction`).
    public func activation(
        group: String, id: String, observed: Bool, event: JSONReader?, templates: DecorationTemplates
    ) throws(Failure) -> ByteBuffer {
        guard let decoration = find(group: group, id: id) else {
            throw Failure(.notFound, "There is no such decoration.", path: ["decorations", group, id])
        }
        let isEnabled = observed || decoration.interactions.contains(.activate)
        guard isEnabled, templates.supports(style: decoration.style.id, interaction: "activate") else {
            throw Failure(.unsupported, "This decoration cannot be activated.", path: ["decorations", group, id])
        }
        let interaction = try event.map { event throws(Failure) in try Interaction(event) }
        var json = JSONWriter()
        json.beginObject()
        json.member("group", group)
        json.key("decoration")
        decoration.write(to: &json)
        interaction?.write(to: &json)
        json.endObject()
        return json.finish()
    }
}

/// The location of an interaction in a view: the rectangle of the element, and the point of the pointer.
private struct Interaction {
    private var rect: JSON?
    private var point: JSON?

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["rect", "point"])
        rect = try json.optionalMember("rect").map { rect throws(Failure) in
            // All members of a DOMRect are accepted, in which the origin has two names.
            let members = try rect.object()
            let origin = members["left"] == nil || members["top"] == nil ? ["x", "y"] : ["left", "top"]
            return try Interaction.numbers(
                of: rect, origin + ["width", "height"], optional: ["x", "y", "left", "top", "right", "bottom"])
        }
        point = try json.optionalMember("point").map { point throws(Failure) in
            try Interaction.numbers(of: point, ["x", "y"])
        }
    }

    private static func numbers(
        of json: JSONReader, _ names: [String], optional: [String] = []
    ) throws(Failure) -> JSON {
        try json.rejectUnknownMembers(names + optional)
        for name in names { _ = try json.member(name).number() }
        for name in optional { _ = try json.optionalMember(name)?.number() }
        return json.value
    }

    func write(to json: inout JSONWriter) {
        if let rect { json.member("rect", rect) }
        if let point { json.member("point", point) }
    }
}
