// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The listeners to notes, each with the notes that it wants and the last change that it was told of.
struct NoteObservers: Sendable {
    private struct Entry: Sendable {
        let observer: ObjectIdentifier
        let topic: String
        let query: NoteQuery
        var revision: Int64
    }

    /// In the order in which they were added.
    private var entries: [Entry] = []
    private var count = 0

    /// What a listener has to be told (schema `event-notes`).
    struct Change: Sendable {
        fileprivate let observer: ObjectIdentifier
        fileprivate let revision: Int64
        /// nil if nothing of what it wants has changed.
        fileprivate let event: ByteBuffer?
    }

    /// A topic that no other listener has.
    mutating func newTopic() -> String {
        count += 1
        return "notes/\(count)"
    }

    mutating func add(_ observer: Observer, _ topic: String, _ query: NoteQuery, _ revision: Int64) {
        entries.append(Entry(observer: ObjectIdentifier(observer), topic: topic, query: query, revision: revision))
    }

    mutating func remove(_ observer: Observer) { entries.removeAll { $0.observer == ObjectIdentifier(observer) } }

    /// All changes since the last ones that were told, in the order in which the observers were added.
    func changes(in notes: any NoteRows) throws(StoreError) -> [Change] {
        guard !entries.isEmpty else { return [] }
        let revision = try notes.revision()
        var changes: [Change] = []
        for entry in entries where entry.revision != revision {
            var event: ByteBuffer?
            if revision < entry.revision {
                // The file has been replaced.
                event = try NoteObservers.present(entry.query, in: notes)
            } else {
                event = try NoteObservers.changed(entry.query, since: entry.revision, in: notes)
            }
            changes.append(Change(observer: entry.observer, revision: revision, event: event))
        }
        return changes
    }

    mutating func tell(_ changes: [Change], _ events: EventQueue) {
        for change in changes {
            guard let index = entries.firstIndex(where: { $0.observer == change.observer }) else { continue }
            entries[index].revision = change.revision
            if let event = change.event { events.add(entries[index].topic) { event } }
        }
    }

    // MARK: Events

    /// All notes that are wanted.
    static func present(_ query: NoteQuery, in notes: any NoteRows) throws(StoreError) -> ByteBuffer {
        var saved: [[UInt8]] = []
        try notes.forEach(query) { note in
            saved.append(note.json)
            return true
        }
        return event(isReset: true, saved, [])
    }

    private static func changed(
        _ query: NoteQuery, since revision: Int64, in notes: any NoteRows
    ) throws(StoreError) -> ByteBuffer? {
        var saved: [[UInt8]] = []
        var removed: [[UInt8]] = []
        try notes.forEach(since: revision) { note in
            if query.includes(note) {
                saved.append(note.json)
            } else if note.kind != StoredNote.publicationKind, query.publication.map({ $0 == note.publication }) ?? true
            {
                // It may have been wanted before.
                removed.append(note.id)
            }
            return true
        }
        return saved.isEmpty && removed.isEmpty ? nil : event(isReset: false, saved, removed)
    }

    private static func event(isReset: Bool, _ saved: [[UInt8]], _ removed: [[UInt8]]) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.member("reset", isReset)
        json.key("saved")
        json.array(saved) { note, json in note.withUnsafeBufferPointer { json.verbatim($0) } }
        json.key("removed")
        json.array(removed) { $1.string(String(decoding: $0, as: UTF8.self)) }
        json.endObject()
        return json.finish()
    }
}
