// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension ContentElement {
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("element", name)
        json.key("locator")
        locator.write(to: &json)
        switch kind {
        case .text(let role, let segments):
            json.member("role", role.name)
            if case .heading(let level) = role { json.member("level", level) }
            if case .quote(let reference) = role { json.member("reference", ifPresent: reference) }
            json.key("segments")
            json.array(segments) { $0.write(to: &$1) }
        case .image(let link, let caption):
            json.key("embeddedLink")
            link.write(to: &json)
            json.member("caption", ifPresent: caption)
        case .audio(let link), .video(let link):
            json.key("embeddedLink")
            link.write(to: &json)
        }
        json.member("attributes", ifNotEmpty: attributes)
        json.endObject()
    }

    private var name: String {
        switch kind {
        case .text: "text"
        case .image: "image"
        case .audio: "audio"
        case .video: "video"
        }
    }

    package init(_ json: JSONReader) throws(Failure) {
        locator = try Locator(json.member("locator"))
        attributes = try Attribute.list(json.optionalMember("attributes"))
        let element = try json.member("element")
        switch try element.string() {
        case "text":
            var segments: [Segment] = []
            for segment in try json.member("segments").elements() { segments.append(try Segment(segment)) }
            kind = .text(role: try Role(json), segments: segments)
        case "image":
            let caption = try json.optionalMember("caption")
            kind = .image(try Link(embedded: json), caption: caption?.value.string)
        case "audio": kind = .audio(try Link(embedded: json))
        case "video": kind = .video(try Link(embedded: json))
        case let name: throw element.failure("\"\(name.prefix(200))\" is not a kind of content.")
        }
    }
}

extension Link {
    /// The resource, and the same in other formats.
    fileprivate init(embedded json: JSONReader) throws(Failure) {
        let member = try json.member("embeddedLink")
        self = try Link(plain: member)
        for alternate in try member.optionalMember("alternate")?.elements() ?? [] {
            alternates.append(try Link(plain: alternate))
        }
    }

    private init(plain json: JSONReader) throws(Failure) {
        let type = try json.optionalMember("type")
        let title = try json.optionalMember("title")
        self.init(
            href: Href.normalized(try json.member("href").string()), type: type?.value.string,
            title: title?.value.string)
    }
}

extension ContentElement.Role {
    fileprivate var name: String {
        switch self {
        case .body: "body"
        case .heading: "heading"
        case .footnote: "footnote"
        case .quote: "quote"
        }
    }

    fileprivate init(_ json: JSONReader) throws(Failure) {
        let role = try json.member("role")
        switch try role.string() {
        case "body": self = .body
        case "heading":
            self = .heading(level: Int(clamping: try json.member("level").unsignedInteger(in: 1...6)))
        case "footnote": self = .footnote
        case "quote":
            let reference = try json.optionalMember("reference")
            self = .quote(reference: reference?.value.string)
        case let name: throw role.failure("\"\(name.prefix(200))\" is not a role of text.")
        }
    }
}

extension ContentElement.Segment {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("locator")
        locator.write(to: &json)
        json.member("text", text)
        json.member("attributes", ifNotEmpty: attributes)
        json.endObject()
    }

    fileprivate init(_ json: JSONReader) throws(Failure) {
        locator = try Locator(json.member("locator"))
        text = try json.member("text").string()
        attributes = try ContentElement.Attribute.list(json.optionalMember("attributes"))
    }
}

extension ContentElement.Attribute {
    fileprivate static func list(_ json: JSONReader?) throws(Failure) -> [ContentElement.Attribute] {
        var list: [ContentElement.Attribute] = []
        for entry in try json?.elements() ?? [] {
            let key = try entry.member("key").string()
            list.append(ContentElement.Attribute(key: key, value: try entry.member("value").value))
        }
        return list
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, ifNotEmpty attributes: [ContentElement.Attribute]) {
        guard !attributes.isEmpty else { return }
        key(name)
        beginArray()
        for attribute in attributes {
            beginObject()
            member("key", attribute.key)
            member("value", attribute.value)
            endObject()
        }
        endArray()
    }
}
