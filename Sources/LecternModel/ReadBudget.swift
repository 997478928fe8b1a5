// SPDX-License-Identifier: BSD-3-Clause

/// The number of bytes that a call may still inflate, over all entries that it reads.
///
/// Make one per API call and pass it on: reading a chapter is cheap, reading ten thousand chapters in one search is
/// not.
public struct ReadBudget: Sendable {
    public let limits: Limits
    /// The remaining bytes of `limits.maxTotalInflated`.
    public private(set) var remaining: UInt64
    /// Whether a read was refused because of earlier reads, so that it can succeed in another call.
    public private(set) var isExhausted = false

    public init(_ limits: Limits) {
        self.limits = limits
        self.remaining = limits.maxTotalInflated
    }

    /// Takes `count` bytes from the budget, before they are produced.
    public mutating func charge(_ count: UInt64) throws(Failure) {
        guard count <= remaining else {
            isExhausted = remaining < limits.maxTotalInflated
            throw Failure(.limit, "The call would read more than \(limits.maxTotalInflated) bytes.")
        }
        remaining -= count
    }

    /// Takes `count` bytes of one file, which also has a limit of its own.
    public mutating func charge(file count: UInt64) throws(Failure) {
        guard count <= limits.maxEntrySize else {
            throw Failure(.limit, "The file is larger than \(limits.maxEntrySize) bytes.")
        }
        try charge(count)
    }
}
