// SPDX-License-Identifier: BSD-3-Clause

/// The references of a guided navigation object, one for each medium.  Fragments select a part of the resource.
public struct GuidedNavigationRefs: Sendable, Equatable {
    public var text: String?
    public var image: String?
    public var audio: String?
    public var video: String?

    public init(text: String? = nil, image: String? = nil, audio: String? = nil, video: String? = nil) {
        self.text = text
        self.image = image
        self.audio = audio
        self.video = video
    }

    public init(_ object: JSONObject, base: HrefBase = HrefBase(href: "")) {
        func reference(_ name: String) -> String? {
            guard let text = object[name]?.string, !text.isEmpty else { return nil }
            return base.resolve(text)
        }
        self.init(
            text: reference("textref"), image: reference("imgref"), audio: reference("audioref"),
            video: reference("videoref"))
    }

    public var isEmpty: Bool { text == nil && image == nil && audio == nil && video == nil }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("textref", ifPresent: text)
        json.member("imgref", ifPresent: image)
        json.member("audioref", ifPresent: audio)
        json.member("videoref", ifPresent: video)
    }
}

/// Text to be displayed or spoken.
public struct GuidedNavigationText: Sendable, Equatable {
    public let plain: String?
    /// Speech Synthesis Markup Language.
    public let ssml: String?
    /// BCP 47.
    public let language: String?
    public let other: JSONObject

    /// Returns nil if there is no text.
    public init?(
        plain: String? = nil, ssml: String? = nil, language: String? = nil, other: JSONObject = JSONObject()
    ) {
        let plain = plain == "" ? nil : plain
        let ssml = ssml == "" ? nil : ssml
        guard plain != nil || ssml != nil else { return nil }
        self.plain = plain
        self.ssml = ssml
        self.language = language
        self.other = other
    }

    /// Reads a string or an object.
    public init?(_ json: JSON) {
        if let plain = json.string {
            self.init(plain: plain)
        } else {
            guard let object = json.object else { return nil }
            self.init(
                plain: object["plain"]?.string, ssml: object["ssml"]?.string, language: object["language"]?.string,
                other: object.without(["plain", "ssml", "language"]))
        }
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("plain", ifPresent: plain)
        json.member("ssml", ifPresent: ssml)
        json.member("language", ifPresent: language)
        json.members(of: other)
        json.endObject()
    }
}

/// A description for readers who cannot see or hear the object.
public struct GuidedNavigationDescription: Sendable, Equatable {
    public let refs: GuidedNavigationRefs
    public let text: GuidedNavigationText?
    public let other: JSONObject

    /// Returns nil if there is neither a reference nor a text.
    public init?(
        refs: GuidedNavigationRefs = GuidedNavigationRefs(), text: GuidedNavigationText? = nil,
        other: JSONObject = JSONObject()
    ) {
        guard !refs.isEmpty || text != nil else { return nil }
        self.refs = refs
        self.text = text
        self.other = other
    }

    /// Reads an object, or a text on its own.
    public init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else {
            self.init(text: GuidedNavigationText(json))
            return
        }
        self.init(
            refs: GuidedNavigationRefs(object, base: base), text: object["text"].flatMap(GuidedNavigationText.init),
            other: object.without(["textref", "imgref", "audioref", "videoref", "text"]))
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        refs.writeMembers(to: &json)
        json.member("text", text)
        json.members(of: other)
        json.endObject()
    }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ text: GuidedNavigationText?) {
        guard let text else { return }
        key(name)
        text.write(to: &self)
    }
}
