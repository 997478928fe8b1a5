// SPDX-License-Identifier: BSD-3-Clause

/// What one call may still inflate, over all the entries that it reads.
///
/// Make one per call of the API and pass it on: a chapter is cheap, ten thousand chapters of one search are not.
public struct ReadBudget: Sendable {
    public let limits: Limits
    /// Bytes that are left of `limits.maxTotalInflated`.
    public private(set) var remaining: UInt64
    /// Whether something was refused for what had been read before: another call can read it.
    public private(set) var isExhausted = false

    public init(_ limits: Limits) {
        self.limits = limits
        self.remaining = limits.maxTotalInflated
    }

    /// Takes `count` bytes off, before they are produced.
    public mutating func charge(_ count: UInt64) throws(Failure) {
        guard count <= remaining else {
            isExhausted = remaining < limits.maxTotalInflated
            throw Failure(.limit, "More than \(limits.maxTotalInflated) bytes would have to be read for one call.")
        }
        remaining -= count
    }

    /// The same for a part of one file, which has a limit of its own.
    public mutating func charge(file count: UInt64) throws(Failure) {
        guard count <= limits.maxEntrySize else {
            throw Failure(.limit, "The file is larger than \(limits.maxEntrySize) bytes.")
        }
        try charge(count)
    }
}
