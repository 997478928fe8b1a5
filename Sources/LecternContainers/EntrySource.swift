// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A file of a container as a `ByteSource`.  Random access is cheap only if the file is not compressed.
public final class EntrySource: ByteSource {
    private let entry: ContainerEntry
    private let container: any Container
    private let limits: Limits

    public init(_ entry: ContainerEntry, in container: any Container, _ limits: Limits) {
        self.entry = entry
        self.container = container
        self.limits = limits
    }

    public func size() -> UInt64 { entry.length }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let (end, overflow) = offset.addingReportingOverflow(UInt64(buffer.count))
        let part = try container.read(entry, range: offset..<(overflow ? .max : end), limits: limits)
        return part.withBytes { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count))
            buffer.copyMemory(from: part)
            return part.count
        }
    }
}
