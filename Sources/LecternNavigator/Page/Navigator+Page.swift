// SPDX-License-Identifier: BSD-3-Clause
import LecternEvents
import LecternModel

/// Communication with the page in a web view.
extension Navigator {
    /// Returns the style for documents of this layout with the current settings.
    ///
    /// - Parameter isScrolled: whether a reflowable document cannot be paginated.
    public func pageStyle(_ layout: Layout, isScrolled: Bool = false) -> PageStyle {
        let (settings, viewport) = state.withLock { ($0.settings, $0.viewport) }
        if layout == .fixed { return PageStyle(fixed: settings) }
        return PageStyle(reflowable: settings, viewport, isScrolled: isScrolled)
    }

    /// Writes the navigator's members of the state of the page (schema `web-state`).  From now on, changes are queued
    /// for the page.
    public func writePageState(to json: inout JSONWriter) {
        let state = state.withLock { state in
            state.page.begin(interactive: interactive(state))
            return state
        }
        let (settings, viewport) = (state.settings, state.viewport)
        json.member("kind", settings.kind.navigator)
        json.key("layout")
        if let layout = settings.kind.layout { json.string(layout.rawValue) } else { json.null() }
        PageSettings(settings, on: state.shown, viewport, manifest.metadata).writeMembers(to: &json)
        json.key("spreads")
        SpreadArrangement(of: manifest, settings, in: viewport).write(manifest.readingOrder, to: &json)
        json.key("location")
        json.location(state.location)
        json.member("groups", .array(state.groups.names.map(JSON.string)))
        state.page.interactive.writeMembers(to: &json)
    }

    /// Marks the page as ready, and delivers the changes since it got its state.
    public func openPage() {
        state.withLock { state in
            for message in state.page.open() { events.add(Event.web) { message } }
        }
        events.deliver()
    }

    public var hasPage: Bool { state.withLock { $0.page.isOpen } }

    public var pageOptions: PageOptions { state.withLock { $0.pageOptions } }

    /// Changes options; they also apply to pages that are loaded later.
    public func change(pageOptions changes: JSONObject) { state.withLock { $0.pageOptions.merge(changes) } }

    // MARK: Messages to the page

    /// Sends a message to the page, if one is attached.
    public func sendToPage(_ message: () -> ByteBuffer) {
        state.withLock { send(&$0, message) }
        events.deliver()
    }

    public func sendToPage(toGoTo locator: Locator, animated: Bool?) {
        sendToPage { PageMessage.go(locator, animated: animated) }
    }

    /// Delivers a message from the page to the listeners of a topic.
    public func report(_ topic: String, _ json: () -> ByteBuffer) {
        events.add(topic, json)
        events.deliver()
    }

    func send(_ state: inout State, _ message: () -> ByteBuffer) {
        if state.page.isLive {
            events.add(Event.web, message)
        } else if state.page.isOpen {
            state.page.keep(message())
        }
    }

    /// The groups whose decorations have a listener.  A listener to all topics only asks for activations: the others
    /// take gestures away from the browser.
    private func interactive(_ state: State) -> InteractiveGroups {
        let topics = events.topics
        return InteractiveGroups { interaction in
            if topics.isAll, interaction == .activate { return state.groups.names }
            return state.groups.used(topics.named.compactMap(interaction.group(ofTopic:)))
        }
    }

    func sendInteractiveGroups(_ state: inout State) {
        guard state.page.isOpen else { return }
        let groups = interactive(state), before = state.page.note(interactive: groups)
        for message in groups.messages(since: before) { send(&state) { message } }
    }

    /// In version 2 of Readium CSS, the number of columns depends on the size of the view.
    func sendColumns(_ state: inout State, before viewport: Viewport?) {
        guard state.page.isOpen, state.settings.engine.readiumCSS.version == .two,
            state.settings.css(viewport: viewport) != state.settings.css(viewport: state.viewport)
        else { return }
        let settings = PageSettings(state.settings, on: state.shown, state.viewport, manifest.metadata)
        send(&state) { PageMessage.settings(settings, .none) }
    }
}
