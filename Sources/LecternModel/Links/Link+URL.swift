// SPDX-License-Identifier: BSD-3-Clause

/// Helpers of the Readium toolkits for the target of a link.
extension Link {
    /// The names that a template needs values for; none if the href is no template.
    public var templateParameters: [String] {
        get throws(Failure) { isTemplated ? try template.parameters : [] }
    }

    /// The link that the template makes with these values (schema `link-parameters`); itself if it is none.
    public func expandTemplate(_ parameters: JSONReader) throws(Failure) -> Link {
        guard isTemplated else {
            _ = try parameters.object()
            return self
        }
        var link = self
        link.href = try template.expand(parameters)
        link.isTemplated = false
        return link
    }

    private var template: URITemplate {
        get throws(Failure) {
            try within("link") { () throws(Failure) in
                try within("/href") { () throws(Failure) in try URITemplate(href) }
            }
        }
    }

    /// Where the link leads; a template first has to be expanded.
    public func url(relativeTo base: URLReference? = nil) -> URLReference? {
        guard let url = URLReference(href) ?? URLReference(lenient: href) else { return nil }
        return base?.resolve(url) ?? url
    }

    /// Its absolute URL, for a caller that may give a base.
    public func absoluteURL(base: String?) throws(Failure) -> String {
        guard let own = url() else { throw Failure(.argument, "The href of the link is no URL.") }
        if own.isAbsolute { return own.string }
        guard let base = base.flatMap({ URLReference($0) }), base.isAbsolute else {
            throw Failure(.argument, "A relative href needs an absolute URL as its base.")
        }
        // A URL such as `urn:` or `mailto:` has no hierarchical path to resolve against.
        guard let url = url(relativeTo: base), url.isAbsolute else {
            throw Failure(.argument, "Nothing can be relative to the URL \"\(base.string.prefix(200))\".")
        }
        return url.string
    }
}

extension Link {
    /// A link that a caller passes in.  A value that is not a link is a failure; unusable members are left out.
    public init(strict json: JSONReader) throws(Failure) {
        let href = try json.member("href")
        guard !(try href.string()).isEmpty else { throw href.failure("The href is empty.") }
        var reader = ManifestReader(json)
        guard let link = Link(json.value, &reader) else { throw json.failure("This is no link.") }
        self = link
    }

    public static func list(_ json: JSONReader) throws(Failure) -> [Link] {
        var links: [Link] = []
        for element in try json.elements() { links.append(try Link(strict: element)) }
        return links
    }
}
