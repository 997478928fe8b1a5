// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternThreads

/// An open publication, with its metadata and its resources.  Immutable.
public final class Publication: Sendable {
    /// Problems that were repaired or ignored while opening.
    public var warnings: [Warning] { parsingWarnings + attached.withLock { $0.warnings } }
    /// The logger for warnings that occur later.
    public let log: Log
    /// Receives the progress of long operations.
    let progress: Progress

    let container: any Container
    /// Serves the files if they are not in the container.
    let fetch: Fetch?
    /// The link to the list of positions, if the host serves the files of the manifest.
    let servedPositionList: Link?
    let parsed: ParsedPublication
    /// The options and the context, without the logger and the progress of opening.
    let opening: OpenContext
    /// The page counts of a package of PDFs.
    let pageCounts: PDFPageCounts?
    /// Set when positions are first requested.
    let knownPositions = Lazy<Positions>()
    /// Values that the host computes from this publication.
    public let cache = PublicationCache()
    /// The key of values in the persistent cache; nil if nothing is cached.
    let identity: PublicationIdentity?
    private let parsingWarnings: [Warning]
    /// Set once, before the publication is returned to the caller.
    private let attached = Lock(Attached())
    private let links = Lazy<LinkIndex>()
    private let knownTitles = Lazy<SearchTitles>()

    /// Opens the file or directory at `path`.
    public static func open(
        path: String, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try Publication(try Candidate(path: path, name: opening.options.name), opening, attachments)
    }

    /// Opens the bytes of a file.
    public static func open(
        _ source: any ByteSource, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try Publication(Candidate(source, name: opening.options.name), opening, attachments)
    }

    /// Opens a manifest whose files are served by the host.
    public static func open(
        _ manifest: JSONReader, files: Fetch?, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) throws(Failure) -> Publication {
        let name = opening.options.name ?? "publication"
        let fetch: Fetch = files ?? { _ in nil }
        let parsed = try ServedManifest.parse(manifest, opening)
        let container = FetchedFiles(name: name, parsed.manifest, fetch: fetch)
        return Publication(container, parsed, fetch: fetch, name, opening, attachments)
    }

    private convenience init(
        _ candidate: Candidate, _ opening: OpenContext, _ attachments: Attachments
    ) throws(Failure) {
        var opened = try within(candidate.name) { () throws(Failure) in try Formats.open(candidate, opening) }
        try opened.publication.linkCover(in: opened.container, candidate.name, opening)
        try opening.progress.report("open", 2, of: 2)
        self.init(
            opened.container, opened.publication, of: candidate.source, fetch: nil, candidate.name, opening, attachments
        )
    }

    init(
        _ container: any Container, _ parsed: consuming ParsedPublication, of source: (any ByteSource)? = nil,
        fetch: Fetch?, _ name: String, _ opening: OpenContext, _ attachments: Attachments = Attachments()
    ) {
        self.container = container
        self.fetch = fetch
        self.opening = OpenContext(options: opening.options, context: opening.context)
        servedPositionList = fetch == nil ? nil : PublishedPositions.link(parsed.manifest)
        for service in BuiltInService.all { parsed.add(service.links(parsed)) }
        if case .pagesOfDocuments = parsed.positions {
            pageCounts = PDFPageCounts(self.opening)
        } else {
            pageCounts = nil
        }
        parsingWarnings = (container.warnings + parsed.warnings).map { $0.within(name) }
        self.parsed = parsed
        identity = PublicationIdentity(container, source, attachments.cache, opening)
        log = opening.log
        progress = opening.progress
        let failures = attach(attachments.services)
        log(parsingWarnings + failures)
    }

    /// Starts the work of one call, with the limits of this publication.
    func work(_ task: String) -> Work { Work(task, progress, opening.limits) }

    // MARK: Services

    /// The services of the host in the order in which they are asked, and warnings about them.
    private struct Attached: Sendable {
        var services: [any Service] = []
        /// The manifest with the links of the services; nil if there are none.
        var manifest: Manifest?
        var warnings: [Warning] = []
    }

    /// Creates the services of the host for this publication.  A service that fails is left out with a warning, because
    /// the publication can be read without it.
    private func attach(_ factories: [ServiceFactory]) -> [Warning] {
        guard !factories.isEmpty else { return [] }
        var new = Attached()
        var links: [Link] = []
        for factory in factories {
            do throws(Failure) {
                guard let service = try factory(self) else { continue }
                new.services.insert(service, at: 0)
                links += service.links
            } catch {
                new.warnings.append(
                    Warning(
                        .major, "A service of the host is left out: \(error.message)",
                        path: [container.name] + error.path))
            }
        }
        if !links.isEmpty { new.manifest = parsed.manifest.addingRoutes(links) }
        attached.withLock { [new] in $0 = new }
        return new.warnings
    }

    var hasHostServices: Bool { attached.withLock { !$0.services.isEmpty } }

    /// The name and links of every service, in the order in which they are asked.
    public var services: [(name: String, isBuiltIn: Bool, links: [Link])] {
        attached.withLock { $0.services }.map { ($0.name, false, $0.links) }
            + BuiltInService.all.map { ($0.name, true, $0.links(parsed)) }
    }

    /// The links of all services of the host.
    var linksOfHost: [Link] { attached.withLock { $0.services }.flatMap(\.links) }

    // MARK: Manifest

    /// The name of the publication in errors.
    var name: String { container.name }

    /// The media type of the publication.
    var mediaType: String { parsed.mediaType }

    var encryptions: [String: Encryption] { parsed.encryptions }

    /// The manifest with the links of services.
    public var manifest: Manifest { attached.withLock { $0.manifest } ?? parsed.manifest }

    public var manifestJSON: ByteBuffer { manifest.json }

    /// The titles of resources in the table of contents.
    var titles: SearchTitles { knownTitles.value { SearchTitles(manifest) } }

    // MARK: Resources

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
        return linksOfHost.contains { ServiceRoute.matches($0, path) } ? "/" + route : route
    }

    /// The answer of a service of the host.  Errors that belong to this publication already have a path.
    func fromHost(_ route: String) throws(Failure) -> Resource? {
        for service in attached.withLock({ $0.services }) {
            do throws(Failure) {
                if let resource = try service.get(route) {
                    return typed(resource.answering(for: container.name), askedFor: route)
                }
            } catch {
                throw error.isWithin(container.name) ? error : error.within(route).within(container.name)
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
        for service in BuiltInService.all {
            if let resource = try service.answer(self, href) { return resource }
        }
        if let fetch { return try fetched(href, fetch) }
        let path = String(Href.path(href))
        guard let entry = entry(at: path) else {
            throw Failure(.notFound, "The publication has no resource \"\(href)\".", path: [container.name])
        }
        let content = content(of: entry, at: path, opensEncrypted: opensEncrypted)
        return Resource(link: known ?? link(at: path), content: content, publication: container.name)
    }

    /// A file that the host serves, requested with the spelling of the manifest.
    private func fetched(_ href: String, _ fetch: Fetch) throws(Failure) -> Resource {
        let link = listedLink(at: href) ?? listedLink(at: String(Href.path(href)))
        let asked = link?.href ?? String(Href.path(href))
        let resource = try within(container.name) { () throws(Failure) in
            try within(asked) { () throws(Failure) in try fetch(asked) }
        }
        guard let resource else {
            throw Failure(.notFound, "The publication has no resource \"\(href)\".", path: [container.name])
        }
        return resource.answering(for: container.name, link)
    }

    /// The answer of a built-in service.
    func resource(_ link: Link, bytes: ByteBuffer) -> Resource {
        Resource(link: link, content: .bytes(bytes), publication: container.name)
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
    private func listedLink(at href: String) -> Link? { links.value { LinkIndex(parsed.manifest) }[href] }

    func guidedNavigation(_ href: String) throws(Failure) -> Resource {
        var service = GuidedNavigationService(
            manifest, limits: opening.limits, publication: container.name, resource: get)
        let (document, warnings) = try service.answer(href)
        log(warnings)
        let link = Link(href: href, type: GuidedNavigationDocument.mediaType)
        return Resource(link: link, content: .bytes(document), publication: container.name)
    }
}
