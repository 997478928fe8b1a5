// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel
import LecternNotes

/// The listeners to notes, each with its query and the revision that it was last notified of.
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

    /// The changes for one listener (schema `event-notes`).
    struct Change: Sendable {
        fileprivate let observer: ObjectIdentifier
        fileprivate let revision: Int64
        /// nil if no matching note has changed.
        fileprivate let event: ByteBuffer?
    }

    private static let prefix = "notes/"

    /// Returns a topic that no other listener has.
    mutating func newTopic() -> String {
        count += 1
        return NoteObservers.prefix + String(count)
    }

    /// Whether this is a topic of notes, rather than a scope.
    static func owns(_ topic: String) -> Bool { topic.hasPrefix(prefix) }

    mutating func add(_ observer: Observer, _ topic: String, _ query: NoteQuery, _ revision: Int64) {
        entries.append(Entry(observer: ObjectIdentifier(observer), topic: topic, query: query, revision: revision))
    }

    mutating func remove(_ observer: Observer) { entries.removeAll { $0.observer == ObjectIdentifier(observer) } }

    /// Returns all changes since the last notification, in the order in which the observers were added.
    func changes(in notes: any NoteRows) throws(StoreError) -> [Change] {
        guard !entries.isEmpty else { return [] }
        let revision = try notes.revision()
        var changes: [Change] = []
        for entry in entries where entry.revision != revision {
            // The revision decreases if the file has been replaced.
            let (event, last) = try NoteObservers.changed(
                entry.query, since: revision < entry.revision ? nil : entry.revision, in: notes)
            changes.append(Change(observer: entry.observer, revision: last ?? revision, event: event))
        }
        return changes
    }

    mutating func notify(_ changes: [Change], _ events: EventQueue) {
        for change in changes {
            guard let index = entries.firstIndex(where: { $0.observer == change.observer }) else { continue }
            entries[index].revision = change.revision
            if let event = change.event { events.add(entries[index].topic) { event } }
        }
    }

    // MARK: Events

    /// Returns all matching notes, in order.
    static func present(_ query: NoteQuery, in notes: any NoteRows) throws(StoreError) -> ByteBuffer {
        var event = NoteEvent(isReset: true)
        try notes.forEach(query) { note throws(StoreError) in
            guard event.save(note) else {
                let message = "The notes take more than \(NoteLimits.maxTotal) bytes; use a narrower query."
                throw StoreError.failure(Failure(.limit, message))
            }
            return true
        }
        return event.finish()
    }

    /// Returns the changes since a revision (nil for all notes).  If they exceed the size limit, also returns the
    /// last revision included, from which the next call continues.
    private static func changed(
        _ query: NoteQuery, since revision: Int64?, in notes: any NoteRows
    ) throws(StoreError) -> (ByteBuffer?, last: Int64?) {
        var event = NoteEvent(isReset: revision == nil)
        var last = revision ?? 0
        var isWhole = true
        try notes.forEach(since: last) { note in
            if query.includes(note) {
                isWhole = event.save(note)
            } else if note.kind != StoredNote.publicationKind, query.publication.map({ $0 == note.publication }) ?? true
            {
                // It may have matched before the change.
                isWhole = event.remove(note)
            }
            if isWhole { last = note.revision }
            return isWhole
        }
        return (event.isEmpty ? nil : event.finish(), isWhole ? nil : last)
    }
}

/// The JSON of an event, limited in size.
private struct NoteEvent: ~Copyable {
    private let isReset: Bool
    private var saved = JSONWriter()
    private var removed = JSONWriter()

    init(isReset: Bool) {
        self.isReset = isReset
        saved.beginArray()
        removed.beginArray()
    }

    var isEmpty: Bool { !isReset && saved.count == 1 && removed.count == 1 }

    private func hasRoom(_ bytes: Int) -> Bool { saved.count + removed.count + bytes < NoteLimits.maxTotal }

    /// - Returns: false, without a change, if the event would become too large.
    mutating func save(_ note: StoredNote) -> Bool {
        guard hasRoom(note.json.count) else { return false }
        note.json.withUnsafeBufferPointer { saved.verbatim($0) }
        return true
    }

    mutating func remove(_ note: StoredNote) -> Bool {
        guard hasRoom(note.id.count) else { return false }
        removed.string(String(decoding: note.id, as: UTF8.self))
        return true
    }

    consuming func finish() -> ByteBuffer {
        saved.endArray()
        removed.endArray()
        var json = JSONWriter(capacity: saved.count + removed.count + 64)
        json.beginObject()
        json.member("reset", isReset)
        json.key("saved")
        json.verbatim(saved.finish())
        json.key("removed")
        json.verbatim(removed.finish())
        json.endObject()
        return json.finish()
    }
}
