// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension DecorationGroups {
    /// Creates the event of an interaction (schema `event-decorations`).
    ///
    /// The reader can interact with a decoration if its style supports this, and either its group has a listener or the
    /// decoration itself enables the interaction.
    ///
    /// - Parameters:
    ///   - report: what happened, and where in the view (schema `interaction`).
    ///   - isObserved: whether a listener observes the topic of an interaction.
    public func event(
        group: String, id: String, report: JSONReader?, templates: DecorationTemplates,
        isObserved: (_ topic: String, DecorationInteraction) -> Bool
    ) throws(Failure) -> (topic: String, json: ByteBuffer) {
        let report = try InteractionReport(report)
        let interaction = report.interaction
        guard let decoration = find(group: group, id: id) else {
            throw Failure(.notFound, "There is no such decoration.", path: ["decorations", group, id])
        }
        let topic = interaction.topic(of: group)
        let isEnabled = decoration.interactions.contains(.init(interaction)) || isObserved(topic, interaction)
        guard isEnabled, templates.supports(style: decoration.style.id, interaction: interaction.rawValue) else {
            let message = "This decoration does not enable the interaction \"\(interaction.rawValue)\"."
            throw Failure(.unsupported, message, path: ["decorations", group, id])
        }
        var json = JSONWriter()
        json.beginObject()
        json.member("group", group)
        json.key("decoration")
        decoration.write(to: &json)
        report.write(to: &json)
        json.endObject()
        return (topic, json.finish())
    }
}

/// What a view reports: an interaction, and its location: the rectangle of the element, and the point of the pointer.
private struct InteractionReport {
    /// The beginning or the end of a hover.
    private enum Phase: String, CaseIterable {
        case enter, leave
    }

    private(set) var interaction = DecorationInteraction.activate
    private var phase: Phase?
    private var rect: JSON?
    private var point: JSON?

    init(_ json: JSONReader?) throws(Failure) {
        guard let json else { return }
        try json.rejectUnknownMembers(["rect", "point", "interaction", "phase"])
        interaction =
            try json.optionalMember("interaction").map { json throws(Failure) in
                try json.choice(DecorationInteraction.self)
            } ?? .activate
        let phase = try json.optionalMember("phase")
        self.phase = try phase.map { json throws(Failure) in try json.choice(Phase.self) }
        if interaction == .hover, phase == nil { throw json.failure("The member \"phase\" is missing.") }
        if let phase, interaction != .hover { throw phase.failure("Only a hover has a phase.") }
        rect = try json.optionalMember("rect").map { rect throws(Failure) in
            // All members of a DOMRect are accepted, in which the origin has two names.
            let members = try rect.object()
            let origin = members["left"] == nil || members["top"] == nil ? ["x", "y"] : ["left", "top"]
            return try InteractionReport.numbers(
                of: rect, origin + ["width", "height"], optional: ["x", "y", "left", "top", "right", "bottom"])
        }
        point = try json.optionalMember("point").map { point throws(Failure) in
            try InteractionReport.numbers(of: point, ["x", "y"])
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
        json.member("phase", ifPresent: phase?.rawValue)
    }
}
