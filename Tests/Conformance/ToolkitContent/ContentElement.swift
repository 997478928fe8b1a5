// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A piece of a publication as it is read aloud or looked through: a paragraph, an image, a recording, as the toolkits
/// have it (Readium, Content).
package struct ContentElement: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case text(role: Role, segments: [Segment])
        case image(Link, caption: String?)
        case audio(Link)
        case video(Link)
    }

    /// What a text is for.
    package enum Role: Sendable, Equatable {
        case body
        case heading(level: Int)
        case footnote
        case quote(reference: String?)
    }

    /// A run of text with the same attributes.
    package struct Segment: Sendable, Equatable {
        package var locator: Locator
        package var text: String
        package var attributes: [Attribute]

        package init(locator: Locator, text: String, attributes: [Attribute] = []) {
            self.locator = locator
            self.text = text
            self.attributes = attributes
        }
    }

    /// Something known about a content: its language, or what it shows.
    package struct Attribute: Sendable, Equatable {
        package var key: String
        package var value: JSON

        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        package static func language(_ value: String) -> Attribute { Attribute(key: "language", value: .string(value)) }

        package static func accessibilityLabel(_ value: String) -> Attribute {
            Attribute(key: "accessibilityLabel", value: .string(value))
        }
    }

    package var locator: Locator
    package var kind: Kind
    package var attributes: [Attribute]

    package init(locator: Locator, _ kind: Kind, attributes: [Attribute] = []) {
        self.locator = locator
        self.kind = kind
        self.attributes = attributes
    }

    /// What there is to read: the text, the caption or else the label; nil when there is nothing.
    package var text: String? {
        var text: String
        switch kind {
        case .text(_, let segments): text = segments.map(\.text).joined()
        case .image(_, let caption?): text = caption
        case .image, .audio, .video: text = attributes.label ?? ""
        }
        text = text.trimmed
        return text.isEmpty ? nil : text
    }

    package var language: String? { attributes.language }

    package var embeddedLink: Link? {
        switch kind {
        case .text: nil
        case .image(let link, _), .audio(let link), .video(let link): link
        }
    }
}

extension [ContentElement.Attribute] {
    package var language: String? { first { $0.key == "language" }?.value.string }
    package var label: String? { first { $0.key == "accessibilityLabel" }?.value.string }
}
