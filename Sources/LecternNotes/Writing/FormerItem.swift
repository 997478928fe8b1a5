// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The item that a note was read from, if it can be written again in the same format.
struct FormerItem {
    let json: JSONObject
    private let read: Note
    private let note: Note

    /// Returns nil for notes from other formats, and for protected books, whose text the item contains.
    init?(of note: Note, in formats: [NoteFormat], _ options: NoteWriteOptions) {
        guard !options.protected, let item = note.origin?["item"]?.object,
            let format = note.origin?["format"]?.string.flatMap(NoteFormat.init(rawValue:)), formats.contains(format)
        else { return nil }
        let context = NoteContext(format: format, readingOrder: options.hrefs)
        guard let read = try? format.read(JSONReader(.object(item), source: ""), context).note else { return nil }
        json = item
        self.read = read
        self.note = note
    }

    /// Whether a bookmark became a mark, or the other way round.
    var isOtherKind: Bool { (read.kind == .bookmark) != (note.kind == .bookmark) }

    /// Whether any of these members of the note was edited since it was read.
    func differs(_ names: [String]) -> Bool { names.contains { read[$0] != note[$0] } }

    /// A group of members of a note, and the members of an item that have them.
    typealias Group = (note: [String], item: [String])

    /// Returns the former item with the groups that were edited.
    func patched(_ made: JSONObject, _ groups: [Group]) -> JSONObject {
        var item = json
        for group in groups where differs(group.note) {
            for name in group.item { item[name] = made[name] }
        }
        return item
    }
}
