// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternThreads

/// An open publication: what it says about itself, and the way to its resources.  Immutable.
public final class Publication: Sendable {
    /// What was repaired or left out while opening.
    public var warnings: [Warning] { parsingWarnings + attached.withLock { $0.warnings } }
    /// Where warnings go that come up later, in what is made from this publication.
    public let log: Log
    /// Who waits for what takes long.
    let progress: Progress

    let container: any Container
    /// Serves the files, when it is not the container.
    let fetch: Fetch?
    /// Of a manifest whose files the host serves: where its list of positions is.
    let servedPositionList: Link?
    let parsed: ParsedPublication
    /// How it was opened, without what that was told to.
    let opening: OpenContext
    /// Of a package of PDFs.
    let pageCounts: PDFPageCounts?
    /// Once they were asked for.
    let knownPositions = Lazy<Positions>()
    /// Values that the host computes from this publication.
    public let cache = PublicationCache()
    /// Of what is kept across runs; nil when nothing is.
    let identity: PublicationIdentity?
    private let parsingWarnings: [Warning]
    /// Set once, before anybody has the publication.
    private let attached = Lock(Attached())
    private let links = Lazy<LinkIndex>()
    private let knownTitles = Lazy<SearchTitles>()

    /// Opens what is at `path`, a file or an exploded directory.
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

    /// Makes a publication of a manifest and of the files that the host serves.
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
            opened.container, opened.publication, of: candidate.source, fetch: nil, candidate.name, opening, attachments)
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

    /// The work of one call, within the limits of this publication.
    func work(_ task: String) -> Work { Work(task, progress, opening.limits) }

    // MARK: Services

    /// Services of the host, the one that is asked first at the beginning, and what went wrong with them.
    private struct Attached: Sendable {
        var services: [any Service] = []
        /// With their links; nil when there are none.
        var manifest: Manifest?
        var warnings: [Warning] = []
    }

    /// Makes the services of the host for this publication.  One that fails is left out with a warning: a book is read
    /// without it, too.
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

    /// Name and links of every service, in the order in which they are asked.
    public var services: [(name: String, isBuiltIn: Bool, links: [Link])] {
        attached.withLock { $0.services }.map { ($0.name, false, $0.links) }
            + BuiltInService.all.map { ($0.name, true, $0.links(parsed)) }
    }

    /// Those of all services of the host.
    var linksOfHost: [Link] { attached.withLock { $0.services }.flatMap(\.links) }

    // MARK: Manifest

    /// How errors call it.
    var name: String { container.name }

    /// What was opened.
    var mediaType: String { parsed.mediaType }

    var encryptions: [String: Encryption] { parsed.encryptions }

    /// With the links of services.
    public var manifest: Manifest { attached.withLock { $0.manifest } ?? parsed.manifest }

    public var manifestJSON: ByteBuffer { manifest.json }

    /// What the table of contents calls its resources.
    var titles: SearchTitles { knownTitles.value { SearchTitles(manifest) } }

    // MARK: Resources

    /// A file of the publication, or the answer of a service; the services of the host are asked first.
    public func get(_ href: String) throws(Failure) -> Resource {
        try get(href, listedAs: nil)
    }

    /// The same for a link of the manifest, which then need not be looked for.
    func get(_ link: Link) throws(Failure) -> Resource { try get(link.href, listedAs: link) }

    private func get(_ href: String, listedAs link: Link?) throws(Failure) -> Resource {
        let normalized = Href.normalized(href)
        if let answer = try fromHost(route(href, normalized: normalized)) { return answer }
        return try builtIn(normalized, listedAs: link, opensEncrypted: false)
    }

    /// As services of the host are asked for an href.  "~own/words" is a file, unless one of their links says that it is
    /// a route.
    func route(_ href: String, normalized: String? = nil) -> String {
        let route = ServiceRoute.spelled(href, normalized: normalized ?? Href.normalized(href))
        guard route.utf8.first == UInt8(ascii: "~") else { return route }
        let path = String(Href.path(route))
        return linksOfHost.contains { ServiceRoute.matches($0, path) } ? "/" + route : route
    }

    /// What a service of the host answers.  An error of this publication that it hands on says already where it is.
    func fromHost(_ route: String) throws(Failure) -> Resource? {
        for service in attached.withLock({ $0.services }) {
            do throws(Failure) {
                if let resource = try service.get(route) { return typed(resource.answering(for: container.name), askedFor: route) }
            } catch {
                throw error.isWithin(container.name) ? error : error.within(route).within(container.name)
            }
        }
        return nil
    }

    /// What does not say which media type it has, has that of the link in the manifest.
    private func typed(_ resource: Resource, askedFor route: String) -> Resource {
        guard resource.link.type == nil else { return resource }
        let path = String(Href.path(Href.normalized(route)))
        var link = resource.link
        let isRoute = route.hasPrefix("/~")
        link.type = isRoute ? manifest.links.first { ServiceRoute.matches($0, path) }?.type : self.link(at: path).type
        return resource.described(by: link)
    }

    /// The same without the services of the host, for one of them to wrap: what is encrypted comes as it is stored.
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

    /// A file that the host serves, asked for as the manifest spells it.
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

    /// Obfuscated fonts come out clear; what is really encrypted stays closed, unless it is wanted as it is.
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

    /// The link of the manifest with this href, or a new one for a file that the manifest does not list.
    private func link(at href: String) -> Link {
        listedLink(at: href) ?? Link(href: href, type: MediaType.guess(path: href) ?? MediaType.octetStream)
    }

    /// The link of the manifest with this href, which is normalised.
    private func listedLink(at href: String) -> Link? { links.value { LinkIndex(parsed.manifest) }[href] }

    func guidedNavigation(_ href: String) throws(Failure) -> Resource {
        var service = GuidedNavigationService(manifest, limits: opening.limits, publication: container.name, resource: get)
        let (document, warnings) = try service.answer(href)
        log(warnings)
        let link = Link(href: href, type: GuidedNavigationDocument.mediaType)
        return Resource(link: link, content: .bytes(document), publication: container.name)
    }
}
