// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator
import LecternStore

extension Store: HandleTarget {
    static var handleKind: HandleKind { .store }
}

@_cdecl("lectern_store_open") @implementation
public func lectern_store_open(
    _ context: OpaquePointer!, _ path: Text!, _ options: Text!, _ store: Output!, _ error: Output!
) -> lectern_status {
    call(store, error) { () throws(Failure) in
        try CallbackDepth.check()
        let context = try ContextTarget.of(context)
        return try Store(
            path: Input.optionalText(path, "path"), options: Input.optionalJSON(options, "options"),
            sqlite: context.options.sqlite, log: context.log)
    }
}

@_cdecl("lectern_store_warnings") @implementation
public func lectern_store_warnings(_ store: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        json.array(store.warnings) { $0.write(to: &$1) }
    }
}

@_cdecl("lectern_store_load") @implementation
public func lectern_store_load(
    _ store: OpaquePointer!, _ scopes: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        json.object(try store.load(Input.json(scopes, "scopes")))
    }
}

@_cdecl("lectern_store_save") @implementation
public func lectern_store_save(
    _ store: OpaquePointer!, _ scope: Text!, _ preferences: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        try store.save(Input.json(scope, "scope"), Input.optionalJSON(preferences, "preferences"))
    }
}

@_cdecl("lectern_store_save_all") @implementation
public func lectern_store_save_all(_ store: OpaquePointer!, _ changes: Text!, _ error: Output!) -> lectern_status {
    call(error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        try store.save(all: Input.json(changes, "changes"))
    }
}

@_cdecl("lectern_store_scopes") @implementation
public func lectern_store_scopes(_ store: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let scopes = try HandleTable.target(store, Store.self).scopes()
        json.array(scopes) { $0.write(to: &$1) }
    }
}

@_cdecl("lectern_store_profiles") @implementation
public func lectern_store_profiles(
    _ store: OpaquePointer!, _ scopes: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.profiles(Input.optionalJSON(scopes, "scopes"))
    }
}

@_cdecl("lectern_store_save_profiles") @implementation
public func lectern_store_save_profiles(
    _ store: OpaquePointer!, _ changes: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        try store.save(profiles: Input.json(changes, "changes"))
    }
}

@_cdecl("lectern_store_observe") @implementation
public func lectern_store_observe(
    _ store: OpaquePointer!, _ scope: Text!, _ listener: UnsafePointer<lectern_listener>!,
    _ subscription: Output!, _ error: Output!
) -> lectern_status {
    call(listener, subscription, error) { () throws(Failure) in
        try HandleTable.target(store, Store.self)
    } _: { store, handler throws(Failure) in
        try store.observe(Input.optionalJSON(scope, "scope"), handler)
    }
}

@_cdecl("lectern_store_refresh") @implementation
public func lectern_store_refresh(_ store: OpaquePointer!, _ error: Output!) -> lectern_status {
    call(error) { () throws(Failure) in try HandleTable.target(store, Store.self).refresh() }
}

@_cdecl("lectern_store_migrate") @implementation
public func lectern_store_migrate(_ store: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try HandleTable.target(store, Store.self).migrate().write(to: &json)
    }
}

@_cdecl("lectern_store_free") @implementation
public func lectern_store_free(_ store: OpaquePointer!) -> lectern_status { free(store, Store.self) }
