// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The notes and publication records of a store, within a transaction.
protocol NoteRows: AnyObject {
    /// Returns the number of the last change; 0 if there has been none.
    func revision() throws(StoreError) -> Int64
    func find(_ id: [UInt8]) throws(StoreError) -> StoredNote?
    /// Adds a note, or replaces the one with the same id.
    func put(_ note: StoredNote) throws(StoreError)
    func remove(_ id: [UInt8]) throws(StoreError)

    /// Enumerates at least all matching notes after `after`, in the order of the query, until `body` returns false.
    func forEach(_ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError)
    /// Enumerates the notes changed since a revision, in the order of their changes, until `body` returns false.
    func forEach(since revision: Int64, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError)
    /// Enumerates the publication records.
    func forEachPublication(_ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError)
}

/// Notes in memory, which last as long as the store.
final class MemoryNotes: NoteRows {
    private var notes: [[UInt8]: StoredNote] = [:]
    private var last: Int64 = 0

    /// The state to restore if a transaction fails.
    var state: (notes: [[UInt8]: StoredNote], last: Int64) {
        get { (notes, last) }
        set { (notes, last) = newValue }
    }

    func revision() -> Int64 { last }

    func find(_ id: [UInt8]) -> StoredNote? { notes[id] }

    func put(_ note: StoredNote) {
        notes[note.id] = note
        last = Swift.max(last, note.revision)
    }

    func remove(_ id: [UInt8]) { notes[id] = nil }

    func forEach(_ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        let wanted = notes.values.filter(query.includes).map { (key: query.key($0), note: $0) }
        for one in wanted.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let after = query.after, !after.lexicographicallyPrecedes(one.key) { continue }
            guard try body(one.note) else { return }
        }
    }

    func forEach(since revision: Int64, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        for note in notes.values.filter({ $0.revision > revision }).sorted(by: { $0.revision < $1.revision }) {
            guard try body(note) else { return }
        }
    }

    func forEachPublication(_ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        let records = notes.values.filter { $0.kind == StoredNote.publicationKind }
        for record in records.sorted(by: { $0.id.lexicographicallyPrecedes($1.id) }) {
            guard try body(record) else { return }
        }
    }
}
