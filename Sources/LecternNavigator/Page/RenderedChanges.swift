// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The changes of a group of decorations for the page, with rendered items (schema `event-web`).
struct RenderedChanges {
    private let diff: DecorationDiff
    private let group: String
    private let templates: DecorationTemplates
    private let list: DecorationList

    /// The maximum size in bytes; a larger message only names the resources, which the page then requests.
    private static let maxSize = 1 << 20

    /// - Parameter list: the new state of the group.
    init(_ diff: DecorationDiff, to list: DecorationList, in group: String, _ templates: DecorationTemplates) {
        self.diff = diff
        self.list = list
        self.group = group
        self.templates = templates
    }

    /// The message.  No code of the host runs: the page requests decorations that the host renders.
    var message: ByteBuffer {
        (try? rendered) ?? PageMessage.decorations(of: group, in: diff.changes.map(\.href))
    }

    private static let tooMuch = Failure(.limit, "The changes are too large for a message.")

    private var rendered: ByteBuffer {
        get throws(Failure) {
            if diff.hasPlaces, !drawsAll { throw RenderedChanges.tooMuch }
            var json = JSONWriter()
            json.beginObject()
            json.member("type", "decorations")
            json.member("group", group)
            json.key("changes")
            json.beginObject()
            for (href, changes) in diff.changes {
                json.key(named: href)
                json.beginArray()
                for change in changes {
                    try write(change, to: &json)
                    guard json.count <= RenderedChanges.maxSize else { throw RenderedChanges.tooMuch }
                }
                json.endArray()
            }
            json.endObject()
            json.member("stylesheet", templates.stylesheet)
            json.endObject()
            return json.finish()
        }
    }

    private func write(_ change: DecorationDiff.Change, to json: inout JSONWriter) throws(Failure) {
        switch change {
        case .missing: return
        case .add(let decoration, let index): try write(decoration, as: "add", index, to: &json)
        case .update(let decoration): try write(decoration, as: "update", nil, to: &json)
        case .remove, .move: change.write(to: &json)
        }
    }

    /// Whether indices in the list match those of the rendered items: a style without a template would leave gaps.
    private var drawsAll: Bool { list.decorations.allSatisfy { templates[$0.style.id] != nil } }

    private func write(
        _ decoration: Decoration, as name: String, _ index: Int?, to json: inout JSONWriter
    ) throws(Failure) {
        guard let template = templates[decoration.style.id], !template.isOfHost else { throw RenderedChanges.tooMuch }
        json.beginObject()
        json.key(named: name)
        guard try RenderedDecorations.write(decoration, template, to: &json) else {
            throw RenderedChanges.tooMuch
        }
        json.member("index", ifPresent: index)
        json.endObject()
    }
}
