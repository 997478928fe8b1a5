// SPDX-License-Identifier: BSD-3-Clause

/// The work of one call of the API: the bytes that it may still read, over all files, the steps in which it may still
/// look for a quote, and the host, which is asked some hundred times a second whether it should go on.
///
/// It belongs to one thread at a time.  Loops that may be long count what they do.  Where they cannot throw, they end
/// when `stops` says so, and their caller calls `check`.
public final class Work: @unchecked Sendable {
    public var budget: ReadBudget
    /// Blocks of 64 units that may still be compared with a quote that has errors.
    public var matchingSteps = Work.maxMatchingSteps
    /// Why the host wants no more.
    public private(set) var failure: Failure?

    private let task: String
    private let progress: Progress
    private var done: UInt64 = 0
    private var total: UInt64 = 0
    /// Counted down in the inner loops of other modules, where each access would be checked for exclusivity.
    @exclusivity(unchecked) @usableFromInline var left = Work.period

    /// Nanoseconds, about, between two questions.
    private static let period = 1 << 23
    private static let maxMatchingSteps = 1 << 26

    /// - Parameter task: what the host is told.
    public init(_ task: String, _ progress: Progress, _ limits: Limits) {
        self.task = task
        self.progress = progress
        budget = ReadBudget(limits)
    }

    /// Tells the host how far the call is.
    public func report(_ done: Int, of total: Int) throws(Failure) {
        self.done = UInt64(max(0, done))
        self.total = UInt64(max(0, total))
        try report()
    }

    /// Tells the host the same again.
    public func report() throws(Failure) {
        left = Work.period
        try progress.report(task, done, of: total)
    }

    /// Counts what takes so many nanoseconds, about.
    @inlinable @inline(__always)
    public func step(_ cost: Int) throws(Failure) {
        if stops(after: cost) { try check() }
    }

    /// The same, where nothing can be thrown.
    @inlinable @inline(__always)
    public func stops(after cost: Int) -> Bool {
        left -= cost
        return left < 0 && ask()
    }

    public func check() throws(Failure) {
        if let failure { throw failure }
    }

    @usableFromInline @inline(never)
    func ask() -> Bool {
        guard failure == nil else { return true }
        left = Work.period
        do throws(Failure) {
            try progress.report(task, done, of: total)
            return false
        } catch {
            failure = error
            left = 0
            return true
        }
    }
}
