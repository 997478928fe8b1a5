// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// What a publication consists of: its files, and what its package says about them.
struct PublicationContents: Sendable {
    let container: any Container
    /// Serves the files if they are not in the container.
    let fetch: Fetch?
    /// The link to the list of positions, if the host serves the files of the manifest.
    let servedPositionList: Link?
    /// The manifest has the links of the services of the library.
    let parsed: ParsedPublication
    /// The options and the context, without the logger and the progress of opening.
    let opening: OpenContext
    /// The key of values in the persistent cache; nil if nothing is cached.
    let identity: PublicationIdentity?
    /// Problems that were repaired or ignored.
    let warnings: [Warning]

    /// A file or a directory.
    init(_ candidate: Candidate, _ opening: OpenContext, _ cache: PersistentCache?) throws(Failure) {
        var opened = try within(candidate.name) { () throws(Failure) in try Formats.open(candidate, opening) }
        try opened.publication.linkCover(in: opened.container, candidate.name, opening)
        self.init(
            opened.container, opened.publication, candidate.name, opening,
            PublicationIdentity(opened.container, candidate.source, cache, opening))
    }

    /// A manifest whose files are served by the host.
    init(_ manifest: JSONReader, files: Fetch?, _ opening: OpenContext) throws(Failure) {
        let name = opening.options.name ?? "publication"
        let fetch: Fetch = files ?? { _ in nil }
        let parsed = try ServedManifest.parse(manifest, opening)
        self.init(FetchedFiles(name: name, parsed.manifest, fetch: fetch), parsed, name, opening, fetch: fetch)
    }

    init(
        _ container: any Container, _ parsed: consuming ParsedPublication, _ name: String, _ opening: OpenContext,
        _ identity: PublicationIdentity? = nil, fetch: Fetch? = nil, listsServices: Bool = true
    ) {
        self.container = container
        self.fetch = fetch
        self.opening = OpenContext(options: opening.options, context: opening.context)
        self.identity = identity
        servedPositionList = fetch == nil ? nil : PublishedPositions.link(parsed.manifest)
        for service in BuiltInService.all where listsServices { parsed.add(service.links(parsed)) }
        warnings = (container.warnings + parsed.warnings).map { $0.within(name) }
        self.parsed = parsed
    }
}
