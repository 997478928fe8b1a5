// SPDX-License-Identifier: BSD-3-Clause

import CSQLite
import LecternSystem

/// The SQLite functions that Lectern calls, with the types of its header.
///
/// The pointers refer to code that is never unloaded; this makes it `Sendable`.
struct SQLiteFunctions: @unchecked Sendable {
    /// An opaque pointer to a database, a statement or another object.
    typealias Pointer = UnsafeMutableRawPointer
    typealias Name = UnsafePointer<CChar>

    let libraryVersion: @convention(c) () -> Int32
    let isThreadsafe: @convention(c) () -> Int32

    let open: @convention(c) (Name?, UnsafeMutablePointer<Pointer?>?, Int32, Name?) -> Int32
    let close: @convention(c) (Pointer?) -> Int32
    let setBusyTimeout: @convention(c) (Pointer?, Int32) -> Int32
    let limit: @convention(c) (Pointer?, Int32, Int32) -> Int32
    let fileControl: @convention(c) (Pointer?, Name?, Int32, Pointer?) -> Int32
    /// Called through `csqlite_configure`.
    let configure: Pointer

    let message: @convention(c) (Pointer?) -> Name?
    let messageOfCode: @convention(c) (Int32) -> Name?
    let code: @convention(c) (Pointer?) -> Int32
    let systemError: @convention(c) (Pointer?) -> Int32
    let isOutsideOfTransaction: @convention(c) (Pointer?) -> Int32

    let prepare: @convention(c) (Pointer?, Name?, Int32, UnsafeMutablePointer<Pointer?>?, Pointer?) -> Int32
    let step: @convention(c) (Pointer?) -> Int32
    let reset: @convention(c) (Pointer?) -> Int32
    let finalize: @convention(c) (Pointer?) -> Int32
    /// The last parameter is a destructor for the text, or -1 to copy it.
    let bindText: @convention(c) (Pointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
    let bindInteger: @convention(c) (Pointer?, Int32, Int64) -> Int32
    let columnType: @convention(c) (Pointer?, Int32) -> Int32
    let columnInteger: @convention(c) (Pointer?, Int32) -> Int64
    let columnText: @convention(c) (Pointer?, Int32) -> UnsafePointer<UInt8>?
    let columnCount: @convention(c) (Pointer?, Int32) -> Int32

    /// Throws the name of the first function that the library lacks.
    init(_ library: Pointer) throws(MissingSymbol) {
        libraryVersion = try symbol("sqlite3_libversion_number", in: library)
        isThreadsafe = try symbol("sqlite3_threadsafe", in: library)
        open = try symbol("sqlite3_open_v2", in: library)
        close = try symbol("sqlite3_close_v2", in: library)
        setBusyTimeout = try symbol("sqlite3_busy_timeout", in: library)
        limit = try symbol("sqlite3_limit", in: library)
        fileControl = try symbol("sqlite3_file_control", in: library)
        configure = try symbol("sqlite3_db_config", in: library)
        message = try symbol("sqlite3_errmsg", in: library)
        messageOfCode = try symbol("sqlite3_errstr", in: library)
        code = try symbol("sqlite3_extended_errcode", in: library)
        systemError = try symbol("sqlite3_system_errno", in: library)
        isOutsideOfTransaction = try symbol("sqlite3_get_autocommit", in: library)
        prepare = try symbol("sqlite3_prepare_v2", in: library)
        step = try symbol("sqlite3_step", in: library)
        reset = try symbol("sqlite3_reset", in: library)
        finalize = try symbol("sqlite3_finalize", in: library)
        bindText = try symbol("sqlite3_bind_text", in: library)
        bindInteger = try symbol("sqlite3_bind_int64", in: library)
        columnType = try symbol("sqlite3_column_type", in: library)
        columnInteger = try symbol("sqlite3_column_int64", in: library)
        columnText = try symbol("sqlite3_column_text", in: library)
        columnCount = try symbol("sqlite3_column_bytes", in: library)
    }
}
