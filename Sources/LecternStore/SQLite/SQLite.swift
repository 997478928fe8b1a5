// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// A loaded SQLite library, which the host may also use.
struct SQLite: Sendable {
    let functions: SQLiteFunctions

    /// The soname in Debian and its derivatives; it also matches a library that the process has already loaded.
    private static let library = OptionalLibrary(
        option: "sqlite", name: "SQLite",
        missing:
            "A store in a file needs SQLite, but libsqlite3.so.0 was not found: install it, or name the file of its "
            + "library in the context option \"sqlite\".",
        candidates: { ["libsqlite3.so.0"] },
        functions: { library throws(MissingSymbol) in try SQLiteFunctions(library) })

    /// 3.31, the first version with SQLITE_DBCONFIG_TRUSTED_SCHEMA.
    private static let oldest: Int32 = 3_031_000

    /// Loads SQLite from a file, or that of the system.
    static func load(_ path: String?) throws(Failure) -> SQLite {
        let functions = try library.load(path)
        guard functions.libraryVersion() >= oldest else {
            throw Failure(.unsupported, "A store in a file needs SQLite 3.31 or later; the installed version is older.")
        }
        guard functions.isThreadsafe() != 0 else {
            throw Failure(.unsupported, "A store in a file needs a thread-safe build of SQLite.")
        }
        return SQLite(functions: functions)
    }
}
