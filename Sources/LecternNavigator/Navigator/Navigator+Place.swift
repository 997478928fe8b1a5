// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The location of the reader, and the viewport.
extension Navigator {
    /// nil if it is not known yet.
    public var location: Locator? { state.withLock { $0.location } }

    public var locationText: ByteBuffer { Navigator.text(location) }

    static func text(_ location: Locator?) -> ByteBuffer {
        var json = JSONWriter()
        json.location(location)
        return json.finish()
    }

    /// - Parameter json: nil and null for an unknown location.
    public func setLocation(_ json: JSONReader?) throws(Failure) {
        let location = try json.flatMap { json throws(Failure) in try Navigator.location(json, in: manifest) }
        state.withLock { state in
            guard state.location != location else { return }
            state.location = location
            events.add(Event.location) { Navigator.text(location) }
        }
        events.deliver()
    }

    /// Reads a locator of a publication; null for an unknown location.
    static func location(_ json: JSONReader, in manifest: Manifest) throws(Failure) -> Locator? {
        guard !json.value.isNull else { return nil }
        let locator = try Locator(json)
        guard manifest.link(withHREF: locator.href) != nil else {
            throw Failure(
                .notFound, "The publication has no resource \"\(locator.href)\".", path: try json.member("href").path)
        }
        return locator
    }

    // MARK: The view

    /// The pages that are shown side by side, as JSON (schema `spreads`).
    public var spreads: ByteBuffer {
        let (settings, viewport) = state.withLock { ($0.settings, $0.viewport) }
        return text(SpreadArrangement(of: manifest, settings, in: viewport))
    }

    func text(_ arrangement: SpreadArrangement) -> ByteBuffer {
        var json = JSONWriter()
        arrangement.write(manifest.readingOrder, to: &json)
        return json.finish()
    }

    /// - Parameter json: nil for a view whose size is not known.
    public func setViewport(_ json: JSONReader?) throws(Failure) {
        let viewport = try json.map { json throws(Failure) in try Viewport(json) }
        state.withLock { state in
            let settings = state.settings
            let before = (settings, state.viewport)
            state.viewport = viewport
            // A view is resized many times a second, mostly without a difference.
            guard settings.pairsPages(in: before.1) != settings.pairsPages(in: viewport) else { return }
            tellOfSpreads(from: before, to: (settings, viewport))
        }
        events.deliver()
    }

    /// Notifies listeners if the spreads have changed.
    func tellOfSpreads(from old: (Settings, Viewport?), to new: (Settings, Viewport?)) {
        guard events.isObserved(Event.spreads) else { return }
        let arrangement = SpreadArrangement(of: manifest, new.0, in: new.1)
        guard arrangement != SpreadArrangement(of: manifest, old.0, in: old.1) else { return }
        events.add(Event.spreads) { text(arrangement) }
    }
}
