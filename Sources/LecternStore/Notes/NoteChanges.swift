// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// The notes that a device saves and deletes in one call (schema `note-changes`).
struct NoteChanges: Sendable {
    private let edit: NoteEdit
    /// The publication of notes that do not name one.
    private let publication: String?
    private let save: [JSONReader]
    private let delete: [String]
    private let purgeBefore: Int64?

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["device", "now", "publication", "save", "delete", "purgeBefore"])
        edit = try NoteEdit(json)
        publication = try json.optionalMember("publication")?.nonEmptyString()
        for name in ["save", "delete"] {
            if let list = try json.optionalMember(name) { try NoteMerge.check(count: list) }
        }
        save = try json.optionalMember("save")?.elements() ?? []
        var ids: [String] = []
        for id in try json.optionalMember("delete")?.elements() ?? [] { ids.append(try id.nonEmptyString()) }
        delete = ids
        purgeBefore = try json.optionalMember("purgeBefore").map { member throws(Failure) in
            guard let moment = DateText.epochMilliseconds(try member.string()) else {
                throw member.failure("Expected a date and time such as \"2026-01-31T12:00:00Z\".")
            }
            return moment
        }
    }

    /// Saves and deletes the notes, and writes the saved ones in their final state.
    func make(in table: inout NoteTable, to json: inout JSONWriter) throws(Failure) {
        json.beginArray()
        for reader in save { try make(reader, in: &table).write(to: &json) }
        json.endArray()
        for id in delete {
            if let former = try table.find(id), let note = edit.deleted(former) { try table.put(note) }
        }
        if let purgeBefore { try table.purge(before: purgeBefore) }
    }

    private func make(_ reader: JSONReader, in table: inout NoteTable) throws(Failure) -> Note {
        var members = try reader.object()
        let isPosition = members["kind"]?.string == Note.Kind.position.rawValue
        if let publication, members["publication"] == nil { members["publication"] = .string(publication) }
        if isPosition {
            members["device"] = .string(edit.device)
            let book = members["publication"]?.string ?? ""
            members["id"] = members["id"] ?? .string("urn:lectern:position:\(edit.device):\(book)")
        }
        let own = members["id"]?.string
        let id = if let own { own } else { "urn:lectern:\(edit.device):\(edit.now):\(try table.nextRevision())" }
        let former = try table.find(id)
        members["id"] = .string(id)
        // Members that are missing in an edit are taken from the existing note.
        var whole = former?.json ?? JSONObject()
        whole.merge(members)
        let note = try Note(reader.with(.object(whole)))
        guard former != nil || note.locator != nil else {
            throw reader.step("locator", .null).failure("A new note must have a locator.")
        }
        guard let former else {
            let added = edit.added(members, id: id)
            try table.put(added)
            return added
        }
        guard let changed = edit.changed(former, members) else { return former }
        try table.put(changed)
        return changed
    }
}
