// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The bytes of one file of a publication, as a reader should see them: inflated, and with the beginning restored if
/// it was obfuscated.
///
/// Immutable and safe to use from many threads.  It keeps its container alive.
public struct ResourceReader: Sendable {
    public let container: any Container
    public let entry: ContainerEntry
    public let obfuscation: Obfuscation?
    private let limits: Limits

    public init(_ container: any Container, _ entry: ContainerEntry, obfuscation: Obfuscation? = nil, limits: Limits) {
        self.container = container
        self.entry = entry
        self.obfuscation = obfuscation
        self.limits = limits
    }

    /// Bytes after inflation.
    public func size() -> UInt64 { entry.length }

    /// All of it, its checksum verified.
    public func read() throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(budget: &budget)
    }

    /// The same within a call that reads more.
    func read(budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try restored(from: 0, &budget) { (budget) throws(Failure) in try container.read(entry, budget: &budget) }
    }

    /// As it is stored.
    func source() -> any ByteSource { EntrySource(entry, in: container, limits) }

    /// A part: shorter than `range` at the end, empty behind it.
    public func read(range: Range<UInt64>) throws(Failure) -> ByteBuffer {
        if range.lowerBound == 0, range.upperBound >= size() { return try read() }
        var budget = ReadBudget(limits)
        return try restored(from: range.lowerBound, &budget) { (budget) throws(Failure) in
            try container.read(entry, range: range, budget: &budget)
        }
    }

    /// `length` bytes from `offset` on: fewer at the end, none behind it.  `UInt64.max` means up to the end.
    public func read(offset: UInt64, length: UInt64) throws(Failure) -> ByteBuffer {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return try read(range: offset..<(overflow ? .max : end))
    }

    private func restored(
        from offset: UInt64, _ budget: inout ReadBudget, _ read: (inout ReadBudget) throws(Failure) -> ByteBuffer
    ) throws(Failure) -> ByteBuffer {
        try within(entry.path) { () throws(Failure) -> ByteBuffer in
            let stored = try read(&budget)
            if let obfuscation { stored.amend { obfuscation.apply(to: $0, offset: offset) } }
            return stored
        }
    }
}
