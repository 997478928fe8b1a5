// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator
import LecternNotes
import LecternPublication
import LecternStore

@_cdecl("lectern_publication_identity") @implementation
public func lectern_publication_identity(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try PublicationTarget.of(publication).writeIdentity(to: &json)
    }
}

@_cdecl("lectern_store_add_publication") @implementation
public func lectern_store_add_publication(
    _ store: OpaquePointer!, _ identity: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.addPublication(Input.notes(identity, "identity"))
    }
}

@_cdecl("lectern_store_publications") @implementation
public func lectern_store_publications(_ store: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    call(json, error) { () throws(Failure) in try HandleTable.target(store, Store.self).publications() }
}

@_cdecl("lectern_store_save_notes") @implementation
public func lectern_store_save_notes(
    _ store: OpaquePointer!, _ changes: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.saveNotes(Input.notes(changes, "changes"))
    }
}

@_cdecl("lectern_store_notes") @implementation
public func lectern_store_notes(
    _ store: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.notes(Input.optionalJSON(query, "query"))
    }
}

@_cdecl("lectern_store_note_changes") @implementation
public func lectern_store_note_changes(
    _ store: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.noteChanges(Input.optionalJSON(query, "query"))
    }
}

@_cdecl("lectern_store_merge_notes") @implementation
public func lectern_store_merge_notes(
    _ store: OpaquePointer!, _ notes: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let store = try HandleTable.target(store, Store.self)
        return try store.mergeNotes(Input.notes(notes, "notes"))
    }
}

@_cdecl("lectern_store_observe_notes") @implementation
public func lectern_store_observe_notes(
    _ store: OpaquePointer!, _ query: Text!, _ listener: UnsafePointer<lectern_listener>!,
    _ subscription: Output!, _ error: Output!
) -> lectern_status {
    call(listener, subscription, error) { () throws(Failure) in
        try HandleTable.target(store, Store.self)
    } _: { store, handler throws(Failure) in
        try store.observeNotes(Input.optionalJSON(query, "query"), handler)
    }
}

@_cdecl("lectern_navigator_show_notes") @implementation
public func lectern_navigator_show_notes(
    _ navigator: OpaquePointer!, _ group: Text!, _ store: OpaquePointer!, _ query: Text!, _ subscription: Output!,
    _ error: Output!
) -> lectern_status {
    call(subscription, error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        let group = DrawnNotes(navigator, group: try Input.text(group, "group"))
        let store = try HandleTable.target(store, Store.self)
        let observer = try store.observeNotes(Input.optionalJSON(query, "query")) { _, event in group.receive(event) }
        return SubscriptionTarget(store, observer)
    }
}
