// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// Preferences in a SQLite file that other threads and processes may use at the same time.
///
/// The file has a rollback journal, SQLite's oldest way of being atomic.  It works wherever files can be locked, with any
/// number of processes, and leaves one file behind.  A write-ahead log would let readers and a writer work at once,
/// which nobody notices with a kilobyte; it needs memory that processes share, which network file systems and some
/// containers do not have, and two more files, without which the first is not complete.
final class FileRecords: Records, @unchecked Sendable {
    private let file: FilePath
    private let busyTimeout: Int32
    private let sqlite: SQLite
    private var database: Database?
    private var form: FileSchema.Form?
    /// How many connections there have been.
    private var connections = 0
    private var warnings: [Warning] = []

    /// A file that is found to be damaged or gone is looked at again; one that never stays the same is not.
    private static let maxAttempts = 8

    /// The first transaction opens the file, and makes it if there is none.
    init(_ path: String, busyTimeout: Int32, sqlite: SQLite) throws(Failure) {
        file = try FilePath(path)
        self.busyTimeout = busyTimeout
        self.sqlite = sqlite
    }

    func takeWarnings() -> [Warning] {
        defer { warnings = [] }
        return warnings
    }

    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(Trouble) -> (T, [RecordChange])
    ) throws(Failure) -> T {
        for _ in 0..<FileRecords.maxAttempts {
            do throws(Trouble) {
                let database = try connected()
                return try database.transaction(writing: writing) { () throws(Trouble) in
                    guard try FileSchema.Form(database) == form else { throw Trouble.moved }
                    let reader = FileReader(
                        database: database,
                        version: RecordVersion(file: connections, data: try database.integer("PRAGMA data_version")))
                    let (result, changes) = try body(reader)
                    try FileWriter(database: database).make(changes)
                    return result
                }
            } catch {
                switch error {
                case .failure(let failure): throw failure
                case .refused(let words):
                    throw Failure(.internal, "SQLite refuses it (\(words)).", path: file.place)
                case .moved: break
                case .damaged(let reason): try setAside(reason)
                }
                database = nil
            }
        }
        throw Failure(.io, "The file is replaced again and again.", path: file.place)
    }

    private func connected() throws(Trouble) -> Database {
        if let database, database.isOfThisProcess { return database }
        let opened = try Database(file.path, place: file.place, busyTimeout: busyTimeout, sqlite)
        // Also one that is damaged is kept, for whoever sets it aside.
        database = opened
        connections += 1
        do throws(Trouble) {
            form = try FileSchema.prepare(opened, path: file.place)
            try opened.run("PRAGMA synchronous=FULL")
            // A bit less than a file may have: one that is full must still open.
            try opened.run("PRAGMA max_page_count=260000")
        } catch {
            switch error {
            case .refused(let words): throw Trouble.damaged(words)
            case .failure: database = nil
            case .damaged, .moved: break
            }
            throw error
        }
        // Somebody else may have chosen another mode, and may be using it right now.
        try? opened.run("PRAGMA journal_mode=DELETE")
        return opened
    }

    private func setAside(_ reason: String) throws(Failure) {
        guard let damaged = database else { return }
        database = nil
        let setAside = SettingAside(file: file, busyTimeout: busyTimeout)
        if let warning = try setAside(damaged, reason: reason) { warnings.append(warning) }
    }
}
