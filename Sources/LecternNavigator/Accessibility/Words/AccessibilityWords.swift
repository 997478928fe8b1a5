// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The words of the display in one language.
struct AccessibilityWords: Sendable {
    /// A statement in few words, and as a sentence.
    struct Wording: Sendable, ExpressibleByStringLiteral {
        let compact: LabelTemplate
        let descriptive: LabelTemplate

        init(_ compact: String, _ descriptive: String) {
            self.compact = LabelTemplate(compact)
            self.descriptive = LabelTemplate(descriptive)
        }

        /// The same for both.
        init(stringLiteral text: String) { self.init(text, text) }
    }

    let language: String
    let titles: [AccessibilityGroup: String]
    /// Of the details of the conformance.
    let detailsTitle: String
    let statements: [AccessibilityStatement: Wording]
    /// With {day}, {month} and {year}.
    let date: LabelTemplate
    /// From January.
    let months: [String]

    static let all = [english, german, french, spanish, arabic, japanese]

    /// By base language: fr-CA is French.  English for a language without words.
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

    /// A day of ISO 8601, with or without hyphens, as the language writes it.  Other text stays as it is.
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
