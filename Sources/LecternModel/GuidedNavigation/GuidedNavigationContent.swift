// SPDX-License-Identifier: BSD-3-Clause

/// What a guided navigation object points to, one reference for each medium.  Fragments say which part of it.
package struct GuidedNavigationRefs: Sendable, Equatable {
    package var text: String?
    package var image: String?
    package var audio: String?
    package var video: String?

    package init(text: String? = nil, image: String? = nil, audio: String? = nil, video: String? = nil) {
        self.text = text
        self.image = image
        self.audio = audio
        self.video = video
    }

    package init(_ object: JSONObject, base: HrefBase = HrefBase(href: "")) {
        func reference(_ name: String) -> String? {
            guard let text = object[name]?.string, !text.isEmpty else { return nil }
            return base.resolve(text)
        }
        self.init(
            text: reference("textref"), image: reference("imgref"), audio: reference("audioref"),
            video: reference("videoref"))
    }

    package var isEmpty: Bool { text == nil && image == nil && audio == nil && video == nil }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("textref", ifPresent: text)
        json.member("imgref", ifPresent: image)
        json.member("audioref", ifPresent: audio)
        json.member("videoref", ifPresent: video)
    }
}

/// A text to be shown or spoken.
package struct GuidedNavigationText: Sendable, Equatable {
    package let plain: String?
    /// Speech Synthesis Markup Language.
    package let ssml: String?
    /// BCP 47.
    package let language: String?
    package let other: JSONObject

    /// nil when there is nothing to say.
    package init?(
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

    /// From a plain string or from an object.
    package init?(_ json: JSON) {
        if let plain = json.string {
            self.init(plain: plain)
        } else {
            guard let object = json.object else { return nil }
            self.init(
                plain: object["plain"]?.string, ssml: object["ssml"]?.string, language: object["language"]?.string,
                other: object.without(["plain", "ssml", "language"]))
        }
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("plain", ifPresent: plain)
        json.member("ssml", ifPresent: ssml)
        json.member("language", ifPresent: language)
        json.members(of: other)
        json.endObject()
    }
}

/// A description for readers who cannot see or hear the object.
package struct GuidedNavigationDescription: Sendable, Equatable {
    package let refs: GuidedNavigationRefs
    package let text: GuidedNavigationText?
    package let other: JSONObject

    /// nil when it says nothing.
    package init?(
        refs: GuidedNavigationRefs = GuidedNavigationRefs(), text: GuidedNavigationText? = nil,
        other: JSONObject = JSONObject()
    ) {
        guard !refs.isEmpty || text != nil else { return nil }
        self.refs = refs
        self.text = text
        self.other = other
    }

    /// From an object, or from its text alone.
    package init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else {
            self.init(text: GuidedNavigationText(json))
            return
        }
        self.init(
            refs: GuidedNavigationRefs(object, base: base), text: object["text"].flatMap(GuidedNavigationText.init),
            other: object.without(["textref", "imgref", "audioref", "videoref", "text"]))
    }

    package func write(to json: inout JSONWriter) {
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
