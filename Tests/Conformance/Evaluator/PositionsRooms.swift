// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// epub-positions, fixed-positions, pdf-positions, positions-service
let positionsRoom: Room = { vector in
    switch vector["service"]?.string {
    case nil: return ExaminedPositions(positionsOfEPUB(vector))
    case "PerResourcePositionsService":
        return ExaminedPositions(
            .perResource(plainLinks(vector["readingOrder"]), fallbackType: vector["fallbackMediaType"]?.string ?? "image/*"))
    case "PdfPositionsService", "PDFPositionsService":
        let links = vector["readingOrder"].map(plainLinks) ?? [Link(href: "publication.pdf", type: MediaType.pdf)]
        let pages = Int(clamping: vector["pageCount"]?.integer ?? 0)
        return ExaminedPositions(.pages([pages], of: links))
    case "PositionsService":
        let locators = try (vector["positionsByReadingOrder"]?.array ?? []).flatMap { $0.array ?? [] }.map {
            try Locator(JSONReader($0, source: "locator"))
        }
        var seen: Set<String> = []
        let links = locators.filter { seen.insert($0.href).inserted }.map { Link(href: $0.href, type: $0.type) }
        return ExaminedPositions(.published(locators, readingOrder: links))
    case let service?: throw Unanswered.unhandled("the service \(service)")
    }
}

private func positionsOfEPUB(_ vector: Vector) -> Positions {
    var lengths: [String: UInt64] = [:]
    let items = vector["readingOrder"]?.array ?? []
    let strategy = vector["strategy"]?.object
    for item in items.compactMap(\.object) {
        let href = (item["link"]?.object ?? item)["href"]?.string ?? ""
        let entry = item["archive"]?.object?["entryLength"] ?? item["archiveEntryLength"]
        let first = strategy?["name"] == "originalLength" ? item["originalLength"] : entry
        lengths[href] = (first ?? item["length"])?.integer.flatMap { UInt64(exactly: $0) }
    }
    var presentation = Presentation()
    presentation.layout = vector["layout"]?.string.flatMap(Layout.init(rawValue:))
    let bytes = strategy?["pageLength"]?.integer.flatMap { UInt64(exactly: $0) }
    // The toolkits do not agree what a resource without a media type is.
    let fallbackType = vector.id.hasPrefix("swift/") ? MediaType.html : MediaType.xhtml
    return .byLength(
        plainLinks(vector["readingOrder"]), in: presentation, bytesPerPosition: bytes ?? Positions.bytesPerPosition,
        fallbackType: fallbackType
    ) { lengths[$0.href] }
}

/// Links of a reading order, as the vectors of positions write them.
private func plainLinks(_ list: JSON?) -> [Link] {
    (list?.array ?? []).compactMap(\.object).map { item in
        let json = item["link"]?.object ?? item
        var link = Link(
            href: json["href"]?.string ?? "", type: json["type"]?.string, title: json["title"]?.string)
        link.properties = json["properties"]?.object ?? JSONObject()
        if let layout = item["layout"] { link.properties["layout"] = layout }
        return link
    }
}

struct ExaminedPositions: Examined {
    let positions: Positions
    init(_ positions: Positions) { self.positions = positions }

    var json: JSON { get throws { try JSONParser.parse(positions.jsonByReadingOrder.text, source: "positions") } }

    func get(_ member: String) throws -> (any Examined)? { try call(member, Arguments(.null)) }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "positionsByReadingOrder": return try json
        case "positions":
            return try JSONParser.parse(positions.json.text, source: "positions").object?["positions"]
        case "get":
            let href = arguments[0].string ?? arguments[0].object?["href"]?.string ?? ""
            return PositionsService.answers(Href.normalized(href)) ? Answer(text: positions.json.text) : nil
        default: throw Unanswered.unhandled("positions have no method \(method)")
        }
    }

    /// What a route answers.
    struct Answer: Examined {
        let text: String
        var json: JSON { .string(text) }

        func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
            switch method {
            case "read", "asString", "readAsString": return self
            case "asJSON", "asJSONObject", "readAsJSON", "readAsJSONObject":
                return try JSONParser.parse(text, source: "answer")
            default: throw Unanswered.unhandled("an answer has no method \(method)")
            }
        }
    }
}
