// SPDX-License-Identifier: BSD-3-Clause
import LecternEvents
import LecternModel
import LecternThreads

/// The presentation state of a publication in a view: preferences, decorations, the reader's location, and the
/// listeners to all of these.
///
/// The state is protected by a lock that is never held while a listener or a renderer of the host runs.  Events are
/// queued under the lock, so that the last event has the final state.
public final class Navigator: Observable {
    struct State: Sendable {
        /// The settings of the publication, computed from the current preferences.
        var settings: Settings
        var viewport: Viewport?
        var location: Locator?
        /// The resource of the location.
        var shown: ShownResource?
        /// The settings that act on the resource that is shown.
        var settingsShown: Settings { settings.on(shown) }
        var groups = DecorationGroups()
        var templates: DecorationTemplates
        /// The connection to the page in a web view.
        var page = PageConnection()
        var pageOptions: PageOptions
        /// The resources of the publication; computed on first use.
        var resources: Set<String>?
    }

    let manifest: Manifest
    let events = EventQueue()
    let state: Lock<State>
    private let engine: SettingsEngine
    public let log: Log
    /// Adds to a locator what the page needs to resolve it.
    let follow: Follow
    /// Locates the text, the CFI or the XPointer of a locator in its resource.
    let place: Locate
    /// The language of labels.
    public let locale: String
    /// The captions of recordings.
    public let textTracks: TextTracks

    /// Resolves the locators of one call, within one budget.  The function returns nil for a locator that it does not
    /// change.
    public typealias Follow = @Sendable () -> (Locator) -> Locator?
    /// Resolves the locators of one resource.  The function returns a locator with a range if the place was found, and
    /// with the member `fit` unless the range is that of a CFI or an XPointer; nil for a locator without text, CFI and
    /// XPointer, and for resources without DOM ranges.
    public typealias Locate = @Sendable () -> (Locator) -> Locator?

    /// - Parameter options: nil for the defaults (schema `navigator-options`).
    public init(
        _ manifest: Manifest, options: JSONReader?, log: @escaping Log, follow: @escaping Follow = { { _ in nil } },
        place: @escaping Locate = { { _ in nil } }
    ) throws(Failure) {
        textTracks = TextTracks(manifest)
        let captions = textTracks.offered
        let options = try NavigatorOptions.parse(options, kind: NavigatorKind(manifest), captions: captions)
        self.manifest = manifest
        var traits = PublicationTraits(manifest, captions: captions)
        if options.changesPitch { traits.features.insert(.pitch) }
        engine = SettingsEngine(options, traits: traits)
        let location = try options.location.flatMap { json throws(Failure) in
            try Navigator.location(json, in: manifest).map { follow()($0) ?? $0 }
        }
        state = Lock(
            State(
                settings: engine.settings(options.preferences), viewport: options.viewport, location: location,
                shown: location.flatMap { Navigator.resource(of: $0, in: manifest) },
                templates: try DecorationTemplates(options.table.kind, adding: options.decorationTemplates),
                pageOptions: options.page))
        self.log = log
        self.follow = follow
        self.place = place
        locale = options.locale
        log(options.warnings)
    }

    // MARK: Settings

    /// The current settings, as JSON.
    public var settings: ByteBuffer {
        let settings = state.withLock { $0.settingsShown }
        var json = JSONWriter(capacity: 32 << 10)
        settings.write(to: &json)
        return json.finish()
    }

    /// Replaces all preferences and notifies listeners of the changes.
    public func submit(_ json: JSONReader) throws(Failure) {
        let (submitted, warnings) = try Preferences.parse(json, table: engine.table)
        log(warnings)
        try accept(submitted) { _ in }
        deliver()
    }

    /// Replaces all preferences; events are queued until `deliver` is called.  Calls no function of the host, so the
    /// caller may hold a lock.
    ///
    /// - Parameter handOver: receives the result; if it throws, the preferences are unchanged.
    public func accept(
        _ preferences: Preferences, _ handOver: (Submission) throws(Failure) -> Void
    ) throws(Failure) {
        try state.withLock { state throws(Failure) in
            let old = state.settings
            let ignored = preferences.ignored
            guard preferences != old.preferences else {
                return try handOver(Submission(change: .none, ignored: ignored, location: state.location))
            }
            let new = engine.settings(preferences)
            let (shown, viewport) = (state.shown, state.viewport)
            let change = SettingsChange(from: old.on(shown), to: new.on(shown))
            try handOver(Submission(change: change, ignored: ignored, location: state.location))
            state.settings = new
            events.add(Event.preferences) { Event.text(preferences) }
            events.add(Event.settings) { Event.text(new.on(shown), change) }
            send(&state) { PageMessage.settings(PageSettings(new, on: shown, viewport, manifest.metadata), change) }
            if change.invalidatesPagination { sendSpreads(&state, from: (old, state.viewport)) }
        }
    }

    public func deliver() { events.deliver() }

    /// - Parameter json: the initial preferences; nil for those submitted last.
    public func draft(of json: JSONReader?) throws(Failure) -> PreferencesDraft {
        let (submitted, shown) = state.withLock { ($0.settings.preferences, $0.shown) }
        guard let json else { return PreferencesDraft(engine, submitted, on: shown) }
        return try PreferencesDraft(engine, reading: json, on: shown, log: log)
    }

    /// Changes one preference, and notifies listeners.  Fails without a change if the setting cannot be active.
    public func prefer(_ key: String, _ value: JSON) throws(Failure) {
        var draft = try draft(of: nil)
        try draft.set(key, value)
        try accept(draft.preferences) { _ in }
        deliver()
    }

    // MARK: Listening

    /// Adds a listener.  If the topic has a value, the listener is called with it before this returns.
    public func observe(_ topic: String?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        if let topic, !Event.isTopic(topic) { throw Failure(.argument, "There is no topic named \"\(topic)\".") }
        let observer = state.withLock { state in
            let present = Event.ofValues.filter { topic == nil || topic == $0 }.compactMap { event(of: $0, state) }
            let observer = Observer(topic: topic, present: present, handler: handler)
            events.add(observer)
            sendInteractiveGroups(&state)
            return observer
        }
        events.begin(observer)
        return observer
    }

    /// The current value of a topic, or nil if it has none.
    private func event(of topic: String, _ state: State) -> Event? {
        let json: ByteBuffer? =
            switch topic {
            case Event.preferences: Event.text(state.settings.preferences)
            case Event.settings: Event.text(state.settingsShown, .none)
            case Event.spreads: text(SpreadArrangement(of: manifest, state.settings, in: state.viewport))
            case Event.location: state.location.map(Navigator.text)
            default: nil
            }
        return json.map { Event(topic: topic, json: $0) }
    }

    /// Calls no function of the host; the page is notified with the next event.
    public func remove(_ observer: Observer) {
        events.remove(observer)
        state.withLock { sendInteractiveGroups(&$0) }
    }
}

extension Event {
    static let preferences = "preferences"
    static let settings = "settings"
    static let spreads = "spreads"
    static let location = "location"
    /// The topics that always have a current value.
    static let ofValues = [preferences, settings, spreads, location]
    /// Messages to the page.
    public static let web = "web"
    /// Messages of the page, other than its location and interactions with decorations.
    static let ofPage = ["selection", "link", "tap", "key", "media", "error", cue]
    /// The time of a decoration in a recording.
    static let cue = "cue"
    /// The decorations of a resource that the page cannot draw.
    public static let unplaced = "unplaced"

    static func isTopic(_ name: String) -> Bool {
        name == web || name == unplaced || ofValues.contains(name) || ofPage.contains(name)
            || DecorationInteraction.allCases.contains { $0.group(ofTopic: name) != nil }
    }
}

extension Layout {
    /// The layouts that settings distinguish.
    fileprivate static let ofResources: [Layout] = [.reflowable, .fixed]
}

extension PublicationTraits {
    /// Reads the metadata and hints of the manifest that affect settings.
    init(_ manifest: Manifest, captions: [TextTrack]) {
        let metadata = manifest.metadata
        let hints = Presentation(metadata)
        self.init(
            languages: metadata.languages, readingProgression: metadata.readingProgression?.rawValue,
            layout: manifest.layout,
            layouts: Layout.ofResources.filter { layout in
                manifest.readingOrder.contains { ($0.layout ?? manifest.layout) == layout }
            }, overflow: hints.overflow?.rawValue,
            spread: hints.spread?.rawValue, fit: hints.fit?.rawValue, orientation: hints.orientation?.rawValue,
            continuous: hints.continuous, features: Feature.all(of: manifest, captions: captions))
    }
}
