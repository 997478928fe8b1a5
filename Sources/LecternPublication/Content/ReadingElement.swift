// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A piece of a publication in reading order: a heading, a paragraph, an image (schema `content`).
public struct ReadingElement: Sendable, Equatable {
    public enum Role: String, Sendable, CaseIterable {
        case paragraph, heading, listItem, term, definition, quote, footnote, code, caption, tableHeader, tableCell
        case math, image, audio, video, pageBreak
    }

    /// What a part of a text is, beyond text.
    public enum Mark: String, Sendable, CaseIterable {
        case noteref, backlink, ruby, image, math
    }

    /// A run of text that is of one kind and in one language.
    public struct Segment: Sendable, Equatable {
        public var text: String
        public var mark: Mark?
        public var language: String?
        /// Where a note or an image is.
        public var href: String?
        /// How the text of a ruby annotation is read.
        public var reading: String?
    }

    /// A sentence, a word or a line of a text.
    public struct Token: Sendable, Equatable {
        public var text: String
        /// As of the element.
        public var segments: [Segment]
        public var locator: Locator
    }

    public var role: Role
    /// Of a heading, from 1.
    public var level: Int?
    /// What is to be read: as it is rendered, and with the alternative texts of images in it.  nil where there is none.
    public var text: String?
    public var language: String?
    public var segments: [Segment] = []
    public var tokens: [Token]?
    /// The file of an image or a recording, with the same in other formats.
    public var link: Link?
    public var alt: String?
    public var caption: String?
    /// Whether it stands in the running text of a neighbour.
    public var isInline = false
    public var locator: Locator

    public init(_ role: Role, locator: Locator) {
        self.role = role
        self.locator = locator
    }
}

extension ReadingElement {
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("role", role.rawValue)
        json.member("level", ifPresent: level)
        json.member("text", ifPresent: text)
        json.member("href", ifPresent: link?.href)
        json.member("type", ifPresent: link?.type)
        json.member("title", ifPresent: link?.title)
        json.member("duration", ifPresent: link?.duration)
        json.member("alt", ifPresent: alt)
        json.member("caption", ifPresent: caption)
        json.member("language", ifPresent: language)
        if isInline { json.member("inline", true) }
        json.member("alternate", ifNotEmpty: link?.alternates ?? [])
        json.member("segments", segmentsOf: segments, in: language)
        if let tokens {
            json.key("tokens")
            json.beginArray()
            for token in tokens {
                json.beginObject()
                json.member("text", token.text)
                json.member("segments", segmentsOf: token.segments, in: language)
                json.key("locator")
                token.locator.write(to: &json)
                json.endObject()
            }
            json.endArray()
        }
        json.key("locator")
        locator.write(to: &json)
        json.endObject()
    }
}

extension JSONWriter {
    /// Nothing for a text that is plain.
    fileprivate mutating func member(
        _ name: StaticString, segmentsOf segments: [ReadingElement.Segment], in language: String?
    ) {
        if segments.allSatisfy({ $0.mark == nil && $0.language == language }) { return }
        key(name)
        beginArray()
        for segment in segments {
            beginObject()
            member("text", segment.text)
            member("role", ifPresent: segment.mark?.rawValue)
            member("language", ifPresent: segment.language == language ? nil : segment.language)
            member("href", ifPresent: segment.href)
            member("reading", ifPresent: segment.reading)
            endObject()
        }
        endArray()
    }
}
