// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternEvents
import LecternModel
import LecternNavigator
import LecternThreads

/// The object of `lectern_preferences`: a draft, which is used by one caller at a time.
final class PreferencesTarget: HandleTarget, Observable {
    static var handleKind: HandleKind { .preferences }

    private let draft: Lock<PreferencesDraft>
    /// The navigator that determines the rules; nil for a draft created from a kind alone.
    private let navigator: Navigator?
    private let events = EventQueue()

    init(_ draft: PreferencesDraft, of navigator: Navigator? = nil) {
        self.draft = Lock(draft)
        self.navigator = navigator
    }

    static func copy(_ handle: OpaquePointer?) throws(Failure) -> PreferencesTarget {
        let target = try HandleTable.target(handle, PreferencesTarget.self)
        return PreferencesTarget(target.draft.withLock { $0 }, of: target.navigator)
    }

    static func read<T>(
        _ handle: OpaquePointer?, _ body: (PreferencesDraft) throws(Failure) -> T
    ) throws(Failure) -> T {
        let draft = try HandleTable.target(handle, PreferencesTarget.self).draft.withLock { $0 }
        return try body(draft)
    }

    /// Edits the draft; if `body` throws, the draft is unchanged.  Before this returns, listeners are notified of a
    /// change, and warnings are logged.
    static func edit(
        _ handle: OpaquePointer?, _ body: (inout PreferencesDraft) throws(Failure) -> [Warning]
    ) throws(Failure) {
        let target = try HandleTable.target(handle, PreferencesTarget.self)
        let warnings = try target.draft.withLock { draft throws(Failure) in
            let old = draft
            var edited = old
            let warnings = try body(&edited)
            draft = edited
            guard edited.preferences != old.preferences else { return warnings }
            for topic in PreferencesDraft.topics { target.events.add(topic) { edited.event(topic, since: old) } }
            return warnings
        }
        target.navigator?.log(warnings)
        target.events.deliver()
    }

    /// Adds a listener; the current values are delivered before this returns.
    func observe(_ topic: String?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        if let topic, !PreferencesDraft.topics.contains(topic) {
            throw Failure(.argument, "There is no topic named \"\(topic)\".")
        }
        let observer = draft.withLock { draft in
            let topics = PreferencesDraft.topics.filter { topic == nil || topic == $0 }
            let present = topics.map { Event(topic: $0, json: draft.event($0)) }
            let observer = Observer(topic: topic, present: present, handler: handler)
            events.add(observer)
            return observer
        }
        events.begin(observer)
        return observer
    }

    func remove(_ observer: Observer) { events.remove(observer) }

    /// Submits the draft.  It stays locked meanwhile, so that if two threads edit and submit, the last submission has
    /// both edits.
    static func submit(
        _ handle: OpaquePointer?, _ handOver: (Submission) throws(Failure) -> Void
    ) throws(Failure) {
        let target = try HandleTable.target(handle, PreferencesTarget.self)
        guard let navigator = target.navigator else {
            throw Failure(.unsupported, "This draft was not created by a navigator, so it cannot be submitted.")
        }
        try target.draft.withLock { draft throws(Failure) in try navigator.accept(draft.preferences, handOver) }
        navigator.deliver()
    }
}

/// Reads the flags of set, increment, decrement and toggle: whether other preferences may be changed.
private func activates(_ flags: UInt32) throws(Failure) -> Bool {
    guard flags & ~UInt32(LECTERN_NO_ACTIVATE) == 0 else { throw Failure(.argument, "The flags \(flags) are unknown.") }
    return flags & UInt32(LECTERN_NO_ACTIVATE) == 0
}

@_cdecl("lectern_preferences_new") @implementation
public func lectern_preferences_new(
    _ kind: Text!, _ preferences: Text!, _ draft: Output!, _ error: Output!
) -> lectern_status {
    call(draft, error) { () throws(Failure) in
        let name = try Input.text(kind, "kind")
        guard let kind = NavigatorKind(kind: name) else {
            throw Failure(.argument, "There is no kind of publication named \"\(name)\".")
        }
        return PreferencesTarget(
            try PreferencesDraft(SettingsEngine(kind), reading: Input.optionalJSON(preferences, "preferences")))
    }
}

@_cdecl("lectern_preferences_json") @implementation
public func lectern_preferences_json(_ draft: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try PreferencesTarget.read(draft) { draft throws(Failure) in json.object(draft.preferences.json) }
    }
}

@_cdecl("lectern_preferences_settings") @implementation
public func lectern_preferences_settings(_ draft: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try PreferencesTarget.read(draft) { draft throws(Failure) in draft.settings.write(to: &json) }
    }
}

@_cdecl("lectern_preferences_setting") @implementation
public func lectern_preferences_setting(
    _ draft: OpaquePointer!, _ key: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let key = try Input.text(key, "key")
        try PreferencesTarget.read(draft) { draft throws(Failure) in try draft.write(key, to: &json) }
    }
}

@_cdecl("lectern_preferences_label") @implementation
public func lectern_preferences_label(
    _ draft: OpaquePointer!, _ key: Text!, _ value: Text!, _ label: Output!, _ error: Output!
) -> lectern_status {
    call(label, error) { () throws(Failure) in
        let key = try Input.text(key, "key")
        let value = try Input.json(value, "value").value
        return ByteBuffer(
            try PreferencesTarget.read(draft) { draft throws(Failure) in try draft.label(key, of: value) })
    }
}

@_cdecl("lectern_preferences_observe") @implementation
public func lectern_preferences_observe(
    _ draft: OpaquePointer!, _ topic: Text!, _ listener: UnsafePointer<lectern_listener>!,
    _ subscription: Output!, _ error: Output!
) -> lectern_status {
    call(listener, subscription, error) { () throws(Failure) in
        try HandleTable.target(draft, PreferencesTarget.self)
    } _: { draft, handler throws(Failure) in
        try draft.observe(Input.optionalText(topic, "topic"), handler)
    }
}

@_cdecl("lectern_preferences_set") @implementation
public func lectern_preferences_set(
    _ draft: OpaquePointer!, _ key: Text!, _ value: Text!, _ flags: UInt32,
    _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let key = try Input.text(key, "key")
        // The maximum depth is one less than elsewhere, so that the preferences can be parsed again.
        let value = try Input.json(value, "value", maxDepth: Limits().maxJSONDepth - 1).value
        let activate = try activates(flags)
        try PreferencesTarget.edit(draft) { draft throws(Failure) in
            try draft.set(key, value, activate: activate)
            return []
        }
    }
}

@_cdecl("lectern_preferences_increment") @implementation
public func lectern_preferences_increment(
    _ draft: OpaquePointer!, _ key: Text!, _ flags: UInt32, _ error: Output!
) -> lectern_status {
    step(draft, key, flags, error) { draft, key, activate throws(Failure) in
        try draft.increment(key, activate: activate)
    }
}

@_cdecl("lectern_preferences_decrement") @implementation
public func lectern_preferences_decrement(
    _ draft: OpaquePointer!, _ key: Text!, _ flags: UInt32, _ error: Output!
) -> lectern_status {
    step(draft, key, flags, error) { draft, key, activate throws(Failure) in
        try draft.decrement(key, activate: activate)
    }
}

@_cdecl("lectern_preferences_toggle") @implementation
public func lectern_preferences_toggle(
    _ draft: OpaquePointer!, _ key: Text!, _ flags: UInt32, _ error: Output!
) -> lectern_status {
    edit(draft, key, flags, error) { draft, key, activate throws(Failure) in
        try draft.toggle(key, activate: activate)
    }
}

@_cdecl("lectern_preferences_activate") @implementation
public func lectern_preferences_activate(
    _ draft: OpaquePointer!, _ key: Text!, _ error: Output!
) -> lectern_status {
    edit(draft, key, 0, error) { draft, key, _ throws(Failure) in try draft.activate(key) }
}

private func edit(
    _ draft: OpaquePointer?, _ key: Text?, _ flags: UInt32, _ error: Output?,
    _ body: (inout PreferencesDraft, _ key: String, _ activate: Bool) throws(Failure) -> Void
) -> lectern_status {
    call(error) { () throws(Failure) in
        let key = try Input.text(key, "key")
        let activate = try activates(flags)
        try PreferencesTarget.edit(draft) { draft throws(Failure) in
            try body(&draft, key, activate)
            return []
        }
    }
}

/// The body of increment and decrement, which return LECTERN_END at the end of the range.
private func step(
    _ draft: OpaquePointer?, _ key: Text?, _ flags: UInt32, _ error: Output?,
    _ body: (inout PreferencesDraft, _ key: String, _ activate: Bool) throws(Failure) -> Bool
) -> lectern_status {
    end { isEnd in
        edit(draft, key, flags, error) { draft, key, activate throws(Failure) in
            isEnd = try !body(&draft, key, activate)
        }
    }
}

@_cdecl("lectern_preferences_is_active") @implementation
public func lectern_preferences_is_active(
    _ draft: OpaquePointer!, _ key: Text!, _ active: UnsafeMutablePointer<Int32>!, _ error: Output!
) -> lectern_status {
    call(number: active, error) { () throws(Failure) in
        let key = try Input.text(key, "key")
        return try PreferencesTarget.read(draft) { draft throws(Failure) in try draft.isActive(key) } ? 1 : 0
    }
}

@_cdecl("lectern_preferences_clear") @implementation
public func lectern_preferences_clear(
    _ draft: OpaquePointer!, _ key: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let key = try Input.optionalText(key, "key")
        try PreferencesTarget.edit(draft) { draft throws(Failure) in
            try draft.clear(key)
            return []
        }
    }
}

@_cdecl("lectern_preferences_merge") @implementation
public func lectern_preferences_merge(
    _ draft: OpaquePointer!, _ preferences: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let preferences = try Input.json(preferences, "preferences")
        try PreferencesTarget.edit(draft) { draft throws(Failure) in try draft.merge(preferences) }
    }
}

@_cdecl("lectern_preferences_filter") @implementation
public func lectern_preferences_filter(
    _ draft: OpaquePointer!, _ keys: Text!, _ keep: Int32, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let keys = try Input.json(keys, "keys")
        guard keep == 0 || keep == 1 else {
            throw Failure(.argument, "The parameter keep must be 0 or 1, not \(keep).")
        }
        let filtered = try PreferencesTarget.read(draft) { draft throws(Failure) in
            try draft.filtered(keys, keep: keep != 0)
        }
        json.object(filtered.json)
    }
}

@_cdecl("lectern_preferences_submit") @implementation
public func lectern_preferences_submit(_ draft: OpaquePointer!, _ submission: Output!, _ error: Output!)
    -> lectern_status
{
    submission?.pointee = nil
    return call(error) { () throws(Failure) in
        try PreferencesTarget.submit(draft) { became throws(Failure) in
            if let submission { submission.pointee = try HandleTable.insert(became.text) }
        }
    }
}

@_cdecl("lectern_preferences_copy") @implementation
public func lectern_preferences_copy(_ draft: OpaquePointer!, _ copy: Output!, _ error: Output!) -> lectern_status {
    call(copy, error) { () throws(Failure) in try PreferencesTarget.copy(draft) }
}

@_cdecl("lectern_preferences_free") @implementation
public func lectern_preferences_free(_ draft: OpaquePointer!) -> lectern_status {
    free(draft, PreferencesTarget.self)
}
