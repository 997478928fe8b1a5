// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

extension PublicationContents {
    /// A file or a directory.
    init(_ candidate: Candidate, _ opening: OpenContext, _ cache: PersistentCache?) throws(Failure) {
        var opening = opening
        // Content that is protected by a password is not written to disk.
        if let cache, opening.options.password == nil {
            let log = opening.log
            opening.kept = KeptRecordings(
                candidate, version: opening.context.version, value: { cache.value($0) },
                keep: { cache.keep($0, $1, log: log) })
        }
        var opened = try within(candidate.name) { () throws(Failure) in try Formats.open(candidate, opening) }
        try opened.publication.linkCover(in: opened.container, candidate.name, opening)
        if opening.options.reflow { try opened.publication.reflow(in: opened.container, opening) }
        self.init(
            opened.container, opened.publication, candidate.name, opening,
            PublicationIdentity(opened.container, candidate.source, cache, opening), services: BuiltInService.all)
    }

    /// A manifest whose files are served by the host.
    init(_ manifest: JSONReader, files: Fetch?, _ opening: OpenContext) throws(Failure) {
        let name = opening.options.name ?? "publication"
        let fetch: Fetch = files ?? { _ in nil }
        let parsed = try ServedManifest.parse(manifest, opening)
        self.init(
            FetchedFiles(name: name, parsed.manifest, fetch: fetch), parsed, name, opening, fetch: fetch,
            services: BuiltInService.all)
    }

    /// The same files with a manifest of the host, which has seen the links of services.
    ///
    /// - Parameter added: the links of its own services, which are added again if they are opened again.
    func edited(_ manifest: JSONReader, added: [Link] = []) throws(Failure) -> PublicationContents {
        var parsed = parsed
        let covers = CoverChoice.linked(parsed.manifest).map(\.href)
        try parsed.edit(manifest, isPackaged: fetch == nil, opening)
        let added = addedLinks + added
        parsed.manifest.links.removeAll { link in added.contains { ServiceRoute.isSame($0.href, link.href) } }
        if CoverChoice.linked(parsed.manifest).map(\.href) != covers { parsed.coverType = nil }
        let served = fetch.map { FetchedFiles(name: container.name, parsed.manifest, fetch: $0) }
        return PublicationContents(
            served ?? container, parsed, container.name, opening, identity?.edited(manifest.value), fetch: fetch,
            services: services, consumed: consumed)
    }
}
