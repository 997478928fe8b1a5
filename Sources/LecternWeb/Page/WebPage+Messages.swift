// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Messages from the page.  They can contain text of the publication, so they are not trusted.
extension WebPage {
    /// The maximum size of a message in bytes.
    private static let maxMessage = 1 << 20

    /// Throws if a message is too large.
    public static func checkMessage(size: Int) throws(Failure) {
        guard size <= maxMessage else { throw Failure(.limit, "The message has more than \(maxMessage) bytes.") }
    }

    /// Handles a message (schema `web-message`).  If it throws, nothing has changed.
    public func receive(_ message: JSONReader) throws(Failure) {
        let member = try message.member("type")
        let type = try member.string()
        guard let shape = MessageShapes.all[type], let handler = WebPage.handlers[type] else {
            throw member.failure("There is no message type \"\(type)\".")
        }
        let message = try authenticated(message)
        try shape.check(message, besides: ["type"])
        try handler(self, message)
    }

    /// The message without its token.
    ///
    /// Some web views expose the channel to the host to every frame.  If scripts of the publication run, messages must
    /// carry the token of the page.
    private func authenticated(_ message: JSONReader) throws(Failure) -> JSONReader {
        let said = try message.optionalMember("token").map { said throws(Failure) in try said.string() }
        guard said?.isExactly(token) ?? !navigator.pageOptions.allowsScripts else {
            throw Failure(.protected, "The token does not match that of the page.")
        }
        return said == nil ? message : try message.without(["token"])
    }

    private typealias Handler = @Sendable (WebPage, JSONReader) throws(Failure) -> Void

    private static let handlers: [String: Handler] = [
        "ready": { page, _ in page.navigator.openPage() },
        "viewport": { page, message throws(Failure) in
            try page.navigator.setViewport(message.without(["type"]))
        },
        "location": { page, message throws(Failure) in
            page.noteLocation(page.book.completed(try page.locator(message.member("locator"))))
        },
        "selection": { page, message throws(Failure) in
            let locator = try message.optionalMember("locator").map(page.locator).map(page.book.completed)
            page.pass(message, to: "selection", completing: locator)
        },
        "decoration": { page, message throws(Failure) in
            try page.navigator.interact(
                group: message.member("group").string(), id: message.member("id").string(),
                report: message.without(["type", "group", "id"]))
        },
        "link": { page, message throws(Failure) in
            try WebPage.checkExternal(message.member("href"))
            page.pass(message, to: "link")
        },
        "media": { page, message throws(Failure) in
            let locator = try message.optionalMember("locator").map(page.locator).map(page.book.completed)
            try page.checkListed(message.optionalMember("href"))
            page.pass(message, to: "media", completing: locator)
        },
        "cue": { page, message throws(Failure) in
            try page.navigator.reportCue(
                group: message.member("group").string(), id: message.member("id").string(),
                message.object().without(["type", "group", "id"]))
        },
        "preference": { page, message throws(Failure) in
            try page.navigator.prefer(message.member("key").string(), message.member("value").value)
        },
        "tap": { page, message in page.pass(message, to: "tap") },
        "key": { page, message in page.pass(message, to: "key") },
        "copy": { page, message throws(Failure) in try page.count(copied: message.member("text")) },
        "speak": { page, message in page.pass(message, to: "media") },
        "error": { page, message in page.pass(message, to: "error") },
    ]

    /// Forwards a message to the listeners of a topic, unchanged.
    private func pass(_ message: JSONReader, to topic: String, completing locator: Locator? = nil) {
        navigator.report(topic) {
            var json = JSONWriter()
            json.beginObject()
            for member in message.value.object?.members ?? [] {
                json.key(named: member.key)
                if let locator, member.key == "locator" { locator.write(to: &json) } else { json.value(member.value) }
            }
            json.endObject()
            return json.finish()
        }
    }

    // MARK: Places

    /// Validates a locator: it must refer to this publication.  Adds its media type and removes invalid values.
    private func locator(_ json: JSONReader) throws(Failure) -> Locator {
        let link = try listed(json.member("href"))
        guard try json.optionalMember("type") == nil else { return try Locator(json).normalized }
        var object = try json.object()
        object["type"] = .string(link.type ?? MediaType.guess(path: link.href) ?? MediaType.octetStream)
        return try Locator(JSONReader(.object(object), source: json.path.first ?? "message")).normalized
    }

    private func checkListed(_ href: JSONReader?) throws(Failure) {
        if let href { _ = try listed(href) }
    }

    private func listed(_ href: JSONReader) throws(Failure) -> Link {
        let text = try href.string()
        guard let link = book.manifest.link(withHREF: Href.normalized(text)) else {
            throw Failure(.notFound, "The publication has no resource \"\(text)\".", path: href.path)
        }
        return link
    }

    private func noteLocation(_ location: Locator) {
        jump.withLock { jump in
            guard let section = jump?.section else { return }
            let isThere = jump?.arrived.map { $0 == location } ?? true
            jump = isThere ? Jump(section: section, arrived: location) : nil
        }
        navigator.setLocation(location, isReported: true)
    }

    private static func checkExternal(_ href: JSONReader) throws(Failure) {
        let text = try href.string()
        let scheme = text.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(text[..<$0]).asciiLowercased }
        guard let scheme, BookReferences.linkSchemes.contains(scheme), Href.isAbsolute(text) else {
            throw href.failure("An external link must be an absolute URL with a scheme such as https.")
        }
    }
}

extension JSONReader {
    /// The object without these members.
    func without(_ names: [String]) throws(Failure) -> JSONReader {
        JSONReader(.object(try object().without(names)), source: path.first ?? "message")
    }
}
