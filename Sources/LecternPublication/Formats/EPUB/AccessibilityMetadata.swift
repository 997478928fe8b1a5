// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How accessible the publication is (EPUB Accessibility 1.1, 2; the members are those of RWPM).
extension PackageMetadata {
    func accessibility() -> JSONObject {
        var object = JSONObject()
        object["conformsTo"] = strings(conformsTo())
        // There is room for one: when there are several, all of them stand under the URI of the property.
        object["exemption"] = first(.exemption).map { .string($0.value) }
        object["accessMode"] = strings(values(.accessMode))
        object["accessModeSufficient"] = accessModesSufficient()
        object["feature"] = strings(values(.accessibilityFeature))
        object["hazard"] = strings(values(.accessibilityHazard))
        object["certification"] = certification()
        object["summary"] = first(.accessibilitySummary).map { .string($0.value) }
        return object
    }

    private func values(_ property: MetadataProperty) -> [String] {
        all(property).map(\.value).withoutRepetitions
    }

    private func strings(_ values: [String]) -> JSON? { values.isEmpty ? nil : .array(values.map(JSON.string)) }

    /// Lists of modes that suffice together; modes that cannot be told apart are dropped.
    private func accessModesSufficient() -> JSON? {
        let known: Set<String> = ["auditory", "tactile", "textual", "visual"]
        var lists: [[String]] = []
        for item in all(.accessModeSufficient) {
            let modes = item.value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmed }
            let list = modes.filter(known.contains).withoutRepetitions
            if !list.isEmpty && !lists.contains(list) { lists.append(list) }
        }
        return lists.isEmpty ? nil : .array(lists.map { .array($0.map(JSON.string)) })
    }

    // MARK: Conformance

    /// The profiles of conformance statements, metas and links alike.
    private func conformsTo() -> [String] {
        let statements = items.filter { !$0.isRefinement && $0.property == .conformsTo }
        return statements.compactMap { PackageMetadata.accessibilityProfile($0.value) }.withoutRepetitions
    }

    /// The URI of a profile: "EPUB Accessibility 1.1 - WCAG 2.1 Level AA", or the address of the document of 2017.
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

    /// The first certifier, with what refines it; without that, with what stands for itself.
    private func certification() -> JSON? {
        let certifier = first(.certifiedBy)
        var object = JSONObject()
        object["certifiedBy"] = certifier.map { .string($0.value) }
        object["credential"] = detail(.certifierCredential, of: certifier)
        object["report"] = detail(.certifierReport, of: certifier)
        return object.isEmpty ? nil : .object(object)
    }

    private func detail(_ property: MetadataProperty, of certifier: MetadataItem?) -> JSON? {
        let refined = certifier.flatMap { refinement(of: $0, property) }
        let own = items.first { !$0.isRefinement && $0.property == property }
        return (refined ?? own).map { .string($0.value) }
    }
}

extension Array where Element: Hashable {
    /// The first one of each, in order.
    var withoutRepetitions: [Element] {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
