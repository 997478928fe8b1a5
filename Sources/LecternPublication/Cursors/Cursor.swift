// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// What a cursor walks over: pages of JSON in an order, made when somebody asks for them.
///
/// Whoever asks is alone.  A page that fails moves nothing: the next call tries it again.
public protocol PageSource {
    /// The page behind the one given last, the first one at the beginning; nil behind the last one.
    mutating func next() throws(Failure) -> ByteBuffer?
    /// The page in front of the one given last; nil at the beginning.
    mutating func previous() throws(Failure) -> ByteBuffer?
}

/// A place in a sequence of pages, for many threads: one at a time is let in, the others wait.
///
/// The host may run while a page is made, so a thread that would wait for itself is told.
public final class Cursor: @unchecked Sendable {
    private let lock = DeadlockDetectingLock()
    /// Only used while this thread holds the lock.
    private var pages: any PageSource

    public init(_ pages: any PageSource) { self.pages = pages }

    /// nil behind the last page: the cursor stays at that one.
    public func next() throws(Failure) -> ByteBuffer? {
        try withLock { pages throws(Failure) in try pages.next() }
    }

    /// nil in front of the first page: the cursor stays at that one.
    public func previous() throws(Failure) -> ByteBuffer? {
        try withLock { pages throws(Failure) in try pages.previous() }
    }

    private func withLock(
        _ body: (inout any PageSource) throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        try lock.take("The cursor is used from inside of its own work.")
        defer { lock.give() }
        return try body(&pages)
    }
}
