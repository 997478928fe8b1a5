// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator

@_cdecl("lectern_navigator_apply_decorations") @implementation
public func lectern_navigator_apply_decorations(
    _ navigator: OpaquePointer!, _ group: Text!, _ decorations: Text!, _ changes: Output!,
    _ error: Output!
) -> lectern_status {
    changes?.pointee = nil
    return call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        let group = try Input.text(group, "group")
        let list = try list(decorations, "decorations", like: navigator.decorations(in: group))
        try navigator.apply(list, in: group) { difference throws(Failure) in
            if let changes { changes.pointee = try HandleTable.insert(difference.text()) }
        }
    }
}

@_cdecl("lectern_navigator_decorations") @implementation
public func lectern_navigator_decorations(
    _ navigator: OpaquePointer!, _ group: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        return navigator.decorations(in: try Input.text(group, "group")).text()
    }
}

@_cdecl("lectern_navigator_render_decorations") @implementation
public func lectern_navigator_render_decorations(
    _ navigator: OpaquePointer!, _ href: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        return try navigator.renderDecorations(in: Input.text(href, "href")).text
    }
}

@_cdecl("lectern_navigator_supports_decoration") @implementation
public func lectern_navigator_supports_decoration(
    _ navigator: OpaquePointer!, _ style: Text!, _ interaction: Text!,
    _ yes: UnsafeMutablePointer<Int32>!, _ error: Output!
) -> lectern_status {
    call(number: yes, error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        let style = try Input.text(style, "style")
        return navigator.supports(style: style, interaction: try Input.optionalText(interaction, "interaction")) ? 1 : 0
    }
}

@_cdecl("lectern_navigator_set_decoration_template") @implementation
public func lectern_navigator_set_decoration_template(
    _ navigator: OpaquePointer!, _ style: Text!, _ definition: Text!,
    _ renderer: UnsafePointer<lectern_renderer>!, _ error: Output!
) -> lectern_status {
    let renderer = HostTable.take(renderer)
    return call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.setTemplate(
            style: Input.text(style, "style"), definition: Input.optionalJSON(definition, "definition"),
            renderer: HostRenderer.closure(renderer?.get()))
    }
}

@_cdecl("lectern_navigator_activate_decoration") @implementation
public func lectern_navigator_activate_decoration(
    _ navigator: OpaquePointer!, _ group: Text!, _ id: Text!,
    _ event: Text!, _ error: Output!
) -> lectern_status {
    call(error) { () throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.interact(
            group: Input.text(group, "group"), id: Input.text(id, "id"), report: Input.optionalJSON(event, "event"))
    }
}

@_cdecl("lectern_decorations_diff") @implementation
public func lectern_decorations_diff(
    _ before: Text!, _ after: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        let former = try list(before, "before")
        return DecorationDiff(from: former, to: try list(after, "after", like: former)).text()
    }
}

private func list(
    _ text: Text?, _ name: StaticString, like former: DecorationList = DecorationList()
) throws(Failure) -> DecorationList {
    try DecorationList(Input.json(text, name, maxValues: DecorationList.maxValues), source: "\(name)", like: former)
}
