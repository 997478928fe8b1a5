// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Synchronization

/// The presentation state of one publication in one view: preferences and decorations, and who listens to them.
///
/// The state sits behind a lock that is never held while a listener or a renderer of the host runs.
package final class Navigator: Sendable {
    private struct State: Sendable {
        var preferences: Preferences
        var groups = DecorationGroups()
        var templates: DecorationTemplates
    }

    private let engine: SettingsEngine
    private let state: Mutex<State>
    private let events = EventQueue()
    private let log: Log

    /// - Parameter options: nil for a host that wants none (schema `navigator-options`).
    package init(_ manifest: Manifest, options: JSONReader?, log: @escaping Log) throws(Failure) {
        let options = try NavigatorOptions.parse(options, kind: NavigatorKind(manifest))
        engine = SettingsEngine(options, traits: PublicationTraits(manifest.metadata))
        state = Mutex(
            State(
                preferences: options.preferences,
                templates: try DecorationTemplates.html(adding: options.decorationTemplates)))
        self.log = log
        log(options.warnings)
    }

    // MARK: Settings

    private var preferences: Preferences { state.withLock { $0.preferences } }

    /// The settings in effect, as JSON.
    package var settings: ByteBuffer { json(engine.settings(preferences)) }

    private func json(_ settings: Settings) -> ByteBuffer {
        var json = JSONWriter(capacity: 16384)
        settings.write(to: &json)
        return json.finish()
    }

    /// Replaces all preferences, and tells listeners what is different now.
    package func submit(_ json: JSONReader) throws(Failure) {
        let (submitted, warnings) = try Preferences.parse(json, table: engine.table)
        log(warnings)
        // Events line up in the order of the changes, so that the last one tells of what holds.
        state.withLock { state in
            events.add(changes(from: state.preferences, to: submitted))
            state.preferences = submitted
        }
        events.deliver()
    }

    private func changes(from old: Preferences, to new: Preferences) -> [Event] {
        guard old != new else { return [] }
        let preferences = Event(topic: Event.preferences, json: JSONWriter.text(of: .object(new.json)))
        let settings = engine.settings(new)
        guard settings != engine.settings(old) else { return [preferences] }
        return [preferences, Event(topic: Event.settings, json: json(settings))]
    }

    /// - Parameter json: nil starts from the preferences that were submitted last.
    package func draft(of json: JSONReader?) throws(Failure) -> PreferencesDraft {
        guard let json else { return PreferencesDraft(engine, preferences) }
        return try PreferencesDraft(engine, reading: json, log: log)
    }

    // MARK: Listening

    /// Whoever listens to the settings is told the present ones before this returns.
    package func observe(_ topic: String?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        if let topic, !Event.isTopic(topic) { throw Failure(.argument, "There is no topic called \"\(topic)\".") }
        let observer = Observer(topic: topic, handler: handler)
        events.add(observer)
        if observer.wants(Event.settings) { observer.receive(Event(topic: Event.settings, json: settings)) }
        return observer
    }

    package func remove(_ observer: Observer) { events.remove(observer) }

    // MARK: Decorations

    /// Declares the present state of a group.
    ///
    /// - Parameter handOver: gets the difference; when it throws, the group stays as it was.
    package func apply(
        _ decorations: DecorationList, in group: String, _ handOver: (DecorationDiff) throws(Failure) -> Void
    ) throws(Failure) {
        try state.withLock { state throws(Failure) in
            var groups = state.groups
            try handOver(groups.apply(decorations, in: group))
            state.groups = groups
        }
    }

    package func decorations(in group: String) -> DecorationList { state.withLock { $0.groups.decorations(in: group) } }

    /// Elements and styles of all groups in one resource.
    package func renderDecorations(in href: String) throws(Failure) -> RenderedDecorations {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let rendered = try RenderedDecorations(groups, in: href, templates: templates)
        log(rendered.warnings)
        return rendered
    }

    package func supports(style: String, interaction: String?) -> Bool {
        state.withLock { $0.templates }.supports(style: style, interaction: interaction)
    }

    /// Says how a style becomes HTML; without a definition the style is removed.
    package func setTemplate(
        style: String, definition: JSONReader?, renderer: DecorationTemplate.Renderer?
    ) throws(Failure) {
        guard definition != nil || renderer == nil else {
            throw Failure(.argument, "A renderer needs a definition, for the layout of what it makes.")
        }
        let template = try definition.map { json throws(Failure) in try DecorationTemplate(json, renderer: renderer) }
        // The template that goes may hold the last reference to a renderer of the host: it goes outside of the lock.
        let previous = state.withLock { state in
            defer { state.templates[style] = template }
            return state.templates
        }
        withExtendedLifetime(previous) {}
    }

    /// The reader activated a decoration: tells the listeners of its group.
    package func activateDecoration(group: String, id: String, event: JSONReader?) throws(Failure) {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let topic = Event.decorationsTopic(group)
        let json = try groups.activation(
            group: group, id: id, observed: events.isObserved(topic), event: event, templates: templates)
        events.add([Event(topic: topic, json: json)])
        events.deliver()
    }
}

extension PublicationTraits {
    /// What the manifest says that settings depend on.
    init(_ metadata: Metadata) {
        let hints = Presentation(metadata)
        self.init(
            languages: metadata.languages, readingProgression: metadata.readingProgression?.rawValue,
            layout: hints.layout ?? .reflowable, overflow: hints.overflow?.rawValue,
            spread: hints.spread?.rawValue, fit: hints.fit?.rawValue, orientation: hints.orientation?.rawValue,
            continuous: hints.continuous)
    }
}
