// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a file of preferences looks like inside, and how an older one becomes that.
///
/// `preferences` has one row for each scope.  `unreadable` takes what stood in the place of preferences and was none,
/// before they are replaced: somebody wrote it, and may want it back.
enum FileSchema {
    /// "Lect", in the place where SQLite says what application a file belongs to.
    static let application: Int64 = 1_281_713_012

    /// One step for each version; the number of a version is how many steps lead to it.
    private static let steps: [[StaticString]] = [
        [
            """
            CREATE TABLE preferences (
              scope TEXT NOT NULL,
              kind TEXT NOT NULL,
              id TEXT NOT NULL,
              json TEXT NOT NULL,
              PRIMARY KEY (scope, kind, id)
            )
            """,
            "CREATE TABLE unreadable (scope TEXT, kind TEXT, id TEXT, json)",
            "PRAGMA application_id=1281713012",
            "PRAGMA user_version=1",
        ]
    ]

    /// All that is in the schema of the newest version: a file with more, such as a trigger, was not made by us.
    private static var objects: Set<String> {
        Set(steps.joined().map { "\($0)" }.filter { $0.hasPrefix("CREATE") } + [""])
    }

    private static var newest: Int64 { Int64(steps.count) }

    /// What was found to be right, to be compared with later on: a newer version of Lectern, or something that is not
    /// Lectern at all, may change it at any time.
    struct Form: Equatable {
        let application: Int64
        let version: Int64
        /// SQLite changes it with each change of the schema.
        let schema: Int64

        init(_ database: Database) throws(Trouble) {
            application = try database.integer("PRAGMA application_id")
            version = try database.integer("PRAGMA user_version")
            schema = try database.integer("PRAGMA schema_version")
        }
    }

    /// Throws unless the file is ours and sound, or empty.  Makes an empty or an older one what it should be.
    static func prepare(_ database: Database, path: [String]) throws(Trouble) -> Form {
        let form = try database.transaction(writing: false) { () throws(Trouble) -> Form? in
            guard try version(of: database, path) == newest else { return nil }
            return try check(database, path)
        }
        if let form { return form }
        return try database.transaction(writing: true) { () throws(Trouble) in
            // Somebody else may have been faster.
            for step in steps.dropFirst(Int(clamping: try version(of: database, path))) {
                for sql in step { try database.run(sql) }
            }
            return try check(database, path)
        }
    }

    private static func version(of database: Database, _ path: [String]) throws(Trouble) -> Int64 {
        let application = try database.integer("PRAGMA application_id")
        let version = try database.integer("PRAGMA user_version")
        if application == 0, version == 0, try database.integer("SELECT count(*) FROM sqlite_master") == 0 { return 0 }
        guard application == FileSchema.application else { throw Trouble.failure(foreign(path)) }
        guard version <= newest else {
            throw Trouble.failure(
                Failure(
                    .unsupported, "A newer version of Lectern has written it: it has version \(version), not \(newest).",
                    path: path))
        }
        guard version >= 0 else { throw Trouble.damaged("its version is \(version)") }
        return version
    }

    static func foreign(_ path: [String]) -> Failure {
        Failure(.format, "It is a database of another application.", path: path)
    }

    private static func check(_ database: Database, _ path: [String]) throws(Trouble) -> Form {
        // Statistics are what SQLite itself adds when somebody asks it to.
        let schema = try Statement("SELECT sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_stat[14]'", in: database)
        var found: Set<String> = []
        while try schema.step() { found.insert(String(decoding: schema.text(0) ?? [], as: UTF8.self)) }
        guard found == objects else { throw Trouble.damaged("its tables are not those that Lectern makes") }
        // SQLite fills up a last page that is not complete.
        let (size, page) = (try database.size(), try database.integer("PRAGMA page_size"))
        guard size <= StoreLimits.maxFile else {
            throw Trouble.failure(Failure(.limit, "It is larger than \(StoreLimits.maxFile) bytes.", path: path))
        }
        guard page > 0, size % page == 0 else { throw Trouble.damaged("its last page is not complete") }
        let check = try Statement("PRAGMA quick_check(1)", in: database)
        let verdict = try check.step() ? String(decoding: check.text(0) ?? [], as: UTF8.self) : "ok"
        guard verdict == "ok" else { throw Trouble.damaged(verdict) }
        return try Form(database)
    }
}
