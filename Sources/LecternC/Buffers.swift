// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

@_cdecl("lectern_buffer_new") @implementation
public func lectern_buffer_new(
    _ data: UnsafeRawPointer!, _ size: Int, _ buffer: Output!, _ error: Output!
) -> lectern_status {
    call(buffer, error) { () throws(Failure) in
        ByteBuffer(copying: try Input.bytes(data, size))
    }
}

@_cdecl("lectern_buffer_data") @implementation
public func lectern_buffer_data(_ buffer: OpaquePointer!) -> UnsafePointer<CChar>! {
    call { (try? HandleTable.target(buffer, ByteBuffer.self))?.cString ?? Constants.empty }
}

@_cdecl("lectern_buffer_size") @implementation
public func lectern_buffer_size(_ buffer: OpaquePointer!) -> Int {
    call { (try? HandleTable.target(buffer, ByteBuffer.self))?.count ?? 0 }
}

@_cdecl("lectern_buffer_free") @implementation
public func lectern_buffer_free(_ buffer: OpaquePointer!) -> lectern_status { free(buffer, ByteBuffer.self) }
