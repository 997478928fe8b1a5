// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// locator-service, audio-locator
let locatorServiceRoom: Room = { vector in
    switch vector["service"]?.string {
    case "DefaultLocatorService":
        var manifest = Manifest(metadata: Metadata(title: LocalizedString("Title")))
        manifest.readingOrder = serviceLinks(vector["readingOrder"])
        manifest.resources = serviceLinks(vector["resources"])
        manifest.links = serviceLinks(vector["links"])
        let service = LocatorService(manifest, positions: try publishedPositions(vector["positions"]))
        return ExaminedLocatorService(
            locator: { service.locate($0) }, link: { service.locate($0) },
            progression: { service.locate(totalProgression: $0) })
    case "AudioLocatorService":
        let service = AudioLocatorService(readingOrder: serviceLinks(vector["readingOrder"]))
        return ExaminedLocatorService(
            locator: { service.locate($0) }, link: { _ in nil },
            progression: { service.locate(totalProgression: $0) })
    case let service: throw Unanswered.unhandled("the service \(service ?? "nil")")
    }
}

/// Positions that are given resource by resource.
func publishedPositions(_ json: JSON?) throws -> Positions {
    let lists = try (json?.array ?? []).enumerated().map { index, list in
        try (list.array ?? []).map { position in
            var object = position.object ?? JSONObject()
            // Where only numbers are given, the names of the resources do not matter.
            if let progression = object["totalProgression"] {
                object = JSONObject()
                object["href"] = .string("resource\(index)")
                object["type"] = .string(MediaType.html)
                object["locations"] = ["totalProgression": progression]
            }
            return try Locator(JSONReader(.object(object), source: "position"))
        }
    }
    let links = lists.compactMap { $0.first.map { Link(href: $0.href, type: $0.type) } }
    return .published(lists.flatMap { $0 }, readingOrder: links)
}

private func serviceLinks(_ list: JSON?) -> [Link] { (list?.array ?? []).compactMap(\.object).map(serviceLink) }

/// Members that a manifest requires may be missing.
private func serviceLink(_ json: JSONObject) -> Link {
    var link = Link(
        href: Href.normalized(json["href"]?.string ?? ""), type: json["type"]?.string, title: json["title"]?.string)
    link.duration = json["duration"]?.number
    link.children = serviceLinks(json["children"])
    link.alternates = serviceLinks(json["alternate"] ?? json["alternates"])
    return link
}

private struct ExaminedLocatorService: Examined {
    let locator: (Locator) -> Locator?
    let link: (Link) -> Locator?
    let progression: (Double) -> Locator?

    var json: JSON {
        get throws { throw Unanswered.unhandled("a service has no JSON") }
    }

    /// What is located is told by what it has: a number, a locator with a type and locations, a link.
    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        if let number = arguments[0].number { return progression(number).map(Value.init) }
        if let link = arguments["link"]?.object { return self.link(serviceLink(link)).map(Value.init) }
        guard let object = arguments[0].object else { throw Unanswered.unhandled("nothing to locate") }
        let isLocator = arguments["locator"] != nil || object["locations"] != nil || object["text"] != nil
        if isLocator || object["title"] == nil && object["type"] != nil {
            return locator(try Locator(JSONReader(.object(object), source: "locator"))).map(Value.init)
        }
        return link(serviceLink(object)).map(Value.init)
    }
}
