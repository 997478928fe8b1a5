// SPDX-License-Identifier: BSD-3-Clause
import LecternEvents
import LecternModel

extension Navigator {
    /// Replaces the decorations of a group.
    ///
    /// - Parameter handOver: receives the difference; if it throws, the group is unchanged.
    public func apply(
        _ decorations: DecorationList, in group: String, _ handOver: (DecorationDiff) throws(Failure) -> Void
    ) throws(Failure) {
        let missing = try state.withLock { state throws(Failure) in
            let resources = state.resources ?? manifest.decorableResources
            state.resources = resources
            var diff = state.groups.difference(to: decorations, in: group, drawnBy: state.templates)
            let missing = diff.addMissing { !resources.contains($0) }
            try handOver(diff)
            state.groups.set(decorations, in: group)
            sendInteractiveGroups(&state)
            if !diff.isEmpty {
                let changes = RenderedChanges(diff, to: decorations, in: group, state.templates)
                send(&state) { changes.message }
            }
            return missing
        }
        deliver()
        var leftOut = CountedReasons()
        for (resource, count) in missing {
            leftOut.add("The publication has no resource \"\(resource)\"", count: count)
        }
        log(leftOut.warnings(path: ["decorations", group]))
    }

    public func decorations(in group: String) -> DecorationList { state.withLock { $0.groups.decorations(in: group) } }

    /// Renders the decorations of all groups in a resource as elements and styles.
    public func renderDecorations(in href: String) throws(Failure) -> RenderedDecorations {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let rendered = try RenderedDecorations(groups, in: href, templates: templates, place: place())
        log(rendered.warnings)
        return rendered
    }

    /// Renders decorations for the page, and notifies listeners of `unplaced` about those that it cannot draw.
    public func renderDecorationsOfPage(in href: String) throws(Failure) -> RenderedDecorations {
        let rendered = try renderDecorations(in: href)
        if let event = rendered.unplaced.event(in: href) {
            events.add(Event.unplaced) { event }
            events.deliver()
        }
        return rendered
    }

    public func supports(style: String, interaction: String?) -> Bool {
        state.withLock { $0.templates }.supports(style: style, interaction: interaction)
    }

    /// Sets the HTML template of a style, or removes it if `definition` is nil.
    public func setTemplate(
        style: String, definition: JSONReader?, renderer: DecorationTemplate.Renderer?
    ) throws(Failure) {
        guard definition != nil || renderer == nil else {
            throw Failure(.argument, "A renderer requires a definition, which has the layout of its elements.")
        }
        let template = try definition.map { json throws(Failure) in try DecorationTemplate(json, renderer: renderer) }
        // The old template may hold the last reference to a renderer of the host, so it is released outside the lock.
        let previous = state.withLock { state in
            let previous = state.templates
            state.templates[style] = template
            for (group, hrefs) in state.groups.resources {
                send(&state) { PageMessage.decorations(of: group, in: hrefs) }
            }
            return previous
        }
        withExtendedLifetime(previous) {}
        deliver()
    }

    /// Notifies the listeners of a group that the reader interacted with one of its decorations.
    ///
    /// - Parameter report: see ``DecorationGroups/event``; nil for an activation.
    public func interact(group: String, id: String, report: JSONReader?) throws(Failure) {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let event = try groups.event(group: group, id: id, report: report, templates: templates) { topic, interaction in
            events.isObserved(topic, byName: interaction != .activate)
        }
        events.add(event.topic) { event.json }
        events.deliver()
    }

    /// Notifies listeners that a recording has reached the time of a decoration, or its end (schema `event-cue`).
    ///
    /// - Parameter members: further members of the event.
    public func reportCue(group: String, id: String, _ members: JSONObject) throws(Failure) {
        guard let decoration = state.withLock({ $0.groups }).find(group: group, id: id) else {
            throw Failure(.notFound, "There is no such decoration.", path: ["decorations", group, id])
        }
        report(Event.cue) {
            var json = JSONWriter()
            json.beginObject()
            json.member("group", group)
            json.key("decoration")
            decoration.write(to: &json)
            json.members(of: members)
            json.endObject()
            return json.finish()
        }
    }
}

extension Manifest {
    /// The resources that may contain decorations: the targets of all links.
    fileprivate var decorableResources: Set<String> {
        var found: Set<String> = []
        func add(_ links: [Link]) {
            for link in links {
                found.insert(Decoration.resource(of: Href.normalized(link.href)))
                add(link.alternates)
                add(link.children)
            }
        }
        for list in [readingOrder, resources, links] { add(list) }
        return found
    }
}
