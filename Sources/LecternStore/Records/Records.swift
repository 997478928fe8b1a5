// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The preferences of one scope, as they are kept.
enum Kept: Sendable, Equatable {
    case nothing
    /// JSON text, unless somebody else wrote it.
    case text([UInt8])
    /// Something that is no text, or too large: nobody but somebody else writes that.
    case unusable
}

/// What there is, inside of a transaction.
protocol RecordReader {
    /// Changes whenever somebody else may have changed something.
    var version: RecordVersion { get }

    func kept(for scope: Scope) throws(Trouble) -> Kept
    /// Every scope with something, in order; nil for a row that belongs to no scope that is known.
    func forEach(_ body: (Scope?, Kept) throws(Trouble) -> Void) throws(Trouble)
}

/// The text that a scope is to have; nil forgets it.
struct RecordChange: Sendable {
    let scope: Scope
    let text: [UInt8]?
    /// Whether what is there is no preferences.  Somebody wrote it, so it is not lost when preferences take its place.
    var preservesFormer = false
}

/// Which state of which file this is.
struct RecordVersion: Sendable, Equatable {
    var file = 0
    var data: Int64 = 0
}

/// Where preferences are kept.
///
/// One caller at a time: a store uses its own under its lock.  This is what makes those below `@unchecked Sendable`.
protocol Records: AnyObject, Sendable {
    /// Runs `body`, and makes the changes that it wants, as a whole or not at all.
    ///
    /// `body` may be run more than once: when the file turns out to be another one, or damaged.
    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(Trouble) -> (T, [RecordChange])
    ) throws(Failure) -> T

    /// What happened to the file since somebody asked.
    func takeWarnings() -> [Warning]
}
