// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternEvents
import LecternModel
import LecternNavigator
import LecternPublication

/// The object of `lectern_subscription`.
final class SubscriptionTarget: HandleTarget {
    static var handleKind: HandleKind { .subscription }

    private let source: any Observable
    private let observer: Observer

    init(_ source: any Observable, _ observer: Observer) {
        self.source = source
        self.observer = observer
    }

    deinit { source.remove(observer) }
}

/// The body of a function that adds a listener to an object.
func call<T: Observable>(
    _ listener: UnsafePointer<lectern_listener>?, _ subscription: Output?, _ error: Output?,
    _ target: () throws(Failure) -> T, _ start: (T, @escaping Observer.Handler) throws(Failure) -> Observer
) -> lectern_status {
    // The listener is released even if the call fails.
    let listener = HostTable.take(listener)
    return call(subscription, error) { () throws(Failure) in
        let target = try target()
        return SubscriptionTarget(target, try start(target, try eventHandler(listener)))
    }
}

/// Returns a handler that calls the listener and retains it.
private func eventHandler(
    _ listener: Result<HostTable<lectern_listener>, Failure>?
) throws(Failure) -> Observer.Handler {
    guard let listener = try listener?.get(), let event = listener.table.event else {
        throw Failure(.argument, "A listener needs the function event.")
    }
    return { topic, json in
        topic.withCString { topic in CallbackDepth.inside { event(listener.table.user_data, topic, json.cString) } }
        withExtendedLifetime(json) {}
    }
}

@_cdecl("lectern_navigator_new") @implementation
public func lectern_navigator_new(
    _ publication: OpaquePointer!, _ options: Text!, _ navigator: Output!, _ error: Output!
) -> lectern_status {
    call(navigator, error) { () throws(Failure) in
        try NavigatorTarget(Input.optionalJSON(options, "options"), of: PublicationTarget.of(publication))
    }
}

@_cdecl("lectern_navigator_settings") @implementation
public func lectern_navigator_settings(_ navigator: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status
{
    call(json, error) { () throws(Failure) in try NavigatorTarget.of(navigator).settings }
}

@_cdecl("lectern_navigator_submit_preferences") @implementation
public func lectern_navigator_submit_preferences(
    _ navigator: OpaquePointer!, _ preferences: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.submit(Input.json(preferences, "preferences"))
    }
}

@_cdecl("lectern_navigator_edit_preferences") @implementation
public func lectern_navigator_edit_preferences(
    _ navigator: OpaquePointer!, _ preferences: Text!, _ draft: Output!, _ error: Output!
) -> lectern_status {
    call(draft, error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        let draft = try navigator.draft(of: Input.optionalJSON(preferences, "preferences"))
        return PreferencesTarget(draft, of: navigator)
    }
}

@_cdecl("lectern_navigator_set_location") @implementation
public func lectern_navigator_set_location(
    _ navigator: OpaquePointer!, _ location: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.setLocation(Input.optionalJSON(location, "location"))
    }
}

@_cdecl("lectern_navigator_location") @implementation
public func lectern_navigator_location(_ navigator: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status
{
    call(json, error) { () throws(Failure) in try NavigatorTarget.of(navigator).locationText }
}

@_cdecl("lectern_navigator_set_viewport") @implementation
public func lectern_navigator_set_viewport(
    _ navigator: OpaquePointer!, _ viewport: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.setViewport(Input.optionalJSON(viewport, "viewport"))
    }
}

@_cdecl("lectern_navigator_spreads") @implementation
public func lectern_navigator_spreads(_ navigator: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status
{
    call(json, error) { () throws(Failure) in try NavigatorTarget.of(navigator).spreads }
}

@_cdecl("lectern_navigator_observe") @implementation
public func lectern_navigator_observe(
    _ navigator: OpaquePointer!, _ topic: Text!, _ listener: UnsafePointer<lectern_listener>!,
    _ subscription: Output!, _ error: Output!
) -> lectern_status {
    call(listener, subscription, error) { () throws(Failure) in
        try NavigatorTarget.of(navigator)
    } _: { navigator, handler throws(Failure) in
        try navigator.observe(Input.optionalText(topic, "topic"), handler)
    }
}

@_cdecl("lectern_subscription_free") @implementation
public func lectern_subscription_free(_ subscription: OpaquePointer!) -> lectern_status {
    free(subscription, SubscriptionTarget.self)
}

@_cdecl("lectern_navigator_free") @implementation
public func lectern_navigator_free(_ navigator: OpaquePointer!) -> lectern_status {
    free(navigator, NavigatorTarget.self)
}
