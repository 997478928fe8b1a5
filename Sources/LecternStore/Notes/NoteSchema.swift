// SPDX-License-Identifier: BSD-3-Clause

/// The tables of notes, which are created in a file with its first note.
///
/// `note` has a row for each note, and one for each publication.  `note_seal` has the number of rows, the sums of
/// their checksums and of the hashes of their ids, and the number of the last change.  `note_text` is an FTS5 index
/// of the column `text`.  It may be missing, or out of date (`indexed` is the last change that it includes), and can
/// be rebuilt at any time.
enum NoteSchema {
    static let tables: [StaticString] = [
        "CREATE TABLE note (id, publication, href, kind, place, modified, revision, deleted, tags, text, checksum, json)",
        "CREATE TABLE note_seal (records, checksum, ids, revision, indexed)",
    ]

    static let indexes: [StaticString] = [
        "CREATE INDEX note_id ON note (id)", "CREATE INDEX note_place ON note (publication, place)",
        "CREATE INDEX note_modified ON note (modified DESC, id)", "CREATE INDEX note_revision ON note (revision)",
        "CREATE INDEX note_kind ON note (kind, id)",
    ]
    static let dropIndexes: [StaticString] = [
        "DROP INDEX note_id", "DROP INDEX note_place", "DROP INDEX note_modified", "DROP INDEX note_revision",
        "DROP INDEX note_kind",
    ]

    /// Requires SQLite 3.34 or later, with FTS5.
    static let search: StaticString =
        "CREATE VIRTUAL TABLE note_text USING fts5(text, content='note', tokenize='trigram', detail='none')"

    /// The prefix of the tables in which FTS5 keeps its index.
    static let searchTables = "note_text"

    static func create(in database: Database) throws(StoreError) {
        for sql in tables + indexes { try database.run(sql) }
        try NoteSeal().write(to: database)
        try database.run("PRAGMA user_version=3")
    }
}
