// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternThreads

/// An output parameter for a handle.
public typealias Output = UnsafeMutablePointer<OpaquePointer?>

/// The body of every exported function.
///
/// Even a short function may make the Swift runtime take one of its locks, for type metadata or to initialise a
/// constant.  In a child of `fork`, that lock would never be released, so `fork` must know about all calls.
func call<T>(_ body: () -> T) -> T { CallingThread.working(body) }

/// The body of a function that can fail: returns the status of the failure, and sets `error` to an owned error if the
/// caller passed it.
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

/// The body of a function that returns a handle in `output`, which is cleared first.
func call<T: HandleTarget>(
    _ output: Output?, _ error: Output?, _ body: () throws(Failure) -> T
) -> lectern_status {
    output?.pointee = nil
    return call(error) { () throws(Failure) in
        guard let output else { throw Failure(.argument, "The output parameter is NULL.") }
        output.pointee = try HandleTable.insert(try body())
    }
}

/// The body of a function that may have no result: it then returns LECTERN_END, and the output stays NULL.
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

/// Replaces success by LECTERN_END if the call sets `isEnd`.
func end(_ call: (_ isEnd: inout Bool) -> lectern_status) -> lectern_status {
    var isEnd = false
    let status = call(&isEnd)
    return isEnd && status == Status.ok.rawValue ? Status.end.rawValue : status
}

/// The body of a function that returns a number in `output`.
func call<T: ExpressibleByIntegerLiteral>(
    number output: UnsafeMutablePointer<T>?, _ error: Output?, _ body: () throws(Failure) -> T
) -> lectern_status {
    output?.pointee = 0
    return call(error) { () throws(Failure) in
        guard let output else { throw Failure(.argument, "The output parameter is NULL.") }
        output.pointee = try body()
    }
}

/// The body of a function that writes JSON.
func callJSON(
    _ output: Output?, _ error: Output?, _ write: (inout JSONWriter) throws(Failure) -> Void
) -> lectern_status {
    call(output, error) { () throws(Failure) in
        var json = JSONWriter()
        try write(&json)
        return json.finish()
    }
}

/// Returns the status of a failure, and sets `error` to an error handle if the caller passed it.
func report(_ failure: Failure, to error: Output?) -> lectern_status {
    do throws(Failure) {
        if let error { error.pointee = try HandleTable.insert(ErrorTarget(failure)) }
    } catch {
        // The handle table is full, so the caller only gets the status.
    }
    return failure.status.rawValue
}

/// Frees a handle; NULL is allowed.
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
