// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import CMemory
import LecternModel
import LecternNavigator
import LecternWeb

@_cdecl("lectern_navigator_css") @implementation
public func lectern_navigator_css(
    _ navigator: OpaquePointer!, _ href: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let navigator = try NavigatorTarget.of(navigator)
        try navigator.css(of: Input.text(href, "href")).write(to: &json)
    }
}

@_cdecl("lectern_navigator_receive") @implementation
public func lectern_navigator_receive(_ navigator: OpaquePointer!, _ message: Text!, _ error: Output!) -> lectern_status
{
    call(error) { () throws(Failure) in
        let page = try NavigatorTarget.page(of: navigator)
        if let message { try WebPage.checkMessage(size: memory_length(message)) }
        try page.receive(Input.json(message, "message"))
    }
}

@_cdecl("lectern_navigator_go") @implementation
public func lectern_navigator_go(_ navigator: OpaquePointer!, _ target: Text!, _ error: Output!) -> lectern_status {
    end { isEnd in
        call(error) { () throws(Failure) in
            isEnd = try !NavigatorTarget.page(of: navigator).go(Input.json(target, "target"))
        }
    }
}

@_cdecl("lectern_navigator_send") @implementation
public func lectern_navigator_send(_ navigator: OpaquePointer!, _ command: Text!, _ error: Output!) -> lectern_status {
    call(error) { () throws(Failure) in
        try NavigatorTarget.page(of: navigator).send(Input.json(command, "command"))
    }
}

@_cdecl("lectern_navigator_get") @implementation
public func lectern_navigator_get(
    _ navigator: OpaquePointer!, _ href: Text!, _ request: Text!, _ response: Output!, _ body: Output!, _ error: Output!
) -> lectern_status {
    response?.pointee = nil
    let status = call(body, error) { () throws(Failure) in
        guard let response else { throw Failure(.argument, "The output parameter is NULL.") }
        let page = try NavigatorTarget.page(of: navigator)
        let answer = try page.get(Input.text(href, "href"), Input.optionalJSON(request, "request"))
        var json = JSONWriter()
        answer.write(to: &json)
        response.pointee = try HandleTable.insert(json.finish())
        return ResourceTarget(answer.body)
    }
    if status != Status.ok.rawValue, let response, response.pointee != nil {
        _ = free(response.pointee, ByteBuffer.self)
        response.pointee = nil
    }
    return status
}
