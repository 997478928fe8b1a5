// SPDX-License-Identifier: BSD-3-Clause

/// Statements that are run many times in one transaction.  They must be reset after each use.
final class PreparedStatements {
    private let database: Database
    private var statements: [String: Prepared] = [:]

    final class Prepared {
        let statement: Statement

        fileprivate init(_ sql: StaticString, _ database: Database) throws(StoreError) {
            statement = try Statement(sql, in: database)
        }
    }

    init(_ database: Database) { self.database = database }

    func get(_ sql: StaticString) throws(StoreError) -> Prepared {
        let key = "\(sql)"
        if let known = statements[key] { return known }
        let made = try Prepared(sql, database)
        statements[key] = made
        return made
    }
}
