// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// search
let searchRoom: Room = { vector in
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
