// SPDX-License-Identifier: BSD-3-Clause
import LecternAssets
import LecternModel

/// The wording of the display in one language.
struct AccessibilityWords: Sendable {
    /// A statement in compact and in descriptive form.
    struct Wording: Sendable {
        let compact: LabelTemplate
        let descriptive: LabelTemplate
    }

    let language: String
    private let titles: JSONObject
    /// The title of the conformance details.
    let detailsTitle: String
    private let statements: JSONObject
    /// A template with {day}, {month} and {year}.
    private let date: LabelTemplate
    /// From January to December.
    private let months: [String]

    /// Reads the wording by primary language (fr-CA is French), or in English if there is none.
    init(language: String) {
        let base = LanguageTag(language).base
        let found = EmbeddedFile.texts("accessibility", language: base)
        self.language = found == nil ? "en" : base
        let texts = (found ?? EmbeddedFile.texts("accessibility", language: "en"))?.value.object ?? JSONObject()
        titles = texts["titles"]?.object ?? JSONObject()
        detailsTitle = texts["details"]?.string ?? ""
        statements = texts["statements"]?.object ?? JSONObject()
        date = LabelTemplate(texts["date"]?.string ?? "")
        months = texts["months"]?.array?.compactMap(\.string) ?? []
    }

    func title(_ group: AccessibilityGroup) -> String { titles[group.rawValue]?.string ?? "" }

    /// Returns both forms of a statement; a single text serves for both.
    private func wording(_ id: AccessibilityStatement) -> Wording {
        let text = statements[id.rawValue]
        let forms = text?.array?.compactMap(\.string) ?? []
        let (compact, descriptive) = (forms.first ?? text?.string ?? "", forms.last ?? text?.string ?? "")
        return Wording(compact: LabelTemplate(compact), descriptive: LabelTemplate(descriptive))
    }

    func text(_ statement: DisplayedStatement, _ form: KeyPath<Wording, LabelTemplate> & Sendable) -> String {
        if let text = statement.text { return text }
        return template(statement.id, form).text { place in
            switch statement.values.first(where: { $0.place == place })?.value {
            case .text(let text): text
            case .day(let text): day(text)
            case .statement(let id): template(id, form).text()
            case nil: nil
            }
        }
    }

    private func template(
        _ id: AccessibilityStatement, _ form: KeyPath<Wording, LabelTemplate> & Sendable
    ) -> LabelTemplate {
        wording(id)[keyPath: form]
    }

    /// Formats an ISO 8601 date, with or without hyphens, for the language.  Other text is returned unchanged.
    private func day(_ text: String) -> String {
        let text = text.trimmed
        let isShort = text.utf8.count == 8 && text.utf8.allSatisfy(ASCII.isDigit)
        let long = isShort ? "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))" : text
        guard long.utf8.count >= 10, DateText.epochMilliseconds(long) != nil else { return text }
        let parts = long.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return text }
        return date.text(["day": "\(parts[2])", "month": months[parts[1] - 1], "year": "\(parts[0])"])
    }
}
