// SPDX-License-Identifier: BSD-3-Clause

/// The state of one API call: how many bytes it may still read, over all files, how much it may still search for a
/// quote, and the host, which is asked about every eight milliseconds whether to continue.
///
/// It belongs to one thread at a time.  Loops that may run long count their work.  Where they cannot throw, they end
/// when `stops` returns true, and their caller calls `check`.
public final class Work: @unchecked Sendable {
    public var budget: ReadBudget
    /// The remaining blocks of 64 units for approximate matching of quotes.
    public var matchingSteps = Work.maxMatchingSteps
    /// The reason for stopping: the failure that the host's callback threw.
    public private(set) var failure: Failure?

    private let task: String
    private let progress: Progress
    private var done: UInt64 = 0
    private var total: UInt64 = 0
    /// Decremented in inner loops of other modules, where an exclusivity check on each access would be expensive.
    @exclusivity(unchecked) @usableFromInline var left = Work.period

    /// The approximate time in nanoseconds between two reports to the host.
    private static let period = 1 << 23
    private static let maxMatchingSteps = 1 << 26

    /// - Parameter task: the name of the task in progress reports.
    public init(_ task: String, _ progress: Progress, _ limits: Limits) {
        self.task = task
        self.progress = progress
        budget = ReadBudget(limits)
    }

    /// Reports progress to the host.
    public func report(_ done: Int, of total: Int) throws(Failure) {
        self.done = UInt64(max(0, done))
        self.total = UInt64(max(0, total))
        try report()
    }

    /// Reports the last progress again.
    public func report() throws(Failure) {
        left = Work.period
        try progress.report(task, done, of: total)
    }

    /// Counts work that takes about `cost` nanoseconds.
    @inlinable @inline(__always)
    public func step(_ cost: Int) throws(Failure) {
        if stops(after: cost) { try check() }
    }

    /// Counts work in code that cannot throw, and returns whether to stop.
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
