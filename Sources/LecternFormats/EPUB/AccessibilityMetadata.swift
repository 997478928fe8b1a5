// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Accessibility metadata (EPUB Accessibility 1.1, 2; the members are those of RWPM).
extension PackageMetadata {
    func accessibility() -> Accessibility {
        var accessibility = Accessibility()
        guard mentions(PackageMetadata.accessibilityProperties) else { return accessibility }
        accessibility.conformsTo = conformsTo()
        // RWPM allows a single exemption.  If there are more, all of them are kept in the other metadata.
        accessibility.exemptions = Array(values(.exemption).prefix(1))
        accessibility.accessModes = values(.accessMode)
        accessibility.accessModesSufficient = accessModesSufficient()
        accessibility.features = values(.accessibilityFeature)
        accessibility.hazards = values(.accessibilityHazard)
        accessibility.certification = certification()
        accessibility.summary = first(.accessibilitySummary)?.value
        return accessibility
    }

    private static let accessibilityProperties = [
        MetadataProperty.conformsTo, .exemption, .accessMode, .accessModeSufficient, .accessibilityFeature,
        .accessibilityHazard, .accessibilitySummary, .certifiedBy, .certifierCredential, .certifierReport,
    ].reduce(0) { $0 | $1.bit }

    private func values(_ property: MetadataProperty) -> [String] {
        all(property).map(\.value).withoutRepetitions
    }

    /// Lists of access modes that are sufficient together.  Unknown modes are dropped.
    private func accessModesSufficient() -> [[String]] {
        let lists = all(.accessModeSufficient).map { item in
            let modes = item.value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmed }
            return modes.filter(Accessibility.primaryAccessModes.contains).withoutRepetitions
        }
        return lists.filter { !$0.isEmpty }.withoutRepetitions
    }

    // MARK: Conformance

    /// The profiles in conformance statements, both `meta` and `link` elements.
    private func conformsTo() -> [String] {
        let statements = items.filter { !$0.isRefinement && $0.property == .conformsTo }
        return statements.compactMap { PackageMetadata.accessibilityProfile($0.value) }.withoutRepetitions
    }

    /// The URI of a profile, for "EPUB Accessibility 1.1 - WCAG 2.1 Level AA" or the URL of the document of 2017.
    static func accessibilityProfile(_ text: String) -> String? {
        let statement = "EPUB Accessibility 1.1 - WCAG 2."
        if text.hasPrefix(statement) {
            let words = String(text.dropFirst(statement.count)).words
            guard words.count == 3, ["0", "1", "2"].contains(words[0]), words[1] == "Level",
                ["A", "AA", "AAA"].contains(words[2])
            else { return nil }
            return "https://www.w3.org/TR/epub-a11y-11#wcag-2.\(words[0])-\(words[2].asciiLowercased)"
        }
        for prefix in ["http://www.", "https://www.", "http://", "https://"] {
            let document = prefix + "idpf.org/epub/a11y/accessibility-20170105.html#wcag-"
            guard text.hasPrefix(document) else { continue }
            let level = String(text.dropFirst(document.count))
            guard ["a", "aa", "aaa"].contains(level) else { return nil }
            return "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-" + level
        }
        return nil
    }

    // MARK: Certification

    /// The first certifier with its refinements.  If there is none, statements that refine nothing are used.  The day
    /// of the certification has no member in RWPM.
    private func certification() -> Accessibility.Certification {
        let certifier = certifier
        var certification = Accessibility.Certification()
        certification.certifiedBy = certifier?.value
        certification.credential = detail(.certifierCredential, of: certifier)
        certification.report = detail(.certifierReport, of: certifier)
        if let date = certifier.flatMap({ refinement(of: $0, .date) }) {
            certification.other.append(JSONObject.Member(key: "date", value: .string(date.value)))
        }
        return certification
    }

    /// That of the publication, or of a conformance statement (EPUB Accessibility 1.1, conformance reporting).
    private var certifier: MetadataItem? {
        if let certifier = first(.certifiedBy) { return certifier }
        let claims = items.lazy.filter { !$0.isRefinement && $0.property == .conformsTo }
        return claims.compactMap { refinement(of: $0, .certifiedBy) }.first
    }

    private func detail(_ property: MetadataProperty, of certifier: MetadataItem?) -> String? {
        let refined = certifier.flatMap { refinement(of: $0, property) }
        let own = items.first { !$0.isRefinement && $0.property == property }
        return (refined ?? own)?.value
    }
}
