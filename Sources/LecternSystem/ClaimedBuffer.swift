// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel

extension ByteBuffer {
    /// Above this, memory is asked for before it is taken.
    private static let modest: UInt64 = 16 << 20

    /// `count` uninitialised bytes, all of which `fill` writes.
    ///
    /// A size that a file declares may be more than there is.  Swift ends the process when memory runs out, so a
    /// large size is tried first, and is a failure if it does not work.
    public convenience init(
        claiming count: UInt64, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard let count = Int(exactly: count), count < Int.max else { throw ByteBuffer.noMemory }
        if count > ByteBuffer.modest {
            guard let probe = malloc(count + 1) else { throw ByteBuffer.noMemory }
            free(probe)
        }
        try self.init(capacity: count) { (space) throws(Failure) -> Int in
            try fill(space)
            return count
        }
    }

    private static var noMemory: Failure { Failure(.limit, "There is not enough memory.") }
}
