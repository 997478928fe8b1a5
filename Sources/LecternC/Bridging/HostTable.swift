// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A copy of a callback table of the host.  Its `release` is called exactly once, after the last use.
///
/// `@unchecked`, because the host guarantees that its functions may be called from any thread.
final class HostTable<Table: CallbackTable>: @unchecked Sendable {
    let table: Table

    /// - Parameter pointer: the host's struct; its `release` is also called if it is rejected.
    init(_ pointer: UnsafePointer<Table>) throws(Failure) {
        let size = UnsafeRawPointer(pointer).loadUnaligned(as: UInt.self)
        guard size >= UInt(MemoryLayout<Table>.size) else {
            HostTable.releaseHead(of: pointer, size: size)
            throw Failure(.abi, "struct_size is \(size); set it to sizeof(\(Table.typeName)).")
        }
        table = pointer.pointee
        guard HostTable.isEmpty(beyond: pointer, size: size) else {
            throw Failure(.abi, "The \(Table.typeName) has a function that this version of Lectern does not know.")
        }
    }

    /// Takes ownership of the table before any other check, so that it is always released; returns nil for NULL.
    static func take(_ pointer: UnsafePointer<Table>?) -> Result<HostTable, Failure>? {
        pointer.map { pointer in call { Result { () throws(Failure) in try HostTable(pointer) } } }
    }

    deinit {
        guard let release = table.release else { return }
        CallbackDepth.inside { release(table.user_data) }
    }

    /// Whether all bytes after the known members are zero: a newer header may have a longer struct, as long as its
    /// new members are not used.  An implausible struct_size is rejected without reading further.
    private static func isEmpty(beyond pointer: UnsafePointer<Table>, size: UInt) -> Bool {
        guard size <= 4096 else { return false }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size))
        return bytes[MemoryLayout<Table>.size...].allSatisfy { $0 == 0 }
    }

    /// Releases a table that is too short, which is possible because every table begins with struct_size, user_data
    /// and release.
    private static func releaseHead(of pointer: UnsafePointer<Table>, size: UInt) {
        let word = MemoryLayout<UnsafeRawPointer>.stride
        guard size >= UInt(3 * word) else { return }
        let head = UnsafeRawPointer(pointer)
        let userData = head.loadUnaligned(fromByteOffset: word, as: UnsafeMutableRawPointer?.self)
        let release = head.loadUnaligned(
            fromByteOffset: 2 * word, as: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?.self)
        CallbackDepth.inside { release?(userData) }
    }
}

/// A struct of callbacks in lectern.h.
protocol CallbackTable {
    static var typeName: String { get }
    var user_data: UnsafeMutableRawPointer! { get }
    var release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)! { get }
}
