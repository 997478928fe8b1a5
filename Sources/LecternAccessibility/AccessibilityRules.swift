// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A statement of the display, with the values for its placeholders.
struct DisplayedStatement: Sendable {
    enum Value: Sendable {
        case text(String)
        /// A date, formatted for the language.
        case day(String)
        /// The wording of another statement.
        case statement(AccessibilityStatement)
    }

    let id: AccessibilityStatement
    /// Values by placeholder.
    var values: [(place: String, value: Value)] = []
    /// Text of the publisher, which replaces the wording of the guide.
    var text: String?
    /// The language of `text`, as a BCP 47 tag.
    var language: String?
    /// A link to more information.
    var url: String?
}

/// Derives statements from metadata (Accessibility Metadata Display Guide, EPUB metadata techniques).
struct AccessibilityRules {
    private let accessibility: Accessibility
    private let isFixed: Bool
    private let language: String?
    private let dialect: AccessibilityDialect
    private let hazardRule: AccessibilityDialect
    private let features: Set<String>
    private let modes: Set<String>
    private let sufficientModes: [Set<String>]

    /// - Parameter layout: the layout of the publication as a whole.
    init(_ metadata: Metadata, layout: Layout, dialect: AccessibilityDialect, hazards: AccessibilityDialect) {
        accessibility = metadata.accessibility ?? Accessibility()
        isFixed = layout == .fixed
        language = LanguageTag.main(of: metadata.languages)
        self.dialect = dialect
        hazardRule = hazards
        features = Set(accessibility.features)
        modes = Set(accessibility.accessModes)
        sufficientModes = accessibility.accessModesSufficient.map(Set.init)
    }

    /// Returns the statements of a group; empty if there is no metadata for it.
    func statements(_ group: AccessibilityGroup) -> [DisplayedStatement] {
        switch group {
        case .waysOfReading: waysOfReading.map { DisplayedStatement(id: $0) }
        case .conformance: conformance
        case .navigation: statements(dialect.navigation)
        case .richContent: statements(dialect.richContent)
        case .hazards: hazardRule.hazards(Set(accessibility.hazards)).map { DisplayedStatement(id: $0) }
        case .summary: summary
        case .legal: accessibility.exemptions.isEmpty ? [] : [DisplayedStatement(id: .exempt)]
        case .additional: statements(dialect.additional)
        }
    }

    private func statements(_ rules: [FeatureRule]) -> [DisplayedStatement] {
        rules.filter { $0.features.contains(where: features.contains) }.map { DisplayedStatement(id: $0.statement) }
    }

    // MARK: Ways of reading

    private var waysOfReading: [AccessibilityStatement] {
        [adjustments, nonvisualReading] + (hasTextAlternatives ? [.alternativeText] : []) + [audio]
    }

    private var adjustments: AccessibilityStatement {
        if features.contains("displayTransformability") { return .modifiable }
        return isFixed ? .unmodifiable : .modifiabilityUnknown
    }

    private var hasTextAlternatives: Bool {
        !features.isDisjoint(with: ["longDescription", "alternativeText", "describedMath", "transcript"])
    }

    private var nonvisualReading: AccessibilityStatement {
        if modes == ["textual"] || sufficientModes.contains(["textual"]) { return .readable }
        let hasText = modes.contains("textual") || sufficientModes.contains { $0.contains("textual") }
        if hasText || hasTextAlternatives { return .notFullyReadable }
        let isWithoutText =
            switch dialect {
            case .w3c: modes == ["auditory"] || modes == ["visual"]
            case .readium: !modes.isEmpty || !sufficientModes.isEmpty
            }
        return isWithoutText ? .unreadable : .readabilityUnknown
    }

    private var audio: AccessibilityStatement {
        if features.contains("synchronizedAudioText") { return .synchronizedAudio }
        let isEnough =
            switch dialect {
            case .w3c: sufficientModes.contains(["auditory"])
            case .readium: sufficientModes.contains { $0.contains("auditory") }
            }
        if isEnough { return .audioOnly }
        return modes.contains("auditory") ? .audioClips : .audioUnknown
    }

    // MARK: Conformance

    /// The Readium toolkits display only the level.
    private var conformance: [DisplayedStatement] {
        guard !accessibility.conformsTo.isEmpty else { return [] }
        let profile = AccessibilityProfile.best(of: accessibility.conformsTo)
        let level = DisplayedStatement(id: profile?.level.statement ?? .unknownStandard)
        guard dialect == .w3c else { return [level] }
        let certifier = accessibility.certification.certifiedBy.map {
            DisplayedStatement(id: .certifier, values: [("certifier", .text($0))])
        }
        let credential = accessibility.certification.credential.map {
            DisplayedStatement(
                id: .certifierCredential, values: [("credential", .text($0))], url: $0.isWebAddress ? $0 : nil)
        }
        return [level] + [certifier, credential].compactMap { $0 }
    }

    /// The statements for a detailed view.
    var conformanceDetails: [DisplayedStatement] {
        guard dialect == .w3c, !accessibility.conformsTo.isEmpty else { return [] }
        let claim = AccessibilityProfile.best(of: accessibility.conformsTo).map {
            DisplayedStatement(
                id: .claim,
                values: [
                    ("specification", .statement($0.specification)), ("wcag", .statement($0.wcag)),
                    ("level", .statement($0.level.claimed)),
                ])
        }
        let date = accessibility.certification.other["date"]?.string.map {
            DisplayedStatement(id: .certificationDate, values: [("date", .day($0))])
        }
        let report = accessibility.certification.report.map { DisplayedStatement(id: .certifierReport, url: $0) }
        return [claim, date, report].compactMap { $0 }
    }

    // MARK: Summary

    private var summary: [DisplayedStatement] {
        let summary = accessibility.summary.map { DisplayedStatement(id: .summary, text: $0, language: language) }
        let contact = accessibility.other["publisherContact"]?.string.map {
            DisplayedStatement(
                id: .publisherContact, values: [("contact", .text($0))], url: $0.isWebAddress ? $0 : nil)
        }
        return [summary, contact].compactMap { $0 }
    }
}

extension String {
    fileprivate var isWebAddress: Bool { hasPrefix("https://") || hasPrefix("http://") }
}
