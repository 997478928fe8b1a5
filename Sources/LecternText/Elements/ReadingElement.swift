// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An element of a publication in reading order: a heading, a paragraph, an image (schema `content`).
public struct ReadingElement: Sendable, Equatable {
    public enum Role: String, Sendable, CaseIterable {
        case paragraph, heading, listItem, term, definition, quote, footnote, code, caption, tableHeader, tableCell
        case math, image, audio, video, pageBreak
    }

    /// UTF-8 of the document, which may be long and is not copied.
    public typealias Text = ArraySlice<UInt8>

    /// The special role of a part of a text.
    enum Mark: String, Sendable, CaseIterable {
        case noteref, backlink, ruby, image, math, phoneme

        var isOfNote: Bool { self == .noteref || self == .backlink }
    }

    /// A run of text with the same mark and language.
    public struct Segment: Sendable, Equatable {
        public var text: Text
        var mark: Mark?
        var language: String?
        /// The target of a note reference, or the URL of an image.
        var href: String?
        /// The reading of a ruby annotation.
        var reading: String?
        /// How the text is pronounced (SSML attributes of EPUB 3), and in which alphabet that is written.
        var phonemes: String?
        var alphabet: String?

        public init(text: Text, language: String?) {
            self.text = text
            self.language = language
        }
    }

    /// A sentence, a word or a line of a text.
    public struct Token: Sendable, Equatable {
        var text: Text
        /// Like the segments of an element.
        var segments: [Segment]
        public var locator: Locator

        public init(text: Text, segments: [Segment], locator: Locator) {
            self.text = text
            self.segments = segments
            self.locator = locator
        }
    }

    public var role: Role
    /// The level of a heading, counted from 1.
    public var level: Int?
    /// The text to read: as rendered, with the alternative texts of its images; nil if there is none.
    public var text: Text?
    public var language: String?
    public var segments: [Segment] = []
    public var tokens: [Token]?
    /// The file of an image or a recording, with other formats as alternates.
    public var link: Link?
    public var alt: String?
    public var caption: String?
    /// Whether it is part of the running text of a neighbour.
    var isInline = false
    public var locator: Locator

    public init(_ role: Role, locator: Locator) {
        self.role = role
        self.locator = locator
    }
}

extension ReadingElement {
    public func write(to json: inout JSONWriter) {
        json.reserve(tokenSize + (text?.count ?? 0) + (locator.text.highlight?.utf8.count ?? 0))
        json.beginObject()
        json.member("role", role.rawValue)
        json.member("level", ifPresent: level)
        if let text { json.member("text", text) }
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
    fileprivate mutating func member(_ name: StaticString, _ text: ReadingElement.Text) {
        text.withUnsafeBufferPointer { member(name, $0) }
    }

    /// Plain text has no segments.
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
            member("phonemes", ifPresent: segment.phonemes)
            member("alphabet", ifPresent: segment.alphabet)
            endObject()
        }
        endArray()
    }
}

extension ReadingElement {
    /// The maximum size of the tokens in a page, in bytes.  A text may have any number of words, and each token repeats
    /// the title and the href.  Elements whose tokens do not fit have none.
    public static let tokenRoom = 64 << 20

    /// The approximate size of a token without its text.
    public var tokenSize: Int {
        512 + locator.href.utf8.count + (locator.title?.utf8.count ?? 0)
            + (locator.locations.cssSelector?.utf8.count ?? 0)
    }
}
