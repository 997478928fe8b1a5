// SPDX-License-Identifier: BSD-3-Clause

import CSQLite
import LecternModel
import LecternSystem
import LecternThreads

/// A connection to a file, which may be damaged or malicious.
///
/// Used only by the store that created it, under its lock; this makes it `Sendable`.
final class Database: @unchecked Sendable {
    let functions: SQLiteFunctions
    let pointer: UnsafeMutableRawPointer
    /// The path for failures.
    let place: [String]
    private let options: StoreOptions
    private var busyTimeout: Int32 { options.busyTimeout }

    /// - Parameters:
    ///   - path: absolute, without symbolic links.  The file is created if it does not exist, unless `readOnly` is
    ///     set.
    ///   - place: the name that the host uses.
    init(_ path: String, place: [String], _ options: StoreOptions, _ sqlite: SQLite) throws(StoreError) {
        var opened: UnsafeMutableRawPointer?
        functions = sqlite.functions
        // Notes are private, regardless of the umask.  SQLite creates its journals with the mode of the file.  An
        // existing file keeps its mode; errors are ignored here, because SQLite then reports the same ones.
        if !options.readOnly { try? OpenFile.create(path: path) }
        let access = options.readOnly ? Database.readOnly : Database.readWriteCreate
        let code = functions.open(path, &opened, access | Database.openFlags, "unix")
        guard let opened else {
            throw StoreError(code: code, words: Database.words(functions.messageOfCode(code)), path: place)
        }
        pointer = opened
        self.place = place
        self.options = options
        guard code == StoreError.Code.ok else { throw failure(code) }
        _ = functions.setBusyTimeout(pointer, options.busyTimeout)
        try distrustTheFile()
    }

    /// SQLite forbids using or closing a connection in a child of `fork`: the locks on the file belong to the parent.
    var isOfThisProcess: Bool { forksBefore == forks }
    private let forksBefore = forks

    deinit { if isOfThisProcess { _ = functions.close(pointer) } }

    /// SQLITE_OPEN_READONLY; READWRITE and CREATE.
    private static let readOnly: Int32 = 0x1
    private static let readWriteCreate: Int32 = 0x2 | 0x4
    /// SQLITE_OPEN_FULLMUTEX, PRIVATECACHE and NOFOLLOW.
    private static let openFlags: Int32 = 0x1_0000 | 0x4_0000 | 0x0100_0000

    // MARK: What went wrong

    func failure(_ code: Int32) -> StoreError {
        var words = Database.words(functions.message(pointer))
        // The error code of a failed call is not always that of the connection.
        if functions.code(pointer) & 0xFF != code & 0xFF { words = Database.words(functions.messageOfCode(code)) }
        let number = functions.systemError(pointer)
        if number != 0, Database.isOfSystem(code) {
            let error = SystemError(number)
            if error.isFull { return StoreError.full }
            words += "; " + error.text
        }
        let extended = functions.code(pointer)
        return StoreError(code: extended & 0xFF == code & 0xFF ? extended : code, words: words, path: place)
    }

    /// SQLITE_IOERR and SQLITE_CANTOPEN.
    private static func isOfSystem(_ code: Int32) -> Bool { code & 0xFF == 10 || code & 0xFF == 14 }

    private static func words(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? "no reason given"
    }

    // MARK: Running SQL

    func run(_ sql: StaticString) throws(StoreError) {
        let statement = try Statement(sql, in: self)
        while try statement.step() {}
    }

    /// Returns the number in the first row.
    func integer(_ sql: StaticString) throws(StoreError) -> Int64 {
        let statement = try Statement(sql, in: self)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Runs a statement that is not allowed in a transaction.
    func runAlone(_ sql: StaticString) throws(StoreError) {
        try inPlace { () throws(StoreError) in try run(sql) }
    }

    /// Runs `body` in a transaction, which takes effect completely or not at all.
    func transaction<T>(writing: Bool, _ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try inPlace { () throws(StoreError) in
            // A transaction that writes takes the write lock first: two transactions that both read first would
            // deadlock.
            try run(writing ? "BEGIN IMMEDIATE" : "BEGIN")
            // Any read takes the shared lock, which SQLite holds until the end.
            _ = try integer("PRAGMA application_id")
        }
        do throws(StoreError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Takes the shared lock before SQLite does, so that no other process can quarantine the file while `begin` runs.
    /// Throws if one has already done so, or if the file is not a store.
    ///
    /// SQLite first looks for the journal of a process that was killed.  If the file had been quarantined, it would
    /// mistake the journal of the new file at its path for its own, and delete it.
    private func inPlace(_ begin: () throws(StoreError) -> Void) throws(StoreError) {
        // While waiting, SQLite would release the lock.
        _ = functions.setBusyTimeout(pointer, 0)
        defer { _ = functions.setBusyTimeout(pointer, busyTimeout) }
        try waiting { () throws(StoreError) in
            do throws(StoreError) {
                try lock(.shared)
                guard try !hasMoved() else { throw StoreError.moved }
                try requireStore()
                try begin()
            } catch {
                rollBack()
                unlock()
                throw error
            }
        }
    }

    func rollBack() {
        if functions.isOutsideOfTransaction(pointer) == 0 { try? run("ROLLBACK") }
    }

    // MARK: The file itself

    /// Whether the path now refers to another file, or to none.
    func hasMoved() throws(StoreError) -> Bool {
        var moved: Int32 = 0
        let code = functions.fileControl(pointer, "main", Database.fileHasMoved, &moved)
        guard code == StoreError.Code.ok else { throw failure(code) }
        return moved != 0
    }

    /// SQLite's handle of the file.  The file must not be opened a second time: closing that descriptor would release
    /// all locks of this process.
    var file: UnsafeMutablePointer<csqlite_file>? {
        var file: UnsafeMutablePointer<csqlite_file>?
        return functions.fileControl(pointer, "main", Database.filePointer, &file) == StoreError.Code.ok ? file : nil
    }

    /// Returns the size of the file in bytes.
    func size() throws(StoreError) -> Int64 {
        var size: Int64 = 0
        guard let file, let methods = file.pointee.methods else { return 0 }
        let code = methods.pointee.size(file, &size)
        guard code == StoreError.Code.ok else { throw failure(code) }
        return size
    }

    /// Throws unless the file is empty or has the header of a store.  SQLite must not access any other file: it might
    /// write to it, or delete a neighbouring file that looks like its journal.
    func requireStore() throws(StoreError) {
        // SQLite treats a file of one byte as empty.
        guard let header = try start(FileSchema.headerSize), FileSchema.isOurs(header) else {
            guard try start(1) == nil else { throw .failure(FileSchema.foreign(place)) }
            return
        }
        if options.readOnly, FileSchema.hasWriteAheadLog(header) {
            let message = "The file has a write-ahead log, which requires write access: open it for writing."
            throw .failure(Failure(.unsupported, message, path: place))
        }
    }

    /// Returns the first bytes of the file; nil if it is shorter.
    private func start(_ count: Int) throws(StoreError) -> [UInt8]? {
        guard let file, let methods = file.pointee.methods else { throw failure(StoreError.Code.cannotOpen) }
        var bytes = [UInt8](repeating: 0, count: count)
        let code = bytes.withUnsafeMutableBytes { bytes in
            methods.pointee.read(file, bytes.baseAddress, Int32(truncatingIfNeeded: bytes.count), 0)
        }
        guard code == StoreError.Code.ok || code == StoreError.Code.shortRead else { throw failure(code) }
        return code == StoreError.Code.ok ? bytes : nil
    }

    /// SQLite's lock levels.
    enum Lock: Int32 { case none = 0, shared = 1, exclusive = 4 }

    /// Takes a lock on the file itself; if that fails, all locks are released.
    func lock(_ lock: Lock) throws(StoreError) {
        guard let file, let methods = file.pointee.methods else { throw failure(StoreError.Code.cannotOpen) }
        var code = methods.pointee.lock(file, Lock.shared.rawValue)
        if code == StoreError.Code.ok, lock != .shared { code = methods.pointee.lock(file, lock.rawValue) }
        guard code != StoreError.Code.ok else { return }
        unlock()
        throw failure(code)
    }

    func unlock() {
        if let file, let methods = file.pointee.methods { _ = methods.pointee.unlock(file, Lock.none.rawValue) }
    }

    /// Retries while other processes hold locks on the file.
    ///
    /// - Parameter attempt: must release its locks before it throws: two processes that both keep the weaker lock
    ///   would deadlock.
    func waiting(_ attempt: () throws(StoreError) -> Void) throws(StoreError) {
        let pause = 5
        for number in 0..<Int(busyTimeout) / pause {
            do throws(StoreError) {
                return try attempt()
            } catch {
                guard error.isBusy else { throw error }
            }
            // Processes wait for different times, so that they do not retry simultaneously.
            FileSystem.pause(milliseconds: 1 + (FileSystem.process + number) % (2 * pause - 1))
        }
        try attempt()
    }

    private static let filePointer: Int32 = 7
    private static let fileHasMoved: Int32 = 20

    // MARK: Defence

    /// The file may be malicious: its schema must not run code, and the sizes that it declares are limited.
    private func distrustTheFile() throws(StoreError) {
        for (option, value) in Database.configuration {
            _ = csqlite_configure(functions.configure, pointer, option, value)
        }
        for (limit, value) in Database.limits { _ = functions.limit(pointer, limit, value) }
        try run("PRAGMA cell_size_check=ON")
        // If another process truncated a mapped file, this process would be killed.
        try run("PRAGMA mmap_size=0")
        try run("PRAGMA temp_store=MEMORY")
    }

    /// Options of sqlite3_db_config.
    private static let configuration: [(Int32, Int32)] = [
        (1002, 0),  // foreign keys off
        (1003, 0),  // triggers off
        (1004, 0),  // fts3_tokenizer() with a pointer off
        (1005, 0),  // extensions off
        (1010, 1),  // defensive mode: SQL cannot corrupt the schema or shadow tables
        (1011, 0),  // schema not writable
        (1013, 0),  // no double-quoted string literals
        (1014, 0),
        (1015, 0),  // views off
        (1017, 0),  // functions in the schema are untrusted
    ]

    /// Limits of sqlite3_limit.
    private static let limits: [(Int32, Int32)] = [
        (0, Int32(clamping: StoreLimits.maxDocument * 2)),  // size of a value or row
        (1, 10_000),  // length of SQL
        (2, 100),  // columns
        (3, 100),  // depth of expressions
        (7, 0),  // attached databases
        (9, 20),  // parameters
        (10, 1),  // depth of triggers
        (11, 0),  // worker threads
    ]
}
