// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// The presentation state of one publication in one view: preferences, decorations, the location of the reader, and
/// their listeners.
///
/// The state sits behind a lock that is never held while a listener or a renderer of the host runs.  Events are queued
/// while it is held, so that the last event has the final state.
public final class Navigator: Observable {
    struct State: Sendable {
        /// Those that follow from the preferences submitted last.
        var settings: Settings
        var viewport: Viewport?
        var location: Locator?
        var groups = DecorationGroups()
        var templates: DecorationTemplates
        /// What the page in a web view knows of all this.
        var page = PageLine()
        var pageOptions: PageOptions
        /// The resources that the publication lists; nil until they are needed.
        var resources: Set<String>?
    }

    let manifest: Manifest
    let events = EventQueue()
    let state: Lock<State>
    private let engine: SettingsEngine
    public let log: Log
    /// Adds to a locator what the page needs to find its place.
    let follow: Follow
    /// Finds the text, the CFI or the XPointer of a locator in its resource.
    let place: Place
    /// The language of labels.
    public let locale: String

    /// For the locators of one call, which has one budget.  The answer is nil where nothing is to be added.
    public typealias Follow = @Sendable () -> (Locator) -> Locator?
    /// For the locators of one resource.  The answer has a range if the place was found, or else the member `fit`; it is nil
    /// for a locator that has none of these, and in a resource that has no range.
    public typealias Place = @Sendable () -> (Locator) -> Locator?

    /// - Parameter options: nil for the defaults (schema `navigator-options`).
    public init(
        _ manifest: Manifest, options: JSONReader?, log: @escaping Log, follow: @escaping Follow = { { _ in nil } },
        place: @escaping Place = { { _ in nil } }
    ) throws(Failure) {
        let options = try NavigatorOptions.parse(options, kind: NavigatorKind(manifest))
        self.manifest = manifest
        engine = SettingsEngine(options, traits: PublicationTraits(manifest))
        state = Lock(
            State(
                settings: engine.settings(options.preferences), viewport: options.viewport,
                location: try options.location.flatMap { json throws(Failure) in
                    try Navigator.location(json, in: manifest).map { follow()($0) ?? $0 }
                },
                templates: try DecorationTemplates(options.table.kind, adding: options.decorationTemplates),
                pageOptions: options.page))
        self.log = log
        self.follow = follow
        self.place = place
        locale = options.locale
        log(options.warnings)
    }

    // MARK: Settings

    /// The settings in effect, as JSON.
    public var settings: ByteBuffer {
        let settings = state.withLock { $0.settings }
        var json = JSONWriter(capacity: 32 << 10)
        settings.write(to: &json)
        return json.finish()
    }

    /// Replaces all preferences, and notifies listeners of the changes.
    public func submit(_ json: JSONReader) throws(Failure) {
        let (submitted, warnings) = try Preferences.parse(json, table: engine.table)
        log(warnings)
        try accept(submitted) { _ in }
        deliver()
    }

    /// Replaces all preferences; the events are queued until `deliver` is called.  It calls no function of the host, so
    /// the caller may hold a lock.
    ///
    /// - Parameter handOver: gets the result; if it throws, the preferences stay as they were.
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
            let change = SettingsChange(from: old, to: new)
            try handOver(Submission(change: change, ignored: ignored, location: state.location))
            state.settings = new
            events.add(Event.preferences) { Event.text(preferences) }
            events.add(Event.settings) { Event.text(new, change) }
            let viewport = state.viewport
            tell(&state) { PageMessage.settings(PageSettings(new, viewport, manifest.metadata), change) }
            if change.invalidatesPagination { tellOfSpreads(&state, from: (old, state.viewport)) }
        }
    }

    public func deliver() { events.deliver() }

    /// - Parameter json: nil starts from the preferences that were submitted last.
    public func draft(of json: JSONReader?) throws(Failure) -> PreferencesDraft {
        guard let json else { return PreferencesDraft(engine, state.withLock { $0.settings.preferences }) }
        return try PreferencesDraft(engine, reading: json, log: log)
    }

    // MARK: Listening

    /// Before this returns, a listener to a topic with a value gets the present value.
    public func observe(_ topic: String?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        if let topic, !Event.isTopic(topic) { throw Failure(.argument, "There is no topic called \"\(topic)\".") }
        let observer = state.withLock { state in
            let present = Event.ofValues.filter { topic == nil || topic == $0 }.compactMap { event(of: $0, state) }
            let observer = Observer(topic: topic, present: present, handler: handler)
            events.add(observer)
            tellOfActivable(&state)
            return observer
        }
        events.begin(observer)
        return observer
    }

    /// The present value; nil when there is none.
    private func event(of topic: String, _ state: State) -> Event? {
        let json: ByteBuffer? =
            switch topic {
            case Event.preferences: Event.text(state.settings.preferences)
            case Event.settings: Event.text(state.settings, .none)
            case Event.spreads: text(SpreadArrangement(of: manifest, state.settings, in: state.viewport))
            case Event.location: state.location.map(Navigator.text)
            default: nil
            }
        return json.map { Event(topic: topic, json: $0) }
    }

    /// The page hears of it with the next event: this calls no function of the host.
    public func remove(_ observer: Observer) {
        events.remove(observer)
        state.withLock { tellOfActivable(&$0) }
    }
}

extension Event {
    static let preferences = "preferences"
    static let settings = "settings"
    static let spreads = "spreads"
    static let location = "location"
    /// The topics that have a value at any time.
    static let ofValues = [preferences, settings, spreads, location]
    /// What the page is told.
    public static let web = "web"
    /// What the page says, besides its place and the decorations that were activated.
    static let ofPage = ["selection", "link", "tap", "key", "media", "error"]
    /// The decorations of a resource that the page cannot draw.
    public static let unplaced = "unplaced"

    static func decorationsTopic(_ group: String) -> String { "decorations/" + group }

    /// The group of a topic that is about its decorations.
    static func group(ofTopic name: String) -> String? {
        let start = decorationsTopic("").utf8
        guard name.utf8.starts(with: start), name.utf8.count > start.count else { return nil }
        return String(decoding: name.utf8.dropFirst(start.count), as: UTF8.self)
    }

    static func isTopic(_ name: String) -> Bool {
        name == web || name == unplaced || ofValues.contains(name) || ofPage.contains(name)
            || group(ofTopic: name) != nil
    }
}

extension PublicationTraits {
    /// The metadata and hints of the manifest that settings depend on.
    init(_ manifest: Manifest) {
        let metadata = manifest.metadata
        let hints = Presentation(metadata)
        self.init(
            languages: metadata.languages, readingProgression: metadata.readingProgression?.rawValue,
            layout: manifest.layout, overflow: hints.overflow?.rawValue,
            spread: hints.spread?.rawValue, fit: hints.fit?.rawValue, orientation: hints.orientation?.rawValue,
            continuous: hints.continuous)
    }
}
