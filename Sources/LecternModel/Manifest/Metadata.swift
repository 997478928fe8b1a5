// SPDX-License-Identifier: BSD-3-Clause

/// The metadata of a publication (RWPM, Metadata).
public struct Metadata: Sendable, Equatable {
    /// A URI, such as http://schema.org/Book.
    public var type: String?
    public var conformsTo: [String] = []
    public var identifier: String?
    /// Strings, or objects with a `value`.
    public var altIdentifiers: [JSON] = []
    public var title: LocalizedString
    public var subtitle: LocalizedString?
    public var sortAs: LocalizedString?
    /// A date and time in the form of RFC 3339.
    public var modified: String?
    /// Like `modified`, or a day without a time.
    public var published: String?
    /// BCP 47; the first one is the main language.
    public var languages: [String] = []
    public var subjects: [Subject] = []
    public var contributors = Contributors()
    /// Collections by kind: series, collection, journal, season…
    public var belongsTo: [(kind: String, collections: [Contributor])] = []
    /// Articles, chapters, episodes and the like, unparsed.
    public var contains = JSONObject()
    public var layout: Layout?
    public var readingProgression: ReadingProgression?
    public var description: String?
    /// Seconds.
    public var duration: Double?
    public var numberOfPages: Int?
    public var accessibility: Accessibility?
    public var tdm: TDM?
    public var mediaOverlay: MediaOverlayClasses?
    /// Presentation hints of RWPM and of EPUB's rendition properties: orientation, overflow, spread,
    /// continuous, fit, clipped.
    public var presentation = JSONObject()
    /// All other metadata, by the full URI of the property.
    public var other = JSONObject()

    public init(title: LocalizedString) { self.title = title }

    public static func == (a: Metadata, b: Metadata) -> Bool {
        a.json == b.json
    }

    private var json: String {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().text
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("@type", ifPresent: type)
        json.member("conformsTo", ifNotEmpty: conformsTo)
        json.member("identifier", ifPresent: identifier)
        json.member("altIdentifier", ifNotEmpty: altIdentifiers)
        json.member("title", ifPresent: title)
        json.member("subtitle", ifPresent: subtitle)
        json.member("sortAs", ifPresent: sortAs)
        json.member("modified", ifPresent: modified)
        json.member("published", ifPresent: published)
        json.member("language", ifNotEmpty: languages)
        writeSubjects(to: &json)
        contributors.writeMembers(to: &json)
        writeBelongsTo(to: &json)
        json.member("contains", ifNotEmpty: contains)
        json.member("layout", ifPresent: layout?.rawValue)
        json.member("readingProgression", ifPresent: readingProgression?.rawValue)
        json.member("description", ifPresent: description)
        json.member("duration", ifPresent: duration)
        json.member("numberOfPages", ifPresent: numberOfPages)
        writeObjects(to: &json)
        json.member("presentation", ifNotEmpty: presentation)
        json.members(of: other)
        json.endObject()
    }

    private func writeSubjects(to json: inout JSONWriter) {
        guard !subjects.isEmpty else { return }
        json.key("subject")
        json.array(subjects) { $0.write(to: &$1) }
    }

    private func writeBelongsTo(to json: inout JSONWriter) {
        guard !belongsTo.isEmpty else { return }
        json.key("belongsTo")
        json.beginObject()
        for (kind, collections) in belongsTo {
            json.key(named: kind)
            json.array(collections) { $0.write(to: &$1) }
        }
        json.endObject()
    }

    private func writeObjects(to json: inout JSONWriter) {
        if let accessibility, !accessibility.isEmpty {
            json.key("accessibility")
            accessibility.write(to: &json)
        }
        if let tdm {
            json.key("tdm")
            tdm.write(to: &json)
        }
        if let mediaOverlay, !mediaOverlay.isEmpty {
            json.key("mediaOverlay")
            mediaOverlay.write(to: &json)
        }
    }
}

/// The layout of a publication or a resource.
public enum Layout: String, Sendable, CaseIterable {
    case fixed
    case reflowable
    /// One continuous scroll instead of pages; only for a publication as a whole.
    case scrolled
}

/// The direction of page progression; absent in a manifest if the reading system decides.
public enum ReadingProgression: String, Sendable, CaseIterable {
    case ltr, rtl, ttb, btt
}
