// SPDX-License-Identifier: BSD-3-Clause

/// Helpers for the target of a link, as in the Readium toolkits.
extension Link {
    /// The names of the variables of the template; empty if the link is not templated.
    public var templateParameters: [String] {
        get throws(Failure) { isTemplated ? try template.parameters : [] }
    }

    /// Returns the link expanded with these values (schema `link-parameters`), or the link itself if it is not
    /// templated.
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

    /// Returns the target of the link; a template must be expanded first.
    public func url(relativeTo base: URLReference? = nil) -> URLReference? {
        guard let url = URLReference(href) ?? URLReference(lenient: href) else { return nil }
        return base?.resolve(url) ?? url
    }

    /// Returns the absolute URL of the target; a relative href requires a base.
    public func absoluteURL(base: String?) throws(Failure) -> String {
        guard let own = url() else { throw Failure(.argument, "The href of the link is not a valid URL.") }
        if own.isAbsolute { return own.string }
        guard let base = base.flatMap({ URLReference($0) }), base.isAbsolute else {
            throw Failure(.argument, "A relative href requires an absolute base URL.")
        }
        // A URL such as `urn:` or `mailto:` has no hierarchical path to resolve against.
        guard let url = url(relativeTo: base), url.isAbsolute else {
            throw Failure(.argument, "The URL \"\(base.string.prefix(200))\" cannot be used as a base URL.")
        }
        return url.string
    }
}

extension Link {
    /// Reads a link that a caller passes in.  A value that is not a link is a failure; invalid members are left out.
    public init(strict json: JSONReader) throws(Failure) {
        let href = try json.member("href")
        guard !(try href.string()).isEmpty else { throw href.failure("The href must not be empty.") }
        var reader = ManifestReader(json)
        guard let link = Link(json.value, &reader) else { throw json.failure("The link is not valid.") }
        self = link
    }

    public static func list(_ json: JSONReader) throws(Failure) -> [Link] {
        var links: [Link] = []
        for element in try json.elements() { links.append(try Link(strict: element)) }
        return links
    }
}
