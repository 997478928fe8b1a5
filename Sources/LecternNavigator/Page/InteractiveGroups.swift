// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The groups of decorations in which the page reports interactions, because they have listeners.
struct InteractiveGroups: Sendable {
    private let activable: [String]
    /// For interactions other than activation.
    private let others: [Other]

    private struct Other: Equatable {
        let interaction: DecorationInteraction
        let groups: [String]
    }

    init(_ groups: (DecorationInteraction) -> [String] = { _ in [] }) {
        activable = groups(.activate)
        others = DecorationInteraction.allCases.filter { $0 != .activate }.map {
            Other(interaction: $0, groups: groups($0))
        }
    }

    /// Writes the members of the state of the page (schema `web-state`).
    func writeMembers(to json: inout JSONWriter) {
        json.key("activable")
        json.strings(activable)
        json.key("interactive")
        json.beginObject()
        writeOthers(to: &json)
        json.endObject()
    }

    /// Returns the messages that tell the page about the changes.
    func messages(since before: InteractiveGroups) -> [ByteBuffer] {
        var messages: [ByteBuffer] = []
        if activable != before.activable {
            messages.append(
                PageMessage.message("activable") { json in
                    json.key("groups")
                    json.strings(activable)
                })
        }
        if others != before.others { messages.append(PageMessage.message("interactive") { writeOthers(to: &$0) }) }
        return messages
    }

    private func writeOthers(to json: inout JSONWriter) {
        for other in others {
            json.key(named: other.interaction.rawValue)
            json.strings(other.groups)
        }
    }
}
