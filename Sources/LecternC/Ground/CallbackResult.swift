// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a callback of the host reports, which is as untrusted as a file.
enum CallbackResult {
    /// Throws unless `status` is success.  Takes over the error that the callback made; a bare or unknown negative
    /// status becomes a failure of its own.
    static func check(
        _ status: Int32, _ error: OpaquePointer?, what: String, fallback: Status = .callback
    ) throws(Failure) {
        let cause = takeFailure(error)
        guard status != Status.ok.rawValue else { return }
        guard status < 0 else {
            throw Failure(.callback, "\(what) returned the status \(status), which it may not.")
        }
        if let cause { throw cause }
        throw Failure(Status(rawValue: status) ?? fallback, "\(what) failed with the status \(status).")
    }

    /// The failure behind an error handle that is ours now.
    private static func takeFailure(_ error: OpaquePointer?) -> Failure? {
        guard error != nil, let target = try? HandleTable.target(error, ErrorTarget.self) else { return nil }
        try? HandleTable.remove(error, ErrorTarget.self)
        return target.failure
    }

    /// The bytes behind a buffer handle that is ours now.
    static func takeBuffer(_ handle: OpaquePointer?, what: String) throws(Failure) -> ByteBuffer {
        do throws(Failure) {
            let buffer = try HandleTable.target(handle, ByteBuffer.self)
            try HandleTable.remove(handle, ByteBuffer.self)
            return buffer
        } catch {
            throw Failure(.callback, "\(what) returned no buffer.", causes: [error])
        }
    }
}
