// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Bytes in memory, used without copying them.
public final class MemorySource: ByteSource {
    /// Owned by the caller, and unchanged until `release` has run.
    nonisolated(unsafe) private let region: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Borrows `region`.  `release` runs exactly once, when the bytes are no longer used.
    public init(_ region: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.region = region
        self.release = release
    }

    public convenience init(_ buffer: ByteBuffer) {
        self.init(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count)) {
            withExtendedLifetime(buffer) {}
        }
    }

    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(ByteBuffer(copying: bytes))
    }

    deinit { release() }

    public func size() -> UInt64 { UInt64(region.count) }

    public var bytes: PinnedBytes? { PinnedBytes(region, owner: self) }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let start = Int(exactly: offset), start < region.count else { return 0 }
        let part = UnsafeRawBufferPointer(rebasing: region[start...].prefix(buffer.count))
        buffer.copyMemory(from: part)
        return part.count
    }
}
