// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel
import LecternNotes

/// Notes, with the same guarantees as preferences: each call takes effect completely or not at all.
extension Store {
    // MARK: Reading

    /// Returns the notes that match a query (schemas `note-query`, `note-page`).
    public func notes(_ query: JSONReader?) throws(Failure) -> ByteBuffer {
        let query = try NoteQuery(query)
        return try run(writing: false) { reader, _ throws(StoreError) in
            var json = JSONWriter()
            json.beginObject()
            json.key("notes")
            json.beginArray()
            var count = 0
            var last: [UInt8] = []
            var next: [UInt8]?
            try reader.notes.forEach(query) { note in
                guard count < query.limit, json.count < NoteLimits.maxAnswer else {
                    next = last
                    return false
                }
                note.json.withUnsafeBufferPointer { json.verbatim($0) }
                last = query.key(note)
                count += 1
                return true
            }
            json.endArray()
            json.member("next", ifPresent: next.map(NoteToken.text))
            json.endObject()
            return json.finish()
        }
    }

    /// Returns the notes changed since a revision, including deletions, for merging into another store (schemas
    /// `note-changes-query`, `note-delta`).
    public func noteChanges(_ query: JSONReader?) throws(Failure) -> ByteBuffer {
        try query?.rejectUnknownMembers(["since", "limit"])
        let since = try query?.optionalMember("since")?.unsignedInteger(in: 0...(1 << 53)) ?? 0
        let limit = try query?.optionalMember("limit")?.unsignedInteger(in: 1...10_000) ?? 10_000
        return try run(writing: false) { reader, _ throws(StoreError) in
            var json = JSONWriter()
            json.beginObject()
            json.key("notes")
            json.beginArray()
            var count: UInt64 = 0
            var last = Int64(clamping: since)
            var more = false
            try reader.notes.forEach(since: last) { note in
                guard count < limit, json.count < NoteLimits.maxAnswer else {
                    more = true
                    return false
                }
                last = note.revision
                guard note.kind != StoredNote.publicationKind else { return true }
                note.json.withUnsafeBufferPointer { json.verbatim($0) }
                count += 1
                return true
            }
            json.endArray()
            if !more { last = try reader.notes.revision() }
            json.key("revision")
            json.integer(last)
            json.member("more", more)
            json.endObject()
            return json.finish()
        }
    }

    // MARK: Saving

    /// Saves and deletes notes (schema `note-changes`), all or none.
    ///
    /// - Returns: the notes in their final state, in the given order.
    public func saveNotes(_ json: JSONReader) throws(Failure) -> ByteBuffer {
        let changes = try NoteChanges(json)
        return try change { table, json throws(Failure) in try changes.make(in: &table, to: &json) }
    }

    /// Changes notes in one transaction; `body` also writes the result.
    private func change(
        _ body: (inout NoteTable, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> ByteBuffer {
        try run(writing: true) { reader, _ throws(StoreError) in
            var table = NoteTable(reader.notes)
            var json = JSONWriter()
            do throws(Failure) {
                try body(&table, &json)
            } catch {
                throw table.error ?? StoreError.failure(error)
            }
            return json.finish()
        }
    }

    /// Merges notes of another store or of a file, by their clocks if they have any, otherwise by their dates (schema
    /// `note-list`).
    ///
    /// - Returns: how many notes have changed here, and the notes whose merged state the other side
    ///   lacks (schema `note-merge`).
    public func mergeNotes(_ json: JSONReader) throws(Failure) -> ByteBuffer {
        let notes = try NoteMerge.list(json)
        return try change { table, json throws(Failure) in
            var reply = JSONWriter()
            reply.beginArray()
            var changed = 0
            for note in notes {
                let given = note.clocked
                let former = try table.find(note.id)
                let merged = former.map { NoteMerge.merged($0, given) } ?? given
                if former != merged {
                    try table.put(merged)
                    changed += 1
                }
                if merged != given { merged.write(to: &reply) }
            }
            reply.endArray()
            json.beginObject()
            json.member("changed", changed)
            json.key("reply")
            json.verbatim(reply.finish())
            json.endObject()
        }
    }

    // MARK: Listening

    /// Adds a listener, which first receives the current notes, then each change (schema `event-notes`).
    public func observeNotes(_ query: JSONReader?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        let query = try NoteQuery(query)
        let observer = try run(writing: false) { reader, _ throws(StoreError) in
            (try NoteObservers.present(query, in: reader.notes), try reader.notes.revision())
        } then: { state, present in
            let topic = state.noteObservers.newTopic()
            let observer = Observer(topic: topic, present: [Event(topic: topic, json: present.0)]) { _, json in
                handler("notes", json)
            }
            state.noteObservers.add(observer, topic, query, present.1)
            self.events.add(observer)
            return observer
        }
        events.begin(observer)
        return observer
    }
}

/// The position in a list where the next page begins, as a string for the host.
enum NoteToken {
    /// Keys are sorted as bytes, and contain some that JSON would escape.
    static func text(_ key: [UInt8]) -> String { String(decoding: key, as: UTF8.self) }
}
