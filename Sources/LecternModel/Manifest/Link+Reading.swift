// SPDX-License-Identifier: BSD-3-Clause

extension Link {
    /// Returns nil, with a warning, if there is no href.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return nil }
        guard let href = object["href"]?.string else {
            reader.warn(.moderate, "The link has no href; it is ignored.")
            return nil
        }
        let isTemplated = object["templated"]?.bool ?? false
        self.init(href: reader.href(href, isTemplated: isTemplated))
        var more = More()
        more.isTemplated = isTemplated
        for member in object.members {
            reader.enter(member.key)
            read(member, &more, &reader)
            reader.leave()
        }
        self.more = more
    }

    private mutating func read(_ member: JSONObject.Member, _ more: inout More, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "href": break
        case "templated": _ = reader.bool(json)
        case "type": type = reader.mediaType(json)
        case "title": title = reader.string(json)
        case "rel": rels = reader.strings(json).filter { !$0.isEmpty }
        case "properties": properties = reader.properties(json)
        case "height": more.height = reader.positiveInteger(json)
        case "width": more.width = reader.positiveInteger(json)
        case "size": more.size = reader.positiveInteger(json)
        case "bitrate": more.bitrate = reader.positiveNumber(json)
        case "duration": duration = reader.positiveNumber(json)
        case "language": more.languages = reader.languages(json)
        case "alternate": alternates = reader.links(json)
        case "children": children = reader.links(json)
        default: more.other.append(member)
        }
    }
}

extension ManifestReader {
    /// Reads an array of links; elements that are not links are left out.
    public mutating func links(_ json: JSON) -> [Link] {
        nested { reader in reader.list(json) { reader, json in Link(json, &reader) } } ?? []
    }

    /// Reads the links of the reading order or the resources, which must have a media type.
    mutating func typedLinks(_ json: JSON) -> [Link] {
        nested { reader in reader.list(json) { reader, json in reader.typedLink(json) } } ?? []
    }

    private mutating func typedLink(_ json: JSON) -> Link? {
        guard var link = Link(json, &self) else { return nil }
        if link.type != nil { return link }
        guard rules.guessesTypes else {
            warn(.moderate, "The link has no media type; it is ignored.")
            return nil
        }
        link.type = MediaType.guess(path: String(Href.path(link.href))) ?? MediaType.octetStream
        warn(.minor, "The link has no media type; \(link.type ?? "") is assumed.")
        return link
    }

    /// Reads a media type and returns it unchanged.
    mutating func mediaType(_ json: JSON) -> String? {
        guard let text = string(json) else { return nil }
        if MediaType.essence(text) != nil { return text }
        warn(.minor, "\"\(text)\" is not a media type; it is ignored.")
        return nil
    }

    /// Reads a reference that is a URL, or becomes one if a few characters are encoded; any other text is treated as
    /// a file name.  A template is not a URL until it is expanded.
    mutating func href(_ text: String, isTemplated: Bool) -> String {
        if isTemplated {
            do throws(Failure) { _ = try URITemplate(text) } catch { warn(.minor, error.message) }
            return text
        }
        if text.isEmpty {
            warn(.minor, "The href is empty.")
            return "#"
        }
        var href = text
        if !Href.isURL(text) {
            if let colon = Href.colonOfScheme(text), text.utf8.dropFirst(colon + 1).starts(with: "//".utf8),
                let url = URLReference(lenient: text)
            {
                warn(.minor, "\"\(text)\" is not a valid URL; invalid characters are encoded.")
                href = url.string
            } else {
                warn(.minor, "\"\(text)\" is not a URL; it is treated as a file name.")
                href = PercentEncoding.encodedPath(text)
            }
        }
        return rules.isPackaged ? Href.normalized(href) : href
    }
}
