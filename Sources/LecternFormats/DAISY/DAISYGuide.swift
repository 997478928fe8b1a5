// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The guided navigation documents of a book with text and recordings, one for each document of the reading order.
///
/// They say what the SMIL files say, with the same roles as those of media overlays.
struct DAISYGuide {
    private let timeline: DAISYTimeline
    /// The numbers of the documents by href.
    private let documents: [String: Int]
    private var objects: [[GuidedNavigationObject]]
    private var moment = 0
    /// The text of a recording that has none of its own: the one before it.
    private var last: (document: Int, href: String)

    /// - Parameter hrefs: those of the documents.
    static func files(_ timeline: DAISYTimeline, _ hrefs: [String]) -> [(document: Int, content: ByteBuffer)] {
        guard let first = hrefs.first, timeline.hasRecordings else { return [] }
        var guide = DAISYGuide(timeline, hrefs, first: first)
        for (document, object) in guide.objects(timeline.steps) { guide.objects[document].append(object) }
        return guide.objects.enumerated().compactMap { number, objects in
            GuidedNavigationDocument(guided: objects).map { document in
                var json = JSONWriter(capacity: 4096)
                document.write(to: &json)
                return (number, json.finish())
            }
        }
    }

    private init(_ timeline: DAISYTimeline, _ hrefs: [String], first: String) {
        self.timeline = timeline
        documents = Dictionary(hrefs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        objects = hrefs.map { _ in [] }
        last = (0, first)
    }

    private mutating func objects(_ steps: [SMILStep]) -> [(document: Int, object: GuidedNavigationObject)] {
        steps.flatMap { step in
            step.children.isEmpty ? leaf(step) : group(step)
        }
    }

    private mutating func leaf(_ step: SMILStep) -> [(document: Int, object: GuidedNavigationObject)] {
        let own = timeline.moments[moment]
        var roles = step.roles
        if let role = timeline.role(of: moment), !roles.contains(role) { roles.append(role) }
        moment += 1
        if let text = own.text, let document = documents[Href.withoutFragment(text)] { last = (document, text) }
        let references: [String?] =
            own.clips.isEmpty ? own.text == nil ? [] : [nil] : own.clips.map(\.reference)
        return references.compactMap { audio in
            GuidedNavigationObject(refs: GuidedNavigationRefs(text: last.href, audio: audio), roles: roles)
                .map { (last.document, $0) }
        }
    }

    /// A group whose texts are in several documents becomes one in each.
    private mutating func group(_ step: SMILStep) -> [(document: Int, object: GuidedNavigationObject)] {
        let inner = objects(step.children)
        if step.roles.isEmpty { return inner }
        var groups: [(document: Int, object: GuidedNavigationObject)] = []
        var rest = inner[...]
        while let document = rest.first?.document {
            let part = rest.prefix { $0.document == document }
            rest = rest.dropFirst(part.count)
            let object = GuidedNavigationObject(
                roles: [GuidedNavigationRole.sequence] + step.roles, children: part.map(\.object))
            if let object { groups.append((document, object)) }
        }
        return groups
    }
}
