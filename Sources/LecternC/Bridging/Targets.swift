// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The object of `lectern_buffer`.
extension ByteBuffer: HandleTarget {
    static var handleKind: HandleKind { .buffer }

    /// Valid while the buffer is alive.
    var cString: UnsafePointer<CChar> { UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self) }
}

/// The object of `lectern_error`: a failure whose strings keep their addresses until it is freed.
final class ErrorTarget: HandleTarget {
    static var handleKind: HandleKind { .error }

    let failure: Failure
    let message: ByteBuffer
    let path: ByteBuffer

    init(_ failure: Failure) {
        self.failure = failure
        message = ByteBuffer(failure.message)
        path = ByteBuffer(failure.pathText)
    }

    /// Returns nil for an invalid handle.
    static func of(_ handle: OpaquePointer?) -> ErrorTarget? { try? HandleTable.target(handle, ErrorTarget.self) }
}
