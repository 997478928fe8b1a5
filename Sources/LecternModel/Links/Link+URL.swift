// SPDX-License-Identifier: BSD-3-Clause

/// The helpers of seed 004 for a link.
extension Link {
    /// The parameters of a templated link; none of one that is not.
    package var templateParameters: [String] { isTemplated ? URITemplate(href).parameters : [] }

    /// The link with the variables of its template replaced; itself when it is none.
    package func expandTemplate(_ parameters: [String: String]) throws(Failure) -> Link {
        guard isTemplated else { return self }
        var link = self
        link.href = try URITemplate(href).expand(parameters)
        link.isTemplated = false
        return link
    }

    /// Its absolute URL: that of the href, or of the href relative to `baseURL`.
    package func url(baseURL: String?) throws(Failure) -> String {
        guard let reference = URLReference(lenient: href) else {
            throw Failure(.argument, "The href of the link is no URL.")
        }
        if reference.isAbsolute { return reference.string }
        guard let base = baseURL.flatMap({ URLReference($0) }), base.isAbsolute else {
            throw Failure(.argument, "A relative href needs an absolute URL as its base.")
        }
        return base.resolve(reference).string
    }
}

extension Link {
    /// A link that a caller passes in: not to be one is a failure, what is wrong besides is left out.
    package init(strict json: JSONReader) throws(Failure) {
        let href = try json.member("href")
        guard !(try href.string()).isEmpty else { throw href.failure("The href is empty.") }
        var reader = ManifestReader(json)
        guard let link = Link(json.value, &reader) else { throw json.failure("This is no link.") }
        self = link
    }

    package static func list(_ json: JSONReader) throws(Failure) -> [Link] {
        try json.elements().map { link throws(Failure) in try Link(strict: link) }
    }
}
