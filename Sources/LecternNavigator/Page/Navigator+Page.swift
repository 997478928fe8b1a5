// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the page in a web view is told.
extension Navigator {
    /// Of reflowable documents or of those with a fixed layout, with the present settings.
    public func pageStyle(_ layout: Layout) -> PageStyle {
        let (settings, viewport) = state.withLock { ($0.settings, $0.viewport) }
        return layout == .fixed ? PageStyle(fixed: settings) : PageStyle(reflowable: settings, viewport)
    }

    /// The members of the state of the page that the navigator knows (schema `web-state`).
    public func writePageState(to json: inout JSONWriter) {
        let (settings, viewport, location, groups) = state.withLock {
            ($0.settings, $0.viewport, $0.location, $0.groups.names)
        }
        json.member("kind", settings.kind.navigator)
        json.key("layout")
        if let layout = settings.kind.layout { json.string(layout.rawValue) } else { json.null() }
        PageSettings(settings, viewport, manifest.metadata).writeMembers(to: &json)
        json.key("spreads")
        SpreadArrangement(of: manifest, settings, in: viewport).write(manifest.readingOrder, to: &json)
        json.key("location")
        json.location(location)
        json.member("groups", .array(groups.map(JSON.string)))
        json.key("activable")
        json.strings(groups.filter { events.isObserved(Event.decorationsTopic($0)) })
    }
}
