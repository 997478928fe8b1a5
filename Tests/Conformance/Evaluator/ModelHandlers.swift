// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The components of a manifest, to and from JSON.
func modelHandler(_ vector: Vector) throws -> (any Examined)? {
    switch vector.op {
    case "parse": return try model(vector.type, vector["json"] ?? .null)
    case "serialize":
        let value = vector["model"] ?? .null
        return vector["type"]?.string == nil ? value : try model(vector.type, value)
    case "construct": return try constructed(vector.type, vector.arguments)
    case "effectiveReadingProgression":
        return try model("Metadata", vector["metadata"] ?? .null, title: "")?.get(vector.op)
    case "get": return try subject(of: vector)?.get(vector["member"]?.string ?? "")
    case "call": return try subject(of: vector)?.call(vector["method"]?.string ?? "", vector.arguments)
    default: throw Unanswered.unhandled("no way to ask \(vector.op)")
    }
}

/// The subject of a question.  It is constructed, not parsed, so links need no media type.
private func subject(of vector: Vector) throws -> (any Examined)? {
    try model(vector.subject.type, vector.subject.value, title: "")
}

/// Parses a value; rejects an absent one.
/// - Parameter title: a default, because vectors about manifests omit a title that they do not need.
private func model(_ type: String, _ json: JSON, title: String? = nil) throws -> (any Examined)? {
    var rules = ManifestReader.Rules()
    rules.title = title
    var reader = ManifestReader(JSONReader(json, source: "vector"), rules)
    guard let value = try model(type, json, &reader) else {
        throw Unanswered.refused(reader.log.warnings.last?.message ?? "there is nothing")
    }
    return value
}

private func model(_ type: String, _ json: JSON, _ reader: inout ManifestReader) throws -> (any Examined)? {
    switch type {
    case "Link": return Link(json, &reader).map(ExaminedLink.init)
    case "[Link]", "[]", "List<Link>": return ExaminedLinks(links: reader.links(json))
    case "LocalizedString", "String": return LocalizedString(json, &reader).map(ExaminedLocalizedString.init)
    case "Contributor", "Collection": return try Contributor(json, &reader).map(Named.init)
    case "[Contributor]", "[Collection]": return Elements(try reader.contributors(json).map(Named.init))
    case "Subject": return try Subject(json, &reader).map(Named.init)
    case "[Subject]": return Elements(try reader.subjects(json).map(Named.init))
    case "Accessibility": return try Accessibility(json, &reader).map { try written($0.write) }
    case "TDM", "Tdm": return try TDM(json, &reader).map { try written($0.write) }
    case "EPUBMediaOverlay": return try MediaOverlayClasses(json, &reader).map { try written($0.write) }
    case "Metadata": return ExaminedMetadata(metadata: try Metadata(json, &reader))
    case "ReadingProgression":
        // An omitted value is `auto` in a toolkit.
        return json == "auto"
            ? json : json.string.flatMap(ReadingProgression.init(text:)).map { JSON.string($0.rawValue) }
    case "PublicationCollection":
        return PublicationCollection(json, role: "", &reader).map(ExaminedCollection.init)
    case "PublicationCollection.makeCollections", "PublicationCollection.collectionsFromJSON":
        return try byRole((json.object?.members ?? []).flatMap { reader.collections($0.value, role: $0.key) })
    default: throw Unanswered.unhandled("the type \(type) is unknown")
    }
}

/// Converts labels to member names: localizedTitle is the title.
private func labelled(_ json: JSON) -> JSON {
    guard let object = json.object else { return json }
    return .object(
        JSONObject(
            object.members.map { member in
                guard member.key.hasPrefix("localized") else { return member }
                let name = member.key.dropFirst("localized".count)
                return .init(key: String(name.prefix(1)).asciiLowercased + name.dropFirst(), value: member.value)
            }))
}

private func constructed(_ type: String, _ arguments: Arguments) throws -> (any Examined)? {
    switch type {
    case "String": return try model("LocalizedString", arguments[0])?.get("string")
    case "PublicationCollection.serializeCollections":
        var reader = ManifestReader(JSONReader(arguments[0], source: "vector"))
        let found = (arguments[0].object?.members ?? []).flatMap { reader.collections($0.value, role: $0.key) }
        return try written { json in
            json.beginObject()
            json.members(of: found)
            json.endObject()
        }
    case "LocalizedString", "LocalizedString.fromStrings": return try model("LocalizedString", arguments.whole)
    case "Instant": return dateHandler(arguments[0])
    // The labels of a constructor are the members of the value.
    default: return try model(type, labelled(arguments["json"] ?? arguments.whole), title: "")
    }
}

// MARK: Dates

func dateHandler(_ vector: Vector) throws -> (any Examined)? {
    switch vector.op {
    case "parse-date": return dateHandler(vector["value"] ?? .null)
    case "format-date":
        return DateText.rfc3339(epochMilliseconds: vector["epochMilliseconds"]?.integer ?? 0).map(JSON.string)
    default: return try modelHandler(vector)
    }
}

private func dateHandler(_ json: JSON) -> JSON? {
    json.string.flatMap(DateText.epochMilliseconds).map { ["epochMilliseconds": .integer($0)] }
}
