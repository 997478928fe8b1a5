// SPDX-License-Identifier: BSD-3-Clause

/// The rules of the vocabularies for a metadata property (EPUB 3.3, 8.2, 9.2.2, D.3 and 5.5.3).
struct MetadataRule: Sendable {
    enum Subject: Sendable {
        case anything
        /// Describes the whole publication, and must not be a refinement.
        case publication
        /// Must refine one of these.
        case item([MetadataProperty])
        /// Must be a refinement of any element.
        case something
        /// If it is a refinement, it must refine one of these.
        case publicationOr(MetadataProperty)
    }

    let property: MetadataProperty
    let subject: Subject
    /// Whether a subject can have only one statement with this property.
    var isSingle = false
    /// The permitted values; empty means any.
    var values: [String] = []
    /// The deprecated values.
    var deprecated: [String] = []
    var isDeprecated = false
    /// Whether the value must be a single word.
    var isOneWord = false

    static let all: [MetadataRule] = [
        // D.3: meta properties
        MetadataRule(property: .alternateScript, subject: .something),
        MetadataRule(property: .authority, subject: .item([.subject]), isSingle: true),
        MetadataRule(property: .term, subject: .item([.subject]), isSingle: true),
        MetadataRule(property: .belongsToCollection, subject: .publicationOr(.belongsToCollection)),
        MetadataRule(property: .collectionType, subject: .item([.belongsToCollection]), isSingle: true),
        MetadataRule(property: .groupPosition, subject: .something, isSingle: true),
        MetadataRule(property: .displaySequence, subject: .something, isSingle: true),
        MetadataRule(property: .fileAs, subject: .something, isSingle: true),
        MetadataRule(property: .identifierType, subject: .item([.identifier, .source]), isSingle: true),
        MetadataRule(property: .role, subject: .item([.creator, .contributor, .publisher])),
        MetadataRule(property: .sourceOf, subject: .item([.source]), isSingle: true, values: ["pagination"]),
        MetadataRule(property: .titleType, subject: .item([.title]), isSingle: true),
        // 5.5.3 and 5.5.4: Dublin Core
        MetadataRule(property: .date, subject: .anything, isSingle: true),
        MetadataRule(property: .modified, subject: .anything, isSingle: true),
        // 8.2: layout
        MetadataRule(
            property: .layout, subject: .publication, isSingle: true, values: ["reflowable", "pre-paginated"]),
        MetadataRule(
            property: .orientation, subject: .publication, isSingle: true, values: ["auto", "landscape", "portrait"]),
        MetadataRule(
            property: .spread, subject: .publication, isSingle: true,
            values: ["auto", "none", "landscape", "both", "portrait"], deprecated: ["portrait"]),
        MetadataRule(
            property: .flow, subject: .publication, isSingle: true,
            values: ["auto", "paginated", "scrolled-continuous", "scrolled-doc"]),
        MetadataRule(property: .viewport, subject: .anything, isSingle: true, isDeprecated: true),
        // 9.2.2: media overlays
        MetadataRule(property: .activeClass, subject: .publication, isSingle: true, isOneWord: true),
        MetadataRule(property: .playbackActiveClass, subject: .publication, isSingle: true, isOneWord: true),
        MetadataRule(property: .duration, subject: .anything, isSingle: true),
    ]

    /// The rules by the raw value of the property.
    static let byProperty: [MetadataRule?] = {
        var rules = [MetadataRule?](repeating: nil, count: 256)
        for rule in all { rules[Int(rule.property.rawValue)] = rule }
        return rules
    }()
}
