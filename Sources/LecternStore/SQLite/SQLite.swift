// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// A loaded SQLite.  The host may use the same one.
struct SQLite: Sendable {
    let functions: SQLiteFunctions

    /// What Debian and its relatives call it; one that the process has loaded already answers to the name.
    private static let library = OptionalLibrary(
        option: "sqlite", name: "SQLite",
        missing: "A store in a file needs SQLite, and there is no libsqlite3.so.0: install it, or name the file of its "
            + "library in the context option \"sqlite\".",
        candidates: { ["libsqlite3.so.0"] },
        functions: { library throws(MissingSymbol) in try SQLiteFunctions(library) })

    /// 3.31, the first version with SQLITE_DBCONFIG_TRUSTED_SCHEMA.
    private static let oldest: Int32 = 3_031_000

    /// The SQLite in a file, or the one of the system.
    static func load(_ path: String?) throws(Failure) -> SQLite {
        let functions = try library.load(path)
        guard functions.libraryVersion() >= oldest else {
            throw Failure(.unsupported, "A store in a file needs SQLite 3.31 or later, and the installed one is older.")
        }
        guard functions.isThreadsafe() != 0 else {
            throw Failure(.unsupported, "A store in a file needs a SQLite that was built for more than one thread.")
        }
        return SQLite(functions: functions)
    }
}
