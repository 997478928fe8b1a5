// SPDX-License-Identifier: BSD-3-Clause

import CMemory
import LecternModel

extension ByteBuffer {
    /// Larger buffers are only allocated after a trial allocation has succeeded.
    private static let modest: UInt64 = 16 << 20

    /// Creates a buffer of `count` uninitialised bytes.  `fill` must write all of them.
    ///
    /// A file may declare a size that exceeds the available memory.  Swift ends the process when an allocation fails,
    /// so for a large size an allocation is tried first, and throws if it fails.
    public convenience init(
        claiming count: UInt64, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard let count = Int(exactly: count), count < Int.max else { throw ByteBuffer.noMemory }
        if count > ByteBuffer.modest {
            guard memory_has_room(count + 1) else { throw ByteBuffer.noMemory }
        }
        try self.init(capacity: count) { (space) throws(Failure) -> Int in
            try fill(space)
            return count
        }
    }

    private static var noMemory: Failure { Failure(.limit, "There is not enough memory.") }
}
