// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The accessibility metadata of a publication as sentences for its readers (schema `accessibility`).
public struct AccessibilityDisplay: Sendable {
    private let dialect: AccessibilityDialect
    private let hazards: AccessibilityDialect
    private let words: AccessibilityWords

    /// {"language": "fr", "dialect": "w3c", "hazards": "readium"}
    public init(optional reader: JSONReader?) throws(Failure) {
        try reader?.rejectUnknownMembers(["language", "dialect", "hazards"])
        let language = try reader?.optionalMember("language").map { json throws(Failure) in
            try json.languageTag()
        }
        let dialect = try reader?.optionalMember("dialect")?.choice(AccessibilityDialect.self)
        let hazards = try reader?.optionalMember("hazards")?.choice(AccessibilityDialect.self)
        self.dialect = dialect ?? .w3c
        self.hazards = hazards ?? dialect ?? .readium
        words = AccessibilityWords(language: language ?? "en")
    }

    public func write(_ manifest: Manifest, to json: inout JSONWriter) {
        let rules = AccessibilityRules(
            manifest.metadata, layout: manifest.layout, dialect: dialect, hazards: hazards)
        json.beginObject()
        json.member("dialect", dialect.rawValue)
        json.member("hazards", hazards.rawValue)
        json.member("language", words.language)
        json.key("groups")
        json.array(dialect.groups) { write($0, rules, to: &$1) }
        json.endObject()
    }

    private func write(_ group: AccessibilityGroup, _ rules: AccessibilityRules, to json: inout JSONWriter) {
        let found = rules.statements(group)
        let isWithout = found.isEmpty
        let shown = isWithout ? group.withoutMetadata.map { [DisplayedStatement(id: $0)] } ?? [] : found
        json.beginObject()
        json.member("id", group.rawValue)
        json.member("title", words.title(group))
        json.member("shouldDisplay", !isWithout || group.isAlwaysDisplayed)
        json.key("statements")
        json.array(shown) { write($0, to: &$1) }
        let details = group == .conformance ? rules.conformanceDetails : []
        if !details.isEmpty {
            json.key("details")
            json.beginObject()
            json.member("title", words.detailsTitle)
            json.key("statements")
            json.array(details) { write($0, to: &$1) }
            json.endObject()
        }
        json.endObject()
    }

    private func write(_ statement: DisplayedStatement, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", statement.id.rawValue)
        json.member("compact", words.text(statement, \.compact))
        json.member("descriptive", words.text(statement, \.descriptive))
        json.member("language", ifPresent: statement.language)
        json.member("url", ifPresent: statement.url)
        let parts = statement.parts
        if !parts.isEmpty {
            json.key("parts")
            json.array(parts) { write($0, to: &$1) }
        }
        json.endObject()
    }
}

extension DisplayedStatement {
    /// The statements that are inserted into this one.
    fileprivate var parts: [DisplayedStatement] {
        values.compactMap {
            if case .statement(let id) = $0.value { return DisplayedStatement(id: id) }
            return nil
        }
    }
}
