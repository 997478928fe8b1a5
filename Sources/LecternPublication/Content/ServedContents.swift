// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

/// The elements of a resource, from the content service of the server of a remote publication.
struct ServedContents: ReadingContents {
    let elements: [ReadingElement]

    var count: Int { elements.count }

    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement {
        var element = elements[index]
        guard let tokens, let text = element.text else { return element }
        element.split(Array(text), at: 0..<text.count, tokens)
        return element
    }

    func index(of locator: Locator, _ work: Work) throws(Failure) -> Int? {
        if let quote = QuotedPlace(locator.text, work) {
            let found = elements.firstIndex { element in
                element.text?.withUnsafeBufferPointer { quote.match(in: $0, 0..<$0.count, allowsErrors: false) } != nil
            }
            if let found { return found }
        }
        let selector = locator.locations.cssSelector
        return selector == nil ? nil : elements.firstIndex { $0.locator.locations.cssSelector == selector }
    }

    func progression(of index: Int) -> Double {
        elements[index].locator.locations.progression ?? Double(index) / Double(count)
    }

    func index(at progression: Double) -> Int {
        elements.indices.last { self.progression(of: $0) <= progression } ?? 0
    }
}

extension ServedContents {
    static let mediaType = "application/vnd.readium.content+json"

    /// The elements of all resources by href.
    struct All: Sendable {
        var byHref: [String: [ReadingElement]] = [:]

        init() {}

        /// Reads an array of elements, as the Go toolkit writes it.  Elements that cannot be used are left out.
        init(_ json: JSONReader) throws(Failure) {
            for element in try json.elements() {
                guard let element = try? ReadingElement(served: element) else { continue }
                byHref[Href.withoutFragment(element.locator.href), default: []].append(element)
            }
        }
    }
}

extension ReadingElement {
    fileprivate init(served json: JSONReader) throws(Failure) {
        let kind = try json.member("@type").string()
        let name = try json.optionalMember("role")?.string() ?? ""
        let locator = try Locator(json.member("locator")).normalized
        let level = name.hasPrefix("heading-") ? Int(name.dropFirst("heading-".count)) : nil
        switch kind {
        case "Text": self.init(level == nil ? Role(rawValue: name) ?? .paragraph : .heading, locator: locator)
        case "Image": self.init(.image, locator: locator)
        // The toolkit calls recordings videos, too.
        case "Audio", "Video": self.init(.video, locator: locator)
        default: throw json.failure("\"\(kind)\" is not a kind of element.")
        }
        self.level = level.flatMap { (1...255).contains($0) ? $0 : nil }
        language = try json.optionalMember("language")?.string()
        guard let linked = try json.optionalMember("link") else {
            for segment in try json.member("text").elements() {
                let text = Array(try segment.member("text").string().utf8)[...]
                let own = try segment.optionalMember("language")?.string() ?? language
                segments.append(Segment(text: text, language: own))
            }
            text = Array(segments.map(\.text).joined())[...]
            return
        }
        let type = try linked.optionalMember("type")?.string()
        link = Link(href: Href.normalized(try linked.member("href").string()), type: type)
        if type?.hasPrefix("audio/") == true { role = .audio }
        alt = try json.optionalMember("text")?.string()
    }
}

extension Publication {
    /// The content that the server of a remote publication offers; nil for a resource that it leaves out.
    func servedContents(of link: Link) throws(Failure) -> ServedContents? {
        let all = try values.value { () throws(Failure) in try allServedContents() }
        return all.byHref[Href.normalized(link.href)].map(ServedContents.init)
    }

    private func allServedContents() throws(Failure) -> ServedContents.All {
        let link = parsed.manifest.links.first { $0.type == ServedContents.mediaType && !$0.isTemplated }
        guard let link, let resource = try served(link) else { return ServedContents.All() }
        do throws(Failure) {
            try ReadiumFormat.checkSize(resource.size, path: link.href)
            let text = try resource.read(offset: 0, length: .max)
            return try ServedContents.All(ReadiumFormat.json(text, path: link.href, opening.limits))
        } catch {
            if error.isOfSource { throw error }
            log([Warning(.moderate, error.message, path: error.path).within(name)])
            return ServedContents.All()
        }
    }

    /// A document of the server of a remote publication; nil if the host does not serve it.
    func served(_ link: Link) throws(Failure) -> Resource? {
        guard let fetch = contents.fetch else { return nil }
        return try within(name) { () throws(Failure) in
            try within(link.href) { () throws(Failure) in try fetch(link.href) }
        }?.answering(for: name, link)
    }
}
