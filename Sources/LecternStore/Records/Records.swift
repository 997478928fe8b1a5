// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The preferences of one scope, as they are kept.
enum StoredValue: Sendable, Equatable {
    case nothing
    /// JSON text, unless another program wrote it.
    case text([UInt8])
    /// A value that is not text, or too large, which only another program can have written.
    case unusable
}

/// The stored records, inside of a transaction.
protocol RecordReader {
    /// Changes whenever another connection may have changed something.
    var version: RecordVersion { get }
    /// These can be changed at once, in a transaction that writes.
    var notes: any NoteRows { get }

    func value(for scope: Scope) throws(StoreError) -> StoredValue
    /// Every scope with a record, in order; nil for a row whose scope is unknown.
    func forEach(_ body: (Scope?, StoredValue) throws(StoreError) -> Void) throws(StoreError)
}

/// The new text of a scope; nil removes it.
struct RecordChange: Sendable {
    let scope: Scope
    let text: [UInt8]?
    /// Whether the present value is not preferences.  It is then kept when preferences replace it.
    var preservesFormer = false
}

/// Identifies a state of a file.
struct RecordVersion: Sendable, Equatable {
    var file = 0
    var data: Int64 = 0
}

/// Where preferences are kept.
///
/// One caller at a time: a store uses its own under its lock.  This is what makes those below `@unchecked Sendable`.
protocol Records: AnyObject, Sendable {
    /// Runs `body`, and makes the changes that it returns, all or none.
    ///
    /// `body` may run more than once, if the file was replaced or turns out to be damaged.
    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(StoreError) -> (T, [RecordChange])
    ) throws(Failure) -> T

    /// The warnings about the file since the last call.
    func takeWarnings() -> [Warning]
}
