// SPDX-License-Identifier: BSD-3-Clause

/// The metadata properties with a member in the manifest.  All other ones are `other`, and are kept under their URI.
enum MetadataProperty: UInt8 {
    case other
    // Dublin Core
    case title, creator, contributor, publisher, subject, description, date, identifier, language, modified, conformsTo
    // EPUB
    case titleType, displaySequence, fileAs, role, alternateScript, authority, term, belongsToCollection, collectionType
    case groupPosition, cover, source, sourceOf, identifierType, type, sourceLanguage, targetLanguage
    // Accessibility
    case accessMode, accessModeSufficient, accessibilityFeature, accessibilityHazard, accessibilitySummary
    case certifiedBy, certifierCredential, certifierReport, exemption
    // Other vocabularies
    case numberOfPages, duration, narrator, activeClass, playbackActiveClass, layout, orientation, flow, spread,
        viewport
    case reservation, policy, series, seriesIndex, titleSort

    init(_ name: PropertyName) {
        let table: [String: MetadataProperty]
        switch name.vocabulary {
        case .dcterms: table = MetadataProperty.dcterms
        case .package: table = MetadataProperty.package
        case .schema: table = MetadataProperty.schema
        case .a11y: table = MetadataProperty.a11y
        case .media: table = MetadataProperty.media
        case .rendition: table = MetadataProperty.rendition
        case .tdm: table = ["reservation": .reservation, "policy": .policy]
        case .calibre: table = ["series": .series, "series_index": .seriesIndex, "title_sort": .titleSort]
        default: table = [:]
        }
        self = table[name.name] ?? .other
    }

    private static let dcterms: [String: MetadataProperty] = [
        "title": .title, "creator": .creator, "contributor": .contributor, "publisher": .publisher, "subject": .subject,
        "description": .description, "date": .date, "identifier": .identifier, "language": .language,
        "modified": .modified, "conformsTo": .conformsTo, "source": .source, "type": .type,
    ]

    private static let package: [String: MetadataProperty] = [
        "title-type": .titleType, "display-seq": .displaySequence, "file-as": .fileAs, "role": .role,
        "alternate-script": .alternateScript, "authority": .authority, "term": .term, "cover": .cover,
        "belongs-to-collection": .belongsToCollection, "collection-type": .collectionType,
        "group-position": .groupPosition, "source-of": .sourceOf, "identifier-type": .identifierType,
        "source-language": .sourceLanguage, "target-language": .targetLanguage,
    ]

    private static let schema: [String: MetadataProperty] = [
        "accessMode": .accessMode, "accessModeSufficient": .accessModeSufficient,
        "accessibilityFeature": .accessibilityFeature, "accessibilityHazard": .accessibilityHazard,
        "accessibilitySummary": .accessibilitySummary, "numberOfPages": .numberOfPages,
    ]

    private static let a11y: [String: MetadataProperty] = [
        "certifiedBy": .certifiedBy, "certifierCredential": .certifierCredential, "certifierReport": .certifierReport,
        "exemption": .exemption,
    ]

    private static let media: [String: MetadataProperty] = [
        "duration": .duration, "narrator": .narrator, "active-class": .activeClass,
        "playback-active-class": .playbackActiveClass,
    ]

    private static let rendition: [String: MetadataProperty] = [
        "layout": .layout, "orientation": .orientation, "flow": .flow, "spread": .spread, "viewport": .viewport,
    ]

    /// The bit in a set of properties.  There are fewer than 64 properties.
    var bit: UInt64 { 1 &<< UInt64(rawValue) }

    /// Whether another member of the manifest has the value, so that it is not repeated under the URI.
    ///
    /// Properties that are only useful as refinements are not included.  Neither are the rendition properties, which
    /// the manifest has in translated form.
    var isConsumed: Bool {
        switch self {
        case .other, .titleType, .displaySequence, .fileAs, .role, .alternateScript, .authority, .term, .collectionType,
            .groupPosition, .orientation, .flow, .spread, .source, .sourceOf, .identifierType, .viewport,
            .type, .sourceLanguage, .targetLanguage:
            return false
        default:
            return true
        }
    }
}
