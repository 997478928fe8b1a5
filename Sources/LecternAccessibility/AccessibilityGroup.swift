// SPDX-License-Identifier: BSD-3-Clause

/// The sections of the display, by their ids in the vocabulary.
enum AccessibilityGroup: String, Sendable, CaseIterable {
    case waysOfReading = "ways-of-reading"
    case conformance
    case navigation
    case richContent = "rich-content"
    case hazards
    case summary = "accessibility-summary"
    case legal = "legal-considerations"
    case additional = "additional-accessibility-information"

    /// The statement for a publication without metadata for this group.  Such a group may be hidden, except for
    /// conformance.
    var withoutMetadata: AccessibilityStatement? {
        switch self {
        case .waysOfReading, .additional: nil
        case .conformance: .noConformance
        case .navigation: .noNavigation
        case .richContent: .noRichContent
        case .hazards: .noHazards
        case .summary: .noSummary
        case .legal: .noLegal
        }
    }

    var isAlwaysDisplayed: Bool { self == .waysOfReading || self == .conformance }
}

/// The rules to apply: the W3C's techniques for EPUB metadata, or those of the Readium toolkits.
public enum AccessibilityDialect: String, Sendable, CaseIterable {
    case w3c, readium

    /// The sections in display order.
    var groups: [AccessibilityGroup] {
        switch self {
        case .w3c:
            [.waysOfReading, .conformance, .navigation, .richContent, .hazards, .summary, .legal, .additional]
        case .readium:
            [.waysOfReading, .navigation, .richContent, .additional, .hazards, .conformance, .legal, .summary]
        }
    }
}
