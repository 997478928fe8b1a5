// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel

@_cdecl("lectern_error_new") @implementation
public func lectern_error_new(
    _ status: lectern_status, _ message: Text!, _ path: Text!, _ error: Output!
) -> lectern_status {
    error?.pointee = nil
    return call {
        do throws(Failure) {
            guard let known = Status(rawValue: status), status < 0 else {
                throw Failure(.argument, "The status \(status) is not an error.")
            }
            let path = try Input.optionalText(path, "path").map { [$0] } ?? []
            return report(Failure(known, verbatim: try Input.text(message, "message"), path: path), to: error)
        } catch let failure {
            return report(failure, to: error)
        }
    }
}

@_cdecl("lectern_error_status") @implementation
public func lectern_error_status(_ error: OpaquePointer!) -> lectern_status {
    call { ErrorTarget.of(error)?.failure.status.rawValue ?? Status.handle.rawValue }
}

@_cdecl("lectern_error_message") @implementation
public func lectern_error_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    call { ErrorTarget.of(error)?.message.cString ?? Constants.empty }
}

@_cdecl("lectern_error_path") @implementation
public func lectern_error_path(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    call { ErrorTarget.of(error)?.path.cString ?? Constants.empty }
}

@_cdecl("lectern_error_json") @implementation
public func lectern_error_json(_ error: OpaquePointer!, _ json: Output!) -> lectern_status {
    callJSON(json, nil) { json throws(Failure) in
        Diagnostics.write(try HandleTable.target(error, ErrorTarget.self).failure, to: &json)
    }
}

@_cdecl("lectern_error_free") @implementation
public func lectern_error_free(_ error: OpaquePointer!) -> lectern_status { free(error, ErrorTarget.self) }
