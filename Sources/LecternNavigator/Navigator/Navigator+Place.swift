// SPDX-License-Identifier: BSD-3-Clause
import LecternEvents
import LecternModel

/// The reader's location, and the viewport.
extension Navigator {
    /// nil if unknown.
    public var location: Locator? { state.withLock { $0.location } }

    public var locationText: ByteBuffer { Navigator.text(location) }

    static func text(_ location: Locator?) -> ByteBuffer {
        var json = JSONWriter()
        json.location(location)
        return json.finish()
    }

    /// - Parameter json: nil or null for an unknown location.
    public func setLocation(_ json: JSONReader?) throws(Failure) {
        let location = try json.flatMap { json throws(Failure) in try Navigator.location(json, in: manifest) }
        setLocation(location.map { follow()($0) ?? $0 }, isReported: false)
    }

    /// - Parameter isReported: whether the page reported the location, so that it is already there.
    public func setLocation(_ location: Locator?, isReported: Bool) {
        state.withLock { state in
            guard state.location != location else { return }
            let isElsewhere = state.location?.href != location?.href
            state.location = location
            if isElsewhere { show(location.flatMap { Navigator.resource(of: $0, in: manifest) }, &state) }
            events.add(Event.location) { Navigator.text(location) }
            if let location, !isReported { send(&state) { PageMessage.go(location, animated: nil) } }
        }
        events.deliver()
    }

    static func resource(of location: Locator, in manifest: Manifest) -> ShownResource? {
        manifest.link(withHREF: location.href).map { ShownResource($0, in: manifest) }
    }

    /// Notifies listeners if other settings act on the resource that is shown now.
    private func show(_ resource: ShownResource?, _ state: inout State) {
        guard resource != state.shown else { return }
        let old = state.settingsShown
        state.shown = resource
        let new = state.settingsShown
        guard new != old else { return }
        let change = SettingsChange(from: old, to: new)
        events.add(Event.settings) { Event.text(new, change) }
        guard !change.changed.isEmpty else { return }
        let (settings, viewport) = (state.settings, state.viewport)
        send(&state) { PageMessage.settings(PageSettings(settings, on: resource, viewport, manifest.metadata), change) }
    }

    /// Reads a locator in the publication; null is an unknown location.
    static func location(_ json: JSONReader, in manifest: Manifest) throws(Failure) -> Locator? {
        guard !json.value.isNull else { return nil }
        let locator = try Locator(json).normalized
        guard manifest.link(withHREF: locator.href) != nil else {
            throw Failure(
                .notFound, "The publication has no resource \"\(locator.href)\".", path: try json.member("href").path)
        }
        return locator
    }

    // MARK: The view

    /// The pages that are displayed side by side, as JSON (schema `spreads`).
    public var spreads: ByteBuffer {
        let (settings, viewport) = state.withLock { ($0.settings, $0.viewport) }
        return text(SpreadArrangement(of: manifest, settings, in: viewport))
    }

    func text(_ arrangement: SpreadArrangement) -> ByteBuffer {
        var json = JSONWriter()
        arrangement.write(manifest.readingOrder, to: &json)
        return json.finish()
    }

    /// - Parameter json: nil if the size of the view is unknown.
    public func setViewport(_ json: JSONReader?) throws(Failure) {
        let viewport = try json.map { json throws(Failure) in try Viewport(json) }
        state.withLock { state in
            let settings = state.settings
            let before = (settings, state.viewport)
            state.viewport = viewport
            sendColumns(&state, before: before.1)
            // A view is resized many times a second, and usually keeps its spreads.
            guard settings.pairsPages(in: before.1) != settings.pairsPages(in: viewport) else { return }
            sendSpreads(&state, from: before)
        }
        events.deliver()
    }

    /// Notifies listeners and the page if the spreads have changed.
    func sendSpreads(_ state: inout State, from old: (Settings, Viewport?)) {
        guard events.isObserved(Event.spreads) || state.page.isOpen else { return }
        let arrangement = SpreadArrangement(of: manifest, state.settings, in: state.viewport)
        guard arrangement != SpreadArrangement(of: manifest, old.0, in: old.1) else { return }
        events.add(Event.spreads) { text(arrangement) }
        send(&state) { PageMessage.spreads { arrangement.write(manifest.readingOrder, to: &$0) } }
    }
}
