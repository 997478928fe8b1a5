// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator

@_cdecl("lectern_navigator_css") @implementation
public func lectern_navigator_css(
    _ navigator: OpaquePointer!, _ href: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let navigator = try HandleTable.target(navigator, Navigator.self)
        try navigator.css(of: Input.text(href, "href")).write(to: &json)
    }
}
