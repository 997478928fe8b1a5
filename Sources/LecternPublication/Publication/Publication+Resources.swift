// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// Files of the publication, and the answers of services.
extension Publication {
    /// A file of the publication, or the answer of a service.  Services of the host take precedence.
    public func get(_ href: String) throws(Failure) -> Resource {
        try get(href, listedAs: nil)
    }

    /// Like `get(_:)`, for a link of the manifest, which saves a lookup.
    func get(_ link: Link) throws(Failure) -> Resource { try get(link.href, listedAs: link) }

    private func get(_ href: String, listedAs link: Link?) throws(Failure) -> Resource {
        let normalized = Href.normalized(href)
        if let answer = try fromHost(route(href, normalized: normalized)) { return answer }
        return try builtIn(normalized, listedAs: link, opensEncrypted: false)
    }

    /// The form of an href that services of the host receive.  "~own/words" is a file, unless a link of a service
    /// declares it as a route.
    func route(_ href: String, normalized: String? = nil) -> String {
        let route = ServiceRoute.spelled(href, normalized: normalized ?? Href.normalized(href))
        guard route.utf8.first == UInt8(ascii: "~") else { return route }
        let path = String(Href.path(route))
        return (host?.links ?? []).contains { ServiceRoute.matches($0, path) } ? "/" + route : route
    }

    /// The answer of a service of the host.  Errors that belong to this publication already have a path.
    func fromHost(_ route: String) throws(Failure) -> Resource? {
        for service in host?.services ?? [] {
            do throws(Failure) {
                if let resource = try service.get(route) {
                    return typed(resource.answering(for: name), askedFor: route)
                }
            } catch {
                throw error.isWithin(name) ? error : error.within(route).within(name)
            }
        }
        return nil
    }

    /// A resource without a media type gets that of the link in the manifest.
    private func typed(_ resource: Resource, askedFor route: String) -> Resource {
        guard resource.link.type == nil else { return resource }
        let path = String(Href.path(Href.normalized(route)))
        var link = resource.link
        let isRoute = route.hasPrefix("/~")
        link.type = isRoute ? manifest.links.first { ServiceRoute.matches($0, path) }?.type : self.link(at: path).type
        return resource.described(by: link)
    }

    /// The built-in resource, which a service of the host may wrap.  Encrypted content is returned as stored.
    public func getBuiltIn(_ href: String) throws(Failure) -> Resource {
        try builtIn(Href.normalized(href), opensEncrypted: true)
    }

    private func builtIn(
        _ href: String, listedAs known: Link? = nil, opensEncrypted: Bool
    ) throws(Failure) -> Resource {
        for service in contents.services {
            if let resource = try service.answer(self, href) { return resource }
        }
        if let fetch = contents.fetch { return try fetched(href, fetch) }
        var path = String(Href.path(href))
        if entry(at: path) == nil, let similar = references.href(similarTo: path) { path = similar }
        guard let entry = entry(at: path) else {
            throw Failure(.notFound, "The publication has no resource \"\(href)\".", path: [name])
        }
        let content = content(of: entry, at: path, opensEncrypted: opensEncrypted)
        return Resource(link: known ?? link(at: path), content: content, publication: name)
    }

    /// A file that the host serves, requested with the spelling of the manifest.
    private func fetched(_ href: String, _ fetch: Fetch) throws(Failure) -> Resource {
        let path = String(Href.path(href))
        let link =
            listedLink(at: href) ?? listedLink(at: path) ?? references.href(similarTo: path).flatMap(listedLink)
        let asked = link?.href ?? String(Href.path(href))
        let resource = try within(name) { () throws(Failure) in
            try within(asked) { () throws(Failure) in try fetch(asked) }
        }
        guard let resource else {
            throw Failure(.notFound, "The publication has no resource \"\(href)\".", path: [name])
        }
        return resource.answering(for: name, link)
    }

    /// The answer of a built-in service.
    func resource(_ link: Link, bytes: ByteBuffer) -> Resource {
        Resource(link: link, content: .bytes(bytes), publication: name)
    }

    func entry(at href: String) -> ContainerEntry? {
        (parsed.entryPaths[href] ?? Href.entryPath(href)).flatMap { container.entry(at: $0) }
    }

    /// Restores obfuscated fonts.  Encrypted content is only returned if requested.
    private func content(
        of entry: ContainerEntry, at href: String, opensEncrypted: Bool
    ) -> Resource.Content {
        guard let encryption = parsed.encryptions[href] else {
            return .file(ResourceReader(container, entry, limits: opening.limits))
        }
        guard Obfuscation.algorithms.contains(encryption.algorithm) else {
            let reader = ResourceReader(container, entry, limits: opening.limits)
            return opensEncrypted ? .file(reader) : .protected(reader, by: encryption.system)
        }
        let obfuscation = Obfuscation(algorithm: encryption.algorithm, identifier: parsed.uniqueIdentifier ?? "")
        return .file(ResourceReader(container, entry, obfuscation: obfuscation, limits: opening.limits))
    }

    /// The link of the manifest with this href, or a new one if the file is not listed.
    private func link(at href: String) -> Link {
        listedLink(at: href) ?? Link(href: href, type: MediaType.guess(path: href) ?? MediaType.octetStream)
    }

    /// The link of the manifest with this normalised href.
    private func listedLink(at href: String) -> Link? { values.value { LinkIndex(parsed.manifest) }[href] }
}
