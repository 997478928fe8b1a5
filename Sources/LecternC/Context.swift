// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

@_cdecl("lectern_context_new") @implementation
public func lectern_context_new(
    _ abi: UInt32, _ options: Text!, _ context: Output!, _ error: Output!
) -> lectern_status {
    call(context, error) { () throws(Failure) in
        guard abi == BuildInfo.abi else {
            throw Failure(.abi, "The header is for ABI \(abi), the library has ABI \(BuildInfo.abi).")
        }
        let options = try Input.optionalJSON(options, "options").map { json throws(Failure) in try ContextOptions(json)
        }
        var known = options ?? ContextOptions()
        known.version = "\(BuildInfo.version)"
        return ContextTarget(options: known)
    }
}

@_cdecl("lectern_context_set_logger") @implementation
public func lectern_context_set_logger(
    _ context: OpaquePointer!, _ logger: UnsafePointer<lectern_logger>!, _ error: Output!
) -> lectern_status {
    let logger = HostTable.take(logger)
    return call(error) { () throws(Failure) in
        let context = try HandleTable.target(context, ContextTarget.self)
        context.set(logger: try logger?.get())
    }
}

@_cdecl("lectern_context_set_progress") @implementation
public func lectern_context_set_progress(
    _ context: OpaquePointer!, _ progress: UnsafePointer<lectern_progress>!, _ error: Output!
) -> lectern_status {
    let progress = HostTable.take(progress)
    return call(error) { () throws(Failure) in
        let context = try HandleTable.target(context, ContextTarget.self)
        context.set(progress: try progress?.get())
    }
}

@_cdecl("lectern_context_set_editor") @implementation
public func lectern_context_set_editor(
    _ context: OpaquePointer!, _ editor: UnsafePointer<lectern_editor>!, _ error: Output!
) -> lectern_status {
    let editor = HostTable.take(editor)
    return call(error) { () throws(Failure) in
        let context = try HandleTable.target(context, ContextTarget.self)
        let depth = context.limits.maxJSONDepth
        context.set(
            editor: try editor.map { editor throws(Failure) in
                try HostEditor.closure(editor.get(), maxJSONDepth: depth)
            })
    }
}

@_cdecl("lectern_context_add_service") @implementation
public func lectern_context_add_service(
    _ context: OpaquePointer!, _ service: UnsafePointer<lectern_service>!, _ error: Output!
) -> lectern_status {
    let service = HostTable.take(service)
    return call(error) { () throws(Failure) in
        let context = try HandleTable.target(context, ContextTarget.self)
        guard let service else { throw Failure(.argument, "The parameter service is NULL.") }
        context.add(try HostService.factory(try service.get(), maxJSONDepth: context.limits.maxJSONDepth))
    }
}

@_cdecl("lectern_context_free") @implementation
public func lectern_context_free(_ context: OpaquePointer!) -> lectern_status { free(context, ContextTarget.self) }
