// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternThreads

/// An output parameter for a handle.
public typealias Output = UnsafeMutablePointer<OpaquePointer?>

/// The body of every exported function.
///
/// Even a short one may make the Swift runtime take one of its locks, for the metadata of a type or the first use of a
/// constant.  A child of `fork` would wait for that lock for ever, so `fork` has to know of every call.
func call<T>(_ body: () -> T) -> T { CallingThread.working(body) }

/// The same for functions that can fail: a failure becomes a status and, if the caller passed an output for it, an owned
/// error.
func call(_ error: Output?, _ body: () throws(Failure) -> Void) -> lectern_status {
    error?.pointee = nil
    return call {
        do throws(Failure) {
            try body()
            return Status.ok.rawValue
        } catch let failure {
            return report(failure, to: error)
        }
    }
}

/// The same for functions with a handle as output, which is cleared first.
func call<T: HandleTarget>(
    _ output: Output?, _ error: Output?, _ body: () throws(Failure) -> T
) -> lectern_status {
    output?.pointee = nil
    return call(error) { () throws(Failure) in
        guard let output else { throw Failure(.argument, "The output parameter is NULL.") }
        output.pointee = try HandleTable.insert(try body())
    }
}

/// The same for functions that may find nothing: that is LECTERN_END, and the output stays NULL.
func callOptional<T: HandleTarget>(
    _ output: Output?, _ error: Output?, _ body: () throws(Failure) -> T?
) -> lectern_status {
    output?.pointee = nil
    return end { isEnd in
        call(error) { () throws(Failure) in
            guard let output else { throw Failure(.argument, "The output parameter is NULL.") }
            guard let found = try body() else { return isEnd = true }
            output.pointee = try HandleTable.insert(found)
        }
    }
}

/// LECTERN_END in place of success, if the call has found nothing further.
func end(_ call: (_ isEnd: inout Bool) -> lectern_status) -> lectern_status {
    var isEnd = false
    let status = call(&isEnd)
    return isEnd && status == Status.ok.rawValue ? Status.end.rawValue : status
}

/// The same for functions with a number as output.
func call<T: ExpressibleByIntegerLiteral>(
    number output: UnsafeMutablePointer<T>?, _ error: Output?, _ body: () throws(Failure) -> T
) -> lectern_status {
    output?.pointee = 0
    return call(error) { () throws(Failure) in
        guard let output else { throw Failure(.argument, "The output parameter is NULL.") }
        output.pointee = try body()
    }
}

/// The same for functions that write JSON.
func callJSON(
    _ output: Output?, _ error: Output?, _ write: (inout JSONWriter) throws(Failure) -> Void
) -> lectern_status {
    call(output, error) { () throws(Failure) in
        var json = JSONWriter()
        try write(&json)
        return json.finish()
    }
}

/// Turns a failure into its status, and into an error handle if the caller passed an output for it.
func report(_ failure: Failure, to error: Output?) -> lectern_status {
    do throws(Failure) {
        if let error { error.pointee = try HandleTable.insert(ErrorTarget(failure)) }
    } catch {
        // The handle table is full, so the caller only gets the status.
    }
    return failure.status.rawValue
}

/// Frees a handle; NULL is fine.
func free<T: HandleTarget>(_ handle: OpaquePointer?, _ type: T.Type) -> lectern_status {
    guard handle != nil else { return Status.ok.rawValue }
    return call {
        do throws(Failure) {
            try HandleTable.remove(handle, T.self)
            return Status.ok.rawValue
        } catch {
            return error.status.rawValue
        }
    }
}
