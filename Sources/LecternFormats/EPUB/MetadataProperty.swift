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
        self =
            switch name.vocabulary {
            case .dcterms: MetadataProperty.dcterms(name.name)
            case .package: MetadataProperty.package(name.name)
            case .schema: MetadataProperty.schema(name.name)
            case .a11y: MetadataProperty.a11y(name.name)
            case .media: MetadataProperty.media(name.name)
            case .rendition: MetadataProperty.rendition(name.name)
            case .tdm: MetadataProperty.tdm(name.name)
            case .calibre: MetadataProperty.calibre(name.name)
            default: .other
            }
    }

    // Functions instead of dictionaries, which take longer to make than a package document to parse.

    private static func dcterms(_ name: String) -> MetadataProperty {
        switch name {
        case "title": .title
        case "creator": .creator
        case "contributor": .contributor
        case "publisher": .publisher
        case "subject": .subject
        case "description": .description
        case "date": .date
        case "identifier": .identifier
        case "language": .language
        case "modified": .modified
        case "conformsTo": .conformsTo
        case "source": .source
        case "type": .type
        default: .other
        }
    }

    private static func package(_ name: String) -> MetadataProperty {
        switch name {
        case "title-type": .titleType
        case "display-seq": .displaySequence
        case "file-as": .fileAs
        case "role": .role
        case "alternate-script": .alternateScript
        case "authority": .authority
        case "term": .term
        case "cover": .cover
        case "belongs-to-collection": .belongsToCollection
        case "collection-type": .collectionType
        case "group-position": .groupPosition
        case "source-of": .sourceOf
        case "identifier-type": .identifierType
        case "source-language": .sourceLanguage
        case "target-language": .targetLanguage
        default: .other
        }
    }

    private static func schema(_ name: String) -> MetadataProperty {
        switch name {
        case "accessMode": .accessMode
        case "accessModeSufficient": .accessModeSufficient
        case "accessibilityFeature": .accessibilityFeature
        case "accessibilityHazard": .accessibilityHazard
        case "accessibilitySummary": .accessibilitySummary
        case "numberOfPages": .numberOfPages
        default: .other
        }
    }

    private static func a11y(_ name: String) -> MetadataProperty {
        switch name {
        case "certifiedBy": .certifiedBy
        case "certifierCredential": .certifierCredential
        case "certifierReport": .certifierReport
        case "exemption": .exemption
        default: .other
        }
    }

    private static func media(_ name: String) -> MetadataProperty {
        switch name {
        case "duration": .duration
        case "narrator": .narrator
        case "active-class": .activeClass
        case "playback-active-class": .playbackActiveClass
        default: .other
        }
    }

    private static func rendition(_ name: String) -> MetadataProperty {
        switch name {
        case "layout": .layout
        case "orientation": .orientation
        case "flow": .flow
        case "spread": .spread
        case "viewport": .viewport
        default: .other
        }
    }

    private static func tdm(_ name: String) -> MetadataProperty {
        switch name {
        case "reservation": .reservation
        case "policy": .policy
        default: .other
        }
    }

    private static func calibre(_ name: String) -> MetadataProperty {
        switch name {
        case "series": .series
        case "series_index": .seriesIndex
        case "title_sort": .titleSort
        default: .other
        }
    }

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
