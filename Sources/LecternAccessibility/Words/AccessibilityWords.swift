// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The wording of the display in one language.
struct AccessibilityWords: Sendable {
    /// A statement in compact and in descriptive form.
    struct Wording: Sendable, ExpressibleByStringLiteral {
        let compact: LabelTemplate
        let descriptive: LabelTemplate

        init(_ compact: String, _ descriptive: String) {
            self.compact = LabelTemplate(compact)
            self.descriptive = LabelTemplate(descriptive)
        }

        /// Uses one text for both forms.
        init(stringLiteral text: String) { self.init(text, text) }
    }

    let language: String
    let titles: [AccessibilityGroup: String]
    /// The title of the conformance details.
    let detailsTitle: String
    let statements: [AccessibilityStatement: Wording]
    /// A template with {day}, {month} and {year}.
    let date: LabelTemplate
    /// From January to December.
    let months: [String]

    static let all = [english, german, french, spanish, arabic, japanese]

    /// Returns the wording by primary language (fr-CA is French), or English if there is none.
    static func shipped(for language: String) -> AccessibilityWords {
        let base = LanguageTag(language).base
        return all.first { $0.language == base } ?? english
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
        statements[id]?[keyPath: form] ?? ""
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
