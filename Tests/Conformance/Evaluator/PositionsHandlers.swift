// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternPublication

/// epub-positions, fixed-positions, pdf-positions, positions-service
let positionsHandler: Handler = { vector in
    switch vector["service"]?.string {
    case nil: return ExaminedPositions(positionsOfEPUB(vector))
    case "PerResourcePositionsService":
        return ExaminedPositions(
            .perResource(
                plainLinks(vector["readingOrder"]), fallbackType: vector["fallbackMediaType"]?.string ?? "image/*"))
    case "PdfPositionsService", "PDFPositionsService", "LcpdfPositionsService", "LCPDFPositionsService":
        let links = vector["readingOrder"] ?? vector["link"].map { [$0] } ?? [["href": "publication.pdf"]]
        let counts = vector["pageCounts"]?.array ?? vector["pageCount"].map { [$0] }
        let pages = (counts ?? (links.array ?? []).map { $0.object?["pageCount"] ?? 0 }).map {
            Int(clamping: $0.integer ?? 0)
        }
        return ExaminedPositions(.pages(pages, of: plainLinks(links)))
    case "PositionsService":
        let lists = try (vector["positionsByReadingOrder"]?.array ?? []).map { try locators($0) }
        let links = lists.enumerated().map { index, list in Link(href: list.first?.href ?? "resource\(index)") }
        return ExaminedPositions(.published(lists.flatMap { $0 }, readingOrder: links))
    case "WebPositionsService":
        let list = vector["document"]?.object?["positions"] ?? vector["positions"] ?? []
        return ExaminedPositions(.published(try locators(list), readingOrder: plainLinks(vector["readingOrder"])))
    case let service?: throw Unanswered.unhandled("the service \(service)")
    }
}

private func locators(_ list: JSON) throws -> [Locator] {
    try (list.array ?? []).map { try Locator(JSONReader($0, source: "locator")) }
}

private func positionsOfEPUB(_ vector: Vector) -> Positions {
    var lengths: [String: UInt64] = [:]
    let items = vector["readingOrder"]?.array ?? []
    let strategy = vector["strategy"]?.object
    for item in items.compactMap(\.object) {
        let href = (item["link"]?.object ?? item)["href"]?.string ?? ""
        let entry = item["archive"]?.object?["entryLength"] ?? item["archiveEntryLength"]
        let encrypted = (item["link"]?.object ?? item)["properties"]?.object?["encrypted"]?.object
        let original = item["originalLength"] ?? encrypted?["originalLength"]
        let first = strategy?["name"] == "originalLength" ? original : entry
        lengths[href] = (first ?? item["length"])?.integer.flatMap { UInt64(exactly: $0) }
    }
    var presentation = Presentation()
    presentation.layout = vector["layout"]?.string.flatMap(Layout.init(rawValue:))
    let bytes = strategy?["pageLength"]?.integer.flatMap { UInt64(exactly: $0) }
    // The toolkits disagree on the type of a resource without a media type.
    let fallbackType = vector.id.hasPrefix("swift/") ? MediaType.html : MediaType.xhtml
    return .byLength(
        plainLinks(vector["readingOrder"]), in: presentation, bytesPerPosition: bytes ?? Positions.bytesPerPosition,
        fallbackType: fallbackType
    ) { lengths[$0.href] }
}

/// Links of a reading order, as written in vectors about positions.
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
        case "links":
            // The documented relation, which the toolkits do not write.
            var link = PositionsService.link
            link.rels = []
            return ExaminedLinks(links: [link])
        default: throw Unanswered.unhandled("positions have no method \(method)")
        }
    }

    /// The response of a route.
    struct Answer: Examined {
        let text: String
        var json: JSON { .string(text) }

        func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
            switch method {
            case "read", "asString", "readAsString": return self
            case "asJSON", "asJson", "asJSONObject", "readAsJSON", "readAsJson", "readAsJSONObject":
                return try JSONParser.parse(text, source: "answer")
            default: throw Unanswered.unhandled("an answer has no method \(method)")
            }
        }
    }
}
