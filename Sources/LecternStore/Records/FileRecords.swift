// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// Preferences in a SQLite file that other threads and processes may use at the same time.
///
/// The file uses a rollback journal, SQLite's oldest mechanism for atomicity.  It works wherever files can be locked,
/// with any number of processes, and leaves a single file.  A write-ahead log would allow readers and a writer to
/// work at the same time, which makes no difference for a kilobyte; but it requires shared memory, which network file
/// systems and some containers lack, and two more files next to the database.
final class FileRecords: Records, @unchecked Sendable {
    private let file: FilePath
    private let options: StoreOptions
    private let sqlite: SQLite
    private var database: Database?
    private var form: FileSchema.Form?
    /// The number of connections opened so far.
    private var connections = 0
    /// The connection that has written.
    private var writing = 0
    /// The connection whose records have all been verified.
    private var verified = 0
    /// The number of bytes that the last call tried to write.
    private var volume: Int64 = 0
    private var warnings: [Warning] = []

    /// How often a damaged or replaced file is reopened before the call fails.
    private static let maxAttempts = 8
    /// Slightly less than the limit for a file, so that a full file can still be opened.
    private static let maxPages: Int64 = 260_000

    /// The file is opened by the first transaction, which creates it if it does not exist.
    init(_ path: String, _ options: StoreOptions, sqlite: SQLite) throws(Failure) {
        file = try FilePath(path)
        guard !options.readOnly || FileSystem.exists(file.path) else {
            throw Failure(.notFound, "There is no such file.", path: file.place)
        }
        self.options = options
        self.sqlite = sqlite
    }

    func takeWarnings() -> [Warning] {
        defer { warnings = [] }
        return warnings
    }

    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(StoreError) -> (T, [RecordChange])
    ) throws(Failure) -> T {
        guard !writing || !options.readOnly else {
            throw Failure(.argument, "The store was opened with the option \"readOnly\".", path: file.place)
        }
        for _ in 0..<FileRecords.maxAttempts {
            do throws(StoreError) {
                return try attempt(writing: writing, body)
            } catch {
                try recover(from: error)
            }
        }
        throw Failure(.io, "Other processes keep replacing the file.", path: file.place)
    }

    private func attempt<T>(
        writing: Bool, _ body: (any RecordReader) throws(StoreError) -> (T, [RecordChange])
    ) throws(StoreError) -> T {
        let (database, form) = try connected()
        if writing, self.writing != connections {
            // Another process may have selected another journal mode, and may be using it.
            try? database.runAlone("PRAGMA journal_mode=DELETE")
            self.writing = connections
        }
        if writing, !form.hasChecksums {
            volume = (try? database.size()) ?? 0
            if let warning = try Repair(file: file, database: database, form: form).upgrade() {
                warnings.append(warning)
            }
            throw StoreError.moved
        }
        return try database.transaction(writing: writing) { () throws(StoreError) in
            guard try FileSchema.Form(database) == form else { throw StoreError.moved }
            let table = RecordTable(database: database, hasChecksums: form.hasChecksums)
            let version = RecordVersion(file: connections, data: try database.integer("PRAGMA data_version"))
            let reader = FileReader(table, version, hasNotes: form.hasNotes)
            if verified != connections { try reader.verifyAll() }
            let (result, changes) = try body(reader)
            volume = try changes.reduce(reader.finish()) { $0 + Int64($1.text?.count ?? 0) }
            try FileWriter(table: table).make(changes)
            verified = connections
            return result
        }
    }

    /// Throws unless a retry makes sense.
    private func recover(from error: StoreError) throws(Failure) {
        switch error {
        case .failure(let failure): throw failure
        case .full: throw full
        case .moved: database = nil
        case .damaged(let reason), .refused(let reason): try setAside(reason)
        case .unfit: try repair()
        }
    }

    private var full: Failure {
        let pages = database.flatMap { try? $0.integer("PRAGMA page_count") } ?? 0
        let advice =
            pages >= FileRecords.maxPages - 100
            ? "The file has reached its maximum size, so nothing was changed: forget something and try again."
            // The journal needs the same space again, and moved pages slightly more.
            : "The device is full, so nothing was changed: free \(1 + (volume * 2 + 0xF_FFFF) >> 20) MB on it and try again."
        return Failure(.io, advice, path: file.place)
    }

    private func connected() throws(StoreError) -> (Database, FileSchema.Form) {
        if let database, let form, database.isOfThisProcess { return (database, form) }
        let opened = try Database(file.path, place: file.place, options, sqlite)
        // The connection is kept even if the file is damaged: quarantine requires it.
        database = opened
        form = nil
        connections += 1
        let prepared: FileSchema.Form
        do throws(StoreError) {
            prepared = try FileSchema.prepare(opened, path: file.place, readOnly: options.readOnly)
            try opened.runAlone("PRAGMA synchronous=FULL")
            try opened.runAlone("PRAGMA max_page_count=260000")
        } catch {
            switch error {
            case .failure, .full: database = nil
            case .damaged, .refused, .moved, .unfit: break
            }
            throw error
        }
        form = prepared
        return (opened, prepared)
    }

    private func setAside(_ reason: String) throws(Failure) {
        guard let damaged = database else { return }
        database = nil
        try requireRepair(reason)
        let setAside = DamagedFileQuarantine(file: file)
        if let warning = try setAside(damaged, reason: reason) { warnings.append(warning) }
    }

    private func requireRepair(_ reason: String) throws(Failure) {
        guard options.readOnly else { return }
        throw Failure(.format, "The file is damaged (\(reason)); open it for writing to repair it.", path: file.place)
    }

    private func repair() throws(Failure) {
        guard let database, let form else { return }
        try requireRepair("its records do not match their checksums")
        volume = (try? database.size()) ?? 0
        do throws(StoreError) {
            let repair = Repair(file: file, database: database, form: form)
            if let warning = try repair.takeOutDamage() { warnings.append(warning) }
            self.database = nil
        } catch {
            switch error {
            case .unfit: try setAside("its records cannot be read")
            case .failure(let failure) where failure.status == .io:
                throw Failure(.io, "The file is damaged and cannot be repaired: \(failure.message)", path: failure.path)
            default: try recover(from: error)
            }
        }
    }
}
