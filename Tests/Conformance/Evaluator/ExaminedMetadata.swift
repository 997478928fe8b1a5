// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A contributor or a subject.
struct Named: Examined {
    let name: LocalizedString
    let sortAs: LocalizedString?
    let json: JSON

    init(_ contributor: Contributor) throws {
        (name, sortAs, json) = (contributor.name, contributor.sortAs, try written(contributor.write))
    }

    init(_ subject: Subject) throws {
        (name, sortAs, json) = (subject.name, subject.sortAs, try written(subject.write))
    }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "name": return JSON.string(name.text(in: nil))
        case "localizedName": return ExaminedLocalizedString(text: name)
        case "sortAs": return sortAs.map { JSON.string($0.text(in: nil)) }
        case "localizedSortAs": return sortAs.map(ExaminedLocalizedString.init)
        case "roles": return try json.get("role") ?? JSON.array([])
        case "links": return try json.get("links") ?? JSON.array([])
        default: return try json.get(member)
        }
    }
}

/// The metadata of a publication, with the member names of the toolkits.
struct ExaminedMetadata: Examined {
    let metadata: Metadata

    var json: JSON { get throws { try written(metadata.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        if let kind = Contributors.Kind(rawValue: String(member.dropLast())), member.hasSuffix("s") {
            return Elements(try metadata.contributors[kind].map(Named.init))
        }
        switch member {
        case "type": return metadata.type.map(JSON.string)
        case "conformsTo": return JSON.array(metadata.conformsTo.map(JSON.string))
        case "readingProgression": return JSON.string(metadata.readingProgression?.rawValue ?? "auto")
        case "effectiveReadingProgression": return JSON.string(metadata.effectiveReadingProgression.rawValue)
        case "title": return JSON.string(metadata.title.text(in: nil))
        case "subtitle": return text(metadata.subtitle)
        case "sortAs": return text(metadata.sortAs)
        case "localizedTitle": return ExaminedLocalizedString(text: metadata.title)
        case "localizedSubtitle": return metadata.subtitle.map(ExaminedLocalizedString.init)
        case "localizedSortAs": return metadata.sortAs.map(ExaminedLocalizedString.init)
        case "languages": return JSON.array(metadata.languages.map(JSON.string))
        case "subjects": return Elements(try metadata.subjects.map(Named.init))
        case "belongsTo":
            return JSON.object(
                JSONObject(
                    try metadata.belongsTo.map {
                        .init(key: $0.kind, value: try writtenList($0.collections) { $0.write(to: &$1) })
                    }))
        case "belongsToSeries": return try belongsTo("series")
        case "belongsToCollections": return try belongsTo("collection")
        case "presentation": return try written { Presentation(metadata).write(to: &$0) }
        case "otherMetadata": return JSON.object(metadata.other)
        default: return try json.get(member)
        }
    }

    private func text(_ text: LocalizedString?) -> JSON? { text.map { .string($0.text(in: nil)) } }

    private func belongsTo(_ kind: String) throws -> Elements<Named> {
        Elements(try metadata.belongsTo.filter { $0.kind == kind }.flatMap(\.collections).map(Named.init))
    }
}
