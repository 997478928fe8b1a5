// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the bytes of one file of a publication: inflated, and restored if the file is obfuscated.
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

    /// The size in bytes after inflation.
    public func size() -> UInt64 { entry.length }

    /// Reads the whole file, and verifies its checksum.
    public func read() throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(budget: &budget)
    }

    /// Reads the whole file, and charges it to `budget`.
    func read(budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try restored(from: 0, &budget) { (budget) throws(Failure) in try container.read(entry, budget: &budget) }
    }

    /// The file as stored, without restoring obfuscated bytes.
    func source() -> any ByteSource { EntrySource(entry, in: container, limits) }

    /// Reads a range of the file.  The result is shorter than `range` at the end, and empty past the end.
    public func read(range: Range<UInt64>) throws(Failure) -> ByteBuffer {
        if range.lowerBound == 0, range.upperBound >= size() { return try read() }
        var budget = ReadBudget(limits)
        return try restored(from: range.lowerBound, &budget) { (budget) throws(Failure) in
            try container.read(entry, range: range, budget: &budget)
        }
    }

    /// Reads `length` bytes starting at `offset`.  The result is shorter at the end, and empty past the end.
    /// `UInt64.max` means up to the end.
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
