// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The pages that a cursor visits: JSON documents that are created on demand.
///
/// It is used by one thread at a time.  If a page fails, the position does not change, and the next call tries it again.
public protocol PageSource {
    /// The page after the last one returned, or the first page; nil at the end.
    mutating func next() throws(Failure) -> ByteBuffer?
    /// The page before the last one returned; nil at the beginning.
    mutating func previous() throws(Failure) -> ByteBuffer?
}

/// A position in a sequence of pages.  Many threads can use it; one is admitted at a time.
///
/// Code of the host may run while a page is created.  A thread that would wait for itself gets a failure.
public final class Cursor: @unchecked Sendable {
    private let lock = DeadlockDetectingLock()
    /// Only accessed while this thread holds the lock.
    private var pages: any PageSource

    public init(_ pages: any PageSource) { self.pages = pages }

    /// Returns nil after the last page, and then stays at the last page.
    public func next() throws(Failure) -> ByteBuffer? {
        try withLock { pages throws(Failure) in try pages.next() }
    }

    /// Returns nil before the first page, and then stays at the first page.
    public func previous() throws(Failure) -> ByteBuffer? {
        try withLock { pages throws(Failure) in try pages.previous() }
    }

    private func withLock(
        _ body: (inout any PageSource) throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        try lock.take("The cursor is already in use by this thread.")
        defer { lock.give() }
        return try body(&pages)
    }
}
