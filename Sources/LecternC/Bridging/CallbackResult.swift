// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The result of a host callback, which is as untrusted as a file.
enum CallbackResult {
    /// Throws unless `status` is success.  Takes ownership of the callback's error.  A negative status without an
    /// error, or an unknown status, becomes a failure that names the callback.
    static func check(
        _ status: Int32, _ error: OpaquePointer?, what: String, fallback: Status = .callback
    ) throws(Failure) {
        let cause = takeFailure(error)
        guard status != Status.ok.rawValue else { return }
        guard status < 0 else {
            throw Failure(.callback, "\(what) returned the status \(status), which is not allowed here.")
        }
        if let cause { throw cause }
        throw Failure(Status(rawValue: status) ?? fallback, "\(what) failed with the status \(status).")
    }

    /// Consumes an error handle, and returns its failure.
    private static func takeFailure(_ error: OpaquePointer?) -> Failure? {
        guard error != nil, let target = try? HandleTable.target(error, ErrorTarget.self) else { return nil }
        try? HandleTable.remove(error, ErrorTarget.self)
        return target.failure
    }

    /// Checks the result of a function that may decline with LECTERN_PASS.
    ///
    /// - Returns: false if the function declined.
    static func isAnswer(_ status: Int32, _ error: OpaquePointer?, what: String) throws(Failure) -> Bool {
        guard status == Status.pass.rawValue else {
            try check(status, error, what: what)
            return true
        }
        _ = takeFailure(error)
        return false
    }

    /// Consumes a handle, and returns its object.
    private static func take<T: HandleTarget>(_ handle: OpaquePointer?, _ type: T.Type, what: String) throws(Failure)
        -> T
    {
        do throws(Failure) {
            let target = try HandleTable.target(handle, T.self)
            try HandleTable.remove(handle, T.self)
            return target
        } catch {
            throw Failure(.callback, "\(what) did not return a valid \(T.handleKind.name) handle.", causes: [error])
        }
    }

    /// Returns the output of a host function, or nil if it returned LECTERN_PASS.
    static func answer<T: HandleTarget>(
        _ type: T.Type, what: String, _ call: (_ output: Output, _ error: Output) -> Int32
    ) throws(Failure) -> T? {
        var output: OpaquePointer?
        var error: OpaquePointer?
        let status = CallbackDepth.inside { call(&output, &error) }
        // The library owns the output even if there is also an error.
        let taken = Result { () throws(Failure) in try take(output, T.self, what: what) }
        return try isAnswer(status, error, what: what) ? try taken.get() : nil
    }

    /// Returns the output of a host function that must not decline.
    static func output<T: HandleTarget>(
        _ type: T.Type, what: String, _ call: (_ output: Output, _ error: Output) -> Int32
    ) throws(Failure) -> T {
        guard let output = try answer(T.self, what: what, call) else {
            throw Failure(.callback, "\(what) returned LECTERN_PASS, which is not allowed here.")
        }
        return output
    }
}
