// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The stored preferences of one scope.
enum StoredValue: Sendable, Equatable {
    case nothing
    /// JSON, unless another program wrote it.
    case text([UInt8])
    /// A value that is not text, or too large, which only another program can have written.
    case unusable
}

/// Reads the stored records, within a transaction.
protocol RecordReader {
    /// Changes whenever another connection may have written.
    var version: RecordVersion { get }
    /// Can also be changed directly, in a transaction that writes.
    var notes: any NoteRows { get }

    func value(for scope: Scope) throws(StoreError) -> StoredValue
    /// Enumerates every record by scope, in order; the scope is nil if it is unknown.
    func forEach(_ body: (Scope?, StoredValue) throws(StoreError) -> Void) throws(StoreError)
}

/// The new text of a scope; nil removes it.
struct RecordChange: Sendable {
    let scope: Scope
    let text: [UInt8]?
    /// Whether the current value is not preferences.  It is then preserved when it is replaced.
    var preservesFormer = false
}

/// Identifies a state of a file.
struct RecordVersion: Sendable, Equatable {
    var file = 0
    var data: Int64 = 0
}

/// The storage of preferences.
///
/// One caller at a time: a store uses it under its lock.  This is why the implementations are `@unchecked Sendable`.
protocol Records: AnyObject, Sendable {
    /// Runs `body`, and makes the changes that it returns, all or none.
    ///
    /// `body` may run more than once, if the file was replaced or turns out to be damaged.
    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(StoreError) -> (T, [RecordChange])
    ) throws(Failure) -> T

    /// Returns the warnings about the file since the last call.
    func takeWarnings() -> [Warning]
}
