// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Translates a W3C publication manifest to a Readium manifest, from JSON to JSON (Publication Manifest, 4).
struct W3CManifest {
    private let object: JSONObject
    private let page: EntryPage?
    /// The location of the manifest, which its references are relative to.
    private let base: HrefBase
    /// The default language of texts.
    private let language: String?

    init(_ object: JSONObject, page: EntryPage?, base: HrefBase) {
        self.object = object
        self.page = page
        self.base = base
        language = W3CManifest.list(object["@context"]).lazy.compactMap { $0.object?["language"]?.string }.first
    }

    mutating func translated() -> JSONObject {
        var manifest = JSONObject()
        manifest["@context"] = .string(Manifest.readiumContext)
        manifest["metadata"] = .object(metadata())
        for name in ["links", "readingOrder", "resources"] {
            manifest[name] = .array(W3CManifest.list(object[name]).compactMap(link))
        }
        // Without a reading order, it consists of the entry page.
        if page != nil, object["readingOrder"] == nil {
            manifest["readingOrder"] = [["href": .string(LPFFormat.entryPagePath), "type": "text/html"]]
        }
        return manifest
    }

    /// A single value or an array as an array.
    private static func list(_ json: JSON?) -> [JSON] { json.map { $0.array ?? [$0] } ?? [] }

    // MARK: Metadata

    private static let contributors = [
        "author": "author", "creator": "author", "translator": "translator", "editor": "editor", "artist": "artist",
        "illustrator": "illustrator", "letterer": "letterer", "penciler": "penciler", "colorist": "colorist",
        "inker": "inker", "readBy": "narrator", "contributor": "contributor", "publisher": "publisher",
    ]

    private static let accessibility = [
        "accessMode": "accessMode", "accessibilityFeature": "feature", "accessibilityHazard": "hazard",
        "accessibilitySummary": "summary",
    ]

    private static let structure: Set<String> = [
        "@context", "type", "@type", "conformsTo", "id", "@id", "links", "readingOrder", "resources",
    ]

    private func metadata() -> JSONObject {
        var metadata = JSONObject()
        var accessibility = JSONObject()
        // In JSON-LD, "id" and "type" are aliases of "@id" and "@type".
        metadata["@type"] = W3CManifest.list(object["type"] ?? object["@type"]).first?.string.map {
            .string("http://schema.org/" + $0)
        }
        metadata["conformsTo"] = object["conformsTo"]
        metadata["identifier"] = object["id"] ?? object["@id"]
        if object["name"] == nil { metadata["title"] = page?.title.map(JSON.string) }
        for member in object.members where !W3CManifest.structure.contains(member.key) {
            if let kind = W3CManifest.contributors[member.key] {
                let all = (metadata[kind]?.array ?? []) + W3CManifest.list(member.value).compactMap(contributor)
                metadata[kind] = .array(all)
            } else if let name = W3CManifest.accessibility[member.key] {
                accessibility[name] = member.value
            } else {
                set(member, &metadata, &accessibility)
            }
        }
        if !accessibility.isEmpty { metadata["accessibility"] = .object(accessibility) }
        return metadata
    }

    private func set(_ member: JSONObject.Member, _ metadata: inout JSONObject, _ accessibility: inout JSONObject) {
        let json = member.value
        switch member.key {
        case "name": metadata["title"] = text(json)
        case "inLanguage": metadata["language"] = json
        case "datePublished": metadata["published"] = json
        case "dateModified": metadata["modified"] = json
        case "duration": metadata["duration"] = W3CManifest.seconds(json)
        case "description": metadata["description"] = plainText(json)
        case "readingProgression": metadata["readingProgression"] = json
        case "accessModeSufficient":
            let sets = W3CManifest.list(json).map { $0.object?["itemListElement"] ?? $0 }
            accessibility["accessModeSufficient"] = .array(sets)
        // Properties without a member in RWPM are kept under their full name, which cannot conflict with other names.
        default: metadata.append(JSONObject.Member(key: "http://schema.org/" + member.key, value: json))
        }
    }

    /// A text, or a language map if there are several with languages.
    private func text(_ json: JSON) -> JSON? {
        let texts = W3CManifest.list(json).compactMap { json -> (language: String?, text: String)? in
            if let text = json.string { return (nil, text) }
            guard let object = json.object, let text = W3CManifest.value(object)?.string else { return nil }
            return ((object["language"] ?? object["@language"])?.string, text)
        }
        guard let first = texts.first else { return nil }
        if texts.count == 1 && first.language == nil { return .string(first.text) }
        var map: [JSONObject.Member] = []
        var languages: Set<String> = []
        for (own, text) in texts.prefix(1000) {
            let name = own ?? language ?? "und"
            if languages.insert(name).inserted { map.append(JSONObject.Member(key: name, value: .string(text))) }
        }
        return .object(JSONObject(map))
    }

    private func plainText(_ json: JSON) -> JSON? {
        let first = W3CManifest.list(json).first
        return first?.object.flatMap(W3CManifest.value) ?? first
    }

    /// In JSON-LD, "value" is an alias of "@value".
    private static func value(_ object: JSONObject) -> JSON? { object["value"] ?? object["@value"] }

    private func contributor(_ json: JSON) -> JSON? {
        guard let object = json.object else { return json }
        guard let name = object["name"] else { return text(json).map { ["name": $0] } }
        var contributor = JSONObject()
        contributor["name"] = text(name)
        contributor["identifier"] = object["id"] ?? object["@id"] ?? object["identifier"]?.string.map(JSON.string)
        if let url = object["url"]?.string { contributor["links"] = [["href": .string(url)]] }
        return .object(contributor)
    }

    // MARK: Links

    private func link(_ json: JSON) -> JSON? {
        let object = json.object ?? JSONObject([JSONObject.Member(key: "url", value: json)])
        guard let url = object["url"]?.string else { return nil }
        var link = JSONObject()
        link["href"] = .string(base.resolve(url))
        link["type"] = object["encodingFormat"]
        link["title"] = object["name"].flatMap(plainText)
        link["rel"] = object["rel"]
        link["duration"] = object["duration"].flatMap(W3CManifest.seconds)
        let alternates = W3CManifest.list(object["alternate"]).compactMap(alternate)
        if !alternates.isEmpty { link["alternate"] = .array(alternates) }
        return .object(link)
    }

    /// Nested alternates are dropped.
    private func alternate(_ json: JSON) -> JSON? {
        guard var object = json.object else { return link(json) }
        object["alternate"] = nil
        return link(.object(object))
    }

    /// Durations are in ISO 8601, such as PT1H2M3.5S.  Numbers of seconds are a common mistake, and accepted.
    static func seconds(_ json: JSON) -> JSON? {
        guard let text = json.string else { return json }
        guard let seconds = ISODuration.seconds(text) else { return json }
        return .double(seconds)
    }
}

/// ISO 8601 durations of a fixed length, that is without months and years.
public enum ISODuration {
    private static let units: [(mark: UInt8, seconds: Double, isTime: Bool)] = [
        (UInt8(ascii: "W"), 604_800, false), (UInt8(ascii: "D"), 86_400, false),
        (UInt8(ascii: "H"), 3600, true), (UInt8(ascii: "M"), 60, true), (UInt8(ascii: "S"), 1, true),
    ]

    public static func seconds(_ text: String) -> Double? {
        var rest = text.utf8[...]
        guard rest.count <= 64, rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var sum = 0.0
        var isTime = false
        var upcoming = units[...]
        while !rest.isEmpty {
            if !isTime, rest.first == UInt8(ascii: "T") {
                isTime = true
                rest = rest.dropFirst()
                if rest.isEmpty { return nil }
            }
            let digits = rest.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest[digits.endIndex...]
            guard let number = finiteNumber(String(Substring(digits))), let mark = rest.popFirst(),
                let place = upcoming.firstIndex(where: { $0.mark == mark && $0.isTime == isTime })
            else { return nil }
            sum += number * upcoming[place].seconds
            upcoming = upcoming[(place + 1)...]
        }
        return sum.isFinite ? sum : nil
    }
}
