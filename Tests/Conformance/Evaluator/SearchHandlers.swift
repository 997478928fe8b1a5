// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// search
let searchHandler: Handler = { vector in
    switch vector.op {
    case "findInText":
        var text = vector["text"]?.string ?? ""
        let given = vector["options"]?.object ?? JSONObject()
        let options = try SearchOptions(JSONReader(.object(given), source: "options"))
        let length = Int(clamping: vector["snippetLength"]?.integer ?? 200)
        return try text.withUTF8 { text in
            let found = try ResourceSearch.locators(
                vector["query"]?.string ?? "", in: text, options, base: Locator(href: "text", type: MediaType.html),
                range: nil, snippetLength: length)
            return JSON.array(found.map { locator in
                ["progression": locator.locations.json["progression"] ?? .null, "text": .object(locator.text.json)]
            })
        }
    case "totalProgression":
        let positions = try publishedPositions(vector["positionsByReadingOrder"])
        let range = positions.totalProgressions(ofResource: Int(clamping: vector["resourceIndex"]?.integer ?? 0))
        return range.map { JSON.double($0.totalProgression(at: vector["progression"]?.number ?? 0)) }
    default: throw Unanswered.unhandled("the operation \(vector.op)")
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
