// SPDX-License-Identifier: BSD-3-Clause

/// The parts of the display, by the ids of the vocabulary.
enum AccessibilityGroup: String, Sendable, CaseIterable {
    case waysOfReading = "ways-of-reading"
    case conformance
    case navigation
    case richContent = "rich-content"
    case hazards
    case summary = "accessibility-summary"
    case legal = "legal-considerations"
    case additional = "additional-accessibility-information"

    /// What it says of a publication without metadata for it.  Such a group may be left out, except for conformance.
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

/// Whose rules apply: the techniques of the W3C for EPUB metadata, or those of the Readium toolkits.
public enum AccessibilityDialect: String, Sendable, CaseIterable {
    case w3c, readium

    /// In the order of the display.
    var groups: [AccessibilityGroup] {
        switch self {
        case .w3c:
            [.waysOfReading, .conformance, .navigation, .richContent, .hazards, .summary, .legal, .additional]
        case .readium:
            [.waysOfReading, .navigation, .richContent, .additional, .hazards, .conformance, .legal, .summary]
        }
    }
}
