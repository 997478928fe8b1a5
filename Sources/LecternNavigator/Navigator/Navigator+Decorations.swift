// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What is drawn over the publication.
extension Navigator {
    /// Declares the present state of a group.
    ///
    /// - Parameter handOver: gets the difference; when it throws, the group stays as it was.
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
            tellOfActivable(&state)
            if !diff.isEmpty {
                let changes = RenderedChanges(diff, to: decorations, in: group, state.templates)
                tell(&state) { changes.message }
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

    /// Elements and styles of all groups in one resource.
    public func renderDecorations(in href: String) throws(Failure) -> RenderedDecorations {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let rendered = try RenderedDecorations(groups, in: href, templates: templates, place: place())
        log(rendered.warnings)
        return rendered
    }

    /// The same for the page; the listeners of `unplaced` hear what it cannot draw.
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

    /// Says how a style becomes HTML; without a definition the style is removed.
    public func setTemplate(
        style: String, definition: JSONReader?, renderer: DecorationTemplate.Renderer?
    ) throws(Failure) {
        guard definition != nil || renderer == nil else {
            throw Failure(.argument, "A renderer needs a definition, for the layout of what it makes.")
        }
        let template = try definition.map { json throws(Failure) in try DecorationTemplate(json, renderer: renderer) }
        // The old template may hold the last reference to a renderer of the host, so it is released outside of the
        // lock.
        let previous = state.withLock { state in
            let previous = state.templates
            state.templates[style] = template
            for (group, hrefs) in state.groups.resources {
                tell(&state) { PageMessage.decorations(of: group, in: hrefs) }
            }
            return previous
        }
        withExtendedLifetime(previous) {}
        deliver()
    }

    /// The reader activated a decoration: tells the listeners of its group.
    public func activateDecoration(group: String, id: String, event: JSONReader?) throws(Failure) {
        let (groups, templates) = state.withLock { ($0.groups, $0.templates) }
        let topic = Event.decorationsTopic(group)
        let json = try groups.activation(
            group: group, id: id, observed: events.isObserved(topic), event: event, templates: templates)
        events.add(topic) { json }
        events.deliver()
    }
}

extension Manifest {
    /// The resources that decorations can be in: the targets of all links.
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
