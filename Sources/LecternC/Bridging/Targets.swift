// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Behind `lectern_buffer`.
extension ByteBuffer: HandleTarget {
    static var handleKind: HandleKind { .buffer }

    /// Valid while the buffer lives.
    var cString: UnsafePointer<CChar> { UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self) }
}

/// Behind `lectern_error`: a failure whose texts stay at one address until it is freed.
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

    /// nil for an invalid handle.
    static func of(_ handle: OpaquePointer?) -> ErrorTarget? { try? HandleTable.target(handle, ErrorTarget.self) }
}
