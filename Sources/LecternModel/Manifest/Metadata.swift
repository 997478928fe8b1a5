// SPDX-License-Identifier: BSD-3-Clause

/// What a publication says about itself (RWPM, Metadata).
package struct Metadata: Sendable, Equatable {
    package var conformsTo: [String] = []
    package var identifier: String?
    package var title: LocalizedString
    package var subtitle: LocalizedString?
    package var sortAs: String?
    /// ISO 8601, as RFC 3339 writes it.
    package var modified: String?
    package var published: String?
    /// BCP 47; the first one is the main language.
    package var languages: [String] = []
    package var subjects: [Subject] = []
    package var contributors = Contributors()
    package var belongsTo: [(kind: String, collections: [Contributor])] = []
    package var layout: Layout?
    package var readingProgression: ReadingProgression?
    package var description: String?
    /// Seconds.
    package var duration: Double?
    package var numberOfPages: Int?
    package var accessibility = JSONObject()
    package var tdm = JSONObject()
    package var mediaOverlay = JSONObject()
    /// Hints of the seeds and of EPUB's rendition properties: orientation, overflow, spread, continuous, fit, clipped.
    package var presentation = JSONObject()
    /// Everything else, under the full URI of its property.
    package var other = JSONObject()

    package init(title: LocalizedString) { self.title = title }

    package static func == (a: Metadata, b: Metadata) -> Bool {
        a.json == b.json
    }

    private var json: String {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().text
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("conformsTo", ifNotEmpty: conformsTo)
        json.member("identifier", ifPresent: identifier)
        json.member("title", ifPresent: title)
        json.member("subtitle", ifPresent: subtitle)
        json.member("sortAs", ifPresent: sortAs)
        json.member("modified", ifPresent: modified)
        json.member("published", ifPresent: published)
        json.member("language", ifNotEmpty: languages)
        if !subjects.isEmpty {
            json.key("subject")
            json.beginArray()
            for subject in subjects { subject.write(to: &json) }
            json.endArray()
        }
        contributors.writeMembers(to: &json)
        writeBelongsTo(to: &json)
        json.member("layout", ifPresent: layout?.rawValue)
        json.member("readingProgression", ifPresent: readingProgression?.rawValue)
        json.member("description", ifPresent: description)
        json.member("duration", ifPresent: duration)
        if let numberOfPages { json.member("numberOfPages", numberOfPages) }
        json.member("accessibility", ifNotEmpty: accessibility)
        json.member("tdm", ifNotEmpty: tdm)
        json.member("mediaOverlay", ifNotEmpty: mediaOverlay)
        json.member("presentation", ifNotEmpty: presentation)
        json.members(of: other)
        json.endObject()
    }

    private func writeBelongsTo(to json: inout JSONWriter) {
        guard !belongsTo.isEmpty else { return }
        json.key("belongsTo")
        json.beginObject()
        for (kind, collections) in belongsTo {
            json.key(kind)
            json.beginArray()
            for collection in collections { collection.write(to: &json) }
            json.endArray()
        }
        json.endObject()
    }
}

/// The direction in which pages follow each other; absent in a manifest when it is left to the reader.
package enum ReadingProgression: String, Sendable, CaseIterable {
    case ltr, rtl, ttb, btt
}

/// All contributors, by what they did.  The kinds are the members of RWPM metadata, in the order they are written.
package struct Contributors: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case author, translator, editor, artist, illustrator, letterer, penciler, colorist, inker, narrator,
            contributor, publisher, imprint
    }

    private var byKind: [(kind: Kind, contributor: Contributor)] = []

    package init() {}

    package mutating func add(_ contributor: Contributor, as kind: Kind) { byKind.append((kind, contributor)) }

    package subscript(kind: Kind) -> [Contributor] { byKind.filter { $0.kind == kind }.map(\.contributor) }

    package static func == (a: Contributors, b: Contributors) -> Bool {
        Kind.allCases.allSatisfy { a[$0] == b[$0] }
    }

    func writeMembers(to json: inout JSONWriter) {
        for kind in Kind.allCases where byKind.contains(where: { $0.kind == kind }) {
            json.key(kind.rawValue)
            json.beginArray()
            for entry in byKind where entry.kind == kind { entry.contributor.write(to: &json) }
            json.endArray()
        }
    }
}
