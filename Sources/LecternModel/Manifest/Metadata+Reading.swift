// SPDX-License-Identifier: BSD-3-Clause

extension Metadata {
    /// Fails if the value is not an object, or if it has no title and the rules have no replacement.
    public init(_ json: JSON, _ reader: inout ManifestReader) throws(Failure) {
        guard let object = json.object else { throw reader.failure("Expected an object, found \(json.found).") }
        self.init(title: .none)
        for member in object.members {
            reader.enter(member.key)
            read(member, of: object, &reader)
            reader.leave()
        }
        guard title.isEmpty else { return }
        guard let stand = reader.rules.title else { throw reader.failure("There is no title.") }
        reader.warn(.moderate, "There is no title.")
        title = LocalizedString(stand)
    }

    private mutating func read(_ member: JSONObject.Member, of object: JSONObject, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "@type": type = reader.string(json)
        case "type" where object["@type"] == nil && json.string != nil: type = json.string
        case "conformsTo": conformsTo = reader.strings(json)
        case "identifier": identifier = reader.string(json)
        case "altIdentifier": altIdentifiers = reader.elements(json, Metadata.altIdentifier)
        case "title": title = LocalizedString(json, &reader) ?? .none
        case "subtitle": subtitle = LocalizedString(json, &reader)
        case "sortAs": sortAs = LocalizedString(json, &reader)
        case "modified": modified = reader.date(json, DateText.rfc3339)
        case "published": published = reader.date(json, DateText.dayOrMoment)
        case "language": languages = reader.languages(json)
        case "subject": subjects = reader.subjects(json)
        case "belongsTo": belongsTo = Metadata.belongsTo(json, &reader)
        case "belongs_to" where object["belongsTo"] == nil: belongsTo = Metadata.belongsTo(json, &reader)
        case "contains": contains = reader.object(json) ?? JSONObject()
        case "layout": layout = reader.choice(json, Layout.self)
        case "readingProgression": readingProgression = Metadata.readingProgression(json, &reader)
        case "description": description = reader.string(json)
        case "duration": duration = reader.positiveNumber(json)
        case "numberOfPages": numberOfPages = reader.positiveInteger(json)
        case "accessibility": accessibility = Accessibility(json, &reader)
        case "tdm": tdm = TDM(json, &reader)
        case "mediaOverlay": mediaOverlay = MediaOverlayClasses(json, &reader)
        case "presentation": presentation = reader.object(json) ?? JSONObject()
        default: readOther(member, &reader)
        }
    }

    private mutating func readOther(_ member: JSONObject.Member, _ reader: inout ManifestReader) {
        guard let kind = Contributors.Kind(rawValue: member.key) else {
            other.append(member)
            return
        }
        for contributor in reader.contributors(member.value) { contributors.add(contributor, as: kind) }
    }

    /// `auto` is equivalent to no value.
    private static func readingProgression(_ json: JSON, _ reader: inout ManifestReader) -> ReadingProgression? {
        json.string?.asciiLowercased == "auto" ? nil : reader.choice(json, ReadingProgression.self)
    }

    private static func altIdentifier(_ reader: inout ManifestReader, _ json: JSON) -> JSON? {
        let isIdentifier = json.string != nil || json.object?["value"]?.string != nil
        return reader.expected("a string or an object with a value", isIdentifier ? json : nil, json)
    }

    private static func belongsTo(
        _ json: JSON, _ reader: inout ManifestReader
    ) -> [(kind: String, collections: [Contributor])] {
        var found: [(kind: String, collections: [Contributor])] = []
        for member in reader.object(json)?.members ?? [] {
            reader.enter(member.key)
            let collections = reader.elements(member.value) { reader, json in
                Contributor(collection: json, kind: member.key, &reader)
            }
            if !collections.isEmpty { found.append((member.key, collections)) }
            reader.leave()
        }
        return found
    }
}

extension ManifestReader {
    /// Reads one contributor or several; those without a name are left out.
    public mutating func contributors(_ json: JSON) -> [Contributor] {
        elements(json) { reader, json in Contributor(json, &reader) }
    }

    /// Reads one subject or several; those without a name are left out.
    public mutating func subjects(_ json: JSON) -> [Subject] {
        elements(json) { reader, json in Subject(json, &reader) }
    }
}
