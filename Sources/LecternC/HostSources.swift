// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternPublication

/// Memory passed in by the host: used in place if there is a release function, otherwise copied.  `release` is called
/// exactly once, even if the bytes are rejected.
struct HostMemory {
    private let prepared: Result<MemorySource, Failure>

    init(
        _ data: UnsafeRawPointer?, _ size: Int, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
        _ userData: UnsafeMutableRawPointer?
    ) {
        // A pointer is not Sendable, but the host allows any thread to release its memory.
        nonisolated(unsafe) let userData = userData
        prepared = Result { () throws(Failure) in
            do throws(Failure) {
                let bytes = try Input.bytes(data, size)
                guard let release else { return MemorySource(copying: bytes) }
                return MemorySource(bytes) { CallbackDepth.inside { release(userData) } }
            } catch {
                CallbackDepth.inside { release?(userData) }
                throw error
            }
        }
    }

    func source() throws(Failure) -> MemorySource { try prepared.get() }
}

/// A host stream as a source of bytes.
enum HostStream {
    static func source(_ stream: HostTable<lectern_stream>) throws(Failure) -> StreamSource {
        guard let read = stream.table.read, let size = stream.table.size else {
            throw Failure(.argument, "A stream needs the functions read and size.")
        }
        return StreamSource(
            size: { () throws(Failure) in
                var value: UInt64 = 0
                var error: OpaquePointer?
                let status = CallbackDepth.inside { size(stream.table.user_data, &value, &error) }
                try CallbackResult.check(status, error, what: "The stream's size function", fallback: .io)
                return value
            },
            read: { offset, buffer throws(Failure) in
                var count = 0
                var error: OpaquePointer?
                let status = CallbackDepth.inside {
                    read(stream.table.user_data, offset, buffer.baseAddress, buffer.count, &count, &error)
                }
                try CallbackResult.check(status, error, what: "The stream's read function", fallback: .io)
                return count
            })
    }
}
