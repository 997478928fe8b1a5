// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A prepared statement.  The SQL is constant; untrusted values are bound to its parameters.
struct Statement: ~Copyable {
    private let database: Database
    private let pointer: UnsafeMutableRawPointer

    init(_ sql: StaticString, in database: Database) throws(StoreError) {
        var prepared: UnsafeMutableRawPointer?
        let code = sql.withUTF8Buffer { text in
            text.withMemoryRebound(to: CChar.self) { text in
                database.functions.prepare(
                    database.pointer, text.baseAddress, Int32(truncatingIfNeeded: text.count), &prepared, nil)
            }
        }
        guard code == StoreError.Code.ok, let prepared else { throw database.failure(code) }
        self.database = database
        pointer = prepared
    }

    deinit { _ = database.functions.finalize(pointer) }

    /// Binds text to a parameter; the first one is 1.
    func bind(_ index: Int32, _ text: some Collection<UInt8>) throws(StoreError) {
        guard let count = Int32(exactly: text.count) else { throw database.failure(StoreError.Code.tooBig) }
        // A trailing NUL provides a valid pointer even for an empty text.
        let code = (Array(text) + [0]).withUnsafeBytes {
            database.functions.bindText(pointer, index, $0.baseAddress, count, -1)
        }
        guard code == StoreError.Code.ok else { throw database.failure(code) }
    }

    func bind(_ index: Int32, _ number: Int64) throws(StoreError) {
        let code = database.functions.bindInteger(pointer, index, number)
        guard code == StoreError.Code.ok else { throw database.failure(code) }
    }

    /// Runs a statement without results and resets it.  The numbers are bound to the first two parameters, the texts
    /// to the following ones.
    func run(_ first: Int64?, _ second: Int64? = nil, _ texts: [[UInt8]] = []) throws(StoreError) {
        if let first { try bind(1, first) }
        if let second { try bind(2, second) }
        for (index, text) in zip(Int32(3)..., texts) { try bind(index, text) }
        _ = try step()
        reset()
    }

    enum Step { case row, end, tooLarge }

    func next() throws(StoreError) -> Step {
        let code = database.functions.step(pointer)
        switch code & 0xFF {
        case StoreError.Code.row: return .row
        case StoreError.Code.done: return .end
        case StoreError.Code.tooBig: return .tooLarge
        default: throw database.failure(code)
        }
    }

    /// Steps, and returns whether there is a row.
    func step() throws(StoreError) -> Bool {
        switch try next() {
        case .row: return true
        case .end: return false
        case .tooLarge: throw database.failure(StoreError.Code.tooBig)
        }
    }

    /// Resets the statement, so that it can be run with other values.
    func reset() { _ = database.functions.reset(pointer) }

    func integer(_ column: Int32) -> Int64 { database.functions.columnInteger(pointer, column) }

    /// The integer in a column; nil for other types.
    func optionalInteger(_ column: Int32) -> Int64? {
        database.functions.columnType(pointer, column) == Statement.typeOfInteger ? integer(column) : nil
    }

    /// The text in a column; nil for other types.
    func text(_ column: Int32) -> [UInt8]? {
        guard database.functions.columnType(pointer, column) == Statement.typeOfText,
            let start = database.functions.columnText(pointer, column)
        else { return nil }
        let count = Int(database.functions.columnCount(pointer, column))
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    private static let typeOfInteger: Int32 = 1
    private static let typeOfText: Int32 = 3
}
