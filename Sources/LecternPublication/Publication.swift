// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Synchronization

/// An open publication: what it says about itself, and the way to its resources.  Immutable.
package final class Publication: Sendable {
    package var manifest: Manifest { parsed.manifest }
    /// What was repaired or left out while opening.
    package let warnings: [Warning]
    /// Where warnings go that come up later, in what is made from this publication.
    package let log: Log

    private let container: any Container
    private let parsed: ParsedPublication
    private let limits: Limits
    private let links = Mutex<LinkIndex?>(nil)

    /// Opens what is at `path`, a file or an exploded directory.
    package static func open(path: String, _ opening: Opening) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try Publication(try Candidate(path: path, options: opening.options), opening)
    }

    /// Opens the bytes of a file.
    package static func open(_ source: any ByteSource, _ opening: Opening) throws(Failure) -> Publication {
        try opening.progress.report("open", 0, of: 2)
        return try Publication(Candidate(source, options: opening.options), opening)
    }

    private init(_ candidate: Candidate, _ opening: Opening) throws(Failure) {
        let opened = try within(candidate.name) { () throws(Failure) in try Formats.open(candidate, opening) }
        try opening.progress.report("open", 2, of: 2)
        container = opened.container
        var parsed = opened.publication
        PositionsService.announce(parsed.positions, in: &parsed.manifest)
        parsed.manifest.links += GuidedNavigationService.links(parsed.manifest)
        self.parsed = parsed
        limits = opening.limits
        log = opening.log
        warnings = (opened.container.warnings + parsed.warnings).map { $0.within(candidate.name) }
        log(warnings)
    }

    /// The manifest as JSON, with the links of services.
    package var manifestJSON: ByteBuffer { parsed.manifest.json }

    // MARK: Resources

    /// A file of the publication, or the answer of a service.
    package func get(_ href: String) throws(Failure) -> Resource {
        let normalized = Href.normalized(href)
        if PositionsService.answers(normalized) {
            return Resource(link: PositionsService.link, content: .bytes(positions), publication: container.name)
        }
        if GuidedNavigationService.answers(normalized) { return try guidedNavigation(normalized) }
        let path = String(Href.path(normalized))
        guard let entry = entry(at: path) else {
            throw Failure(.notFound, "The publication has no resource \"\(href)\".", path: [container.name])
        }
        return Resource(link: link(at: path), content: content(of: entry, at: path), publication: container.name)
    }

    private func entry(at href: String) -> ContainerEntry? {
        (parsed.entryPaths[href] ?? Href.entryPath(href)).flatMap { container.entry(at: $0) }
    }

    /// Obfuscated fonts come out clear; what is really encrypted stays closed.
    private func content(of entry: ContainerEntry, at href: String) -> Resource.Content {
        guard let encryption = parsed.encryptions[href] else {
            return .file(ResourceReader(container, entry, limits: limits))
        }
        guard Obfuscation.algorithms.contains(encryption.algorithm) else {
            return .protected(ResourceReader(container, entry, limits: limits), algorithm: encryption.algorithm)
        }
        let obfuscation = Obfuscation(algorithm: encryption.algorithm, identifier: parsed.uniqueIdentifier ?? "")
        return .file(ResourceReader(container, entry, obfuscation: obfuscation, limits: limits))
    }

    /// The link of the manifest with this href, or a new one for a file that the manifest does not list.
    private func link(at href: String) -> Link {
        let index = links.withLock { index in
            let known = index ?? LinkIndex(manifest)
            index = known
            return known
        }
        return index[href] ?? Link(href: href, type: MediaType.guess(path: href) ?? MediaType.octetStream)
    }

    // MARK: Services

    private var positionLists: Positions {
        Positions(parsed.positions, manifest: manifest, container: container, entryPaths: parsed.entryPaths)
    }

    /// `{"total": …, "positions": […]}`
    package var positions: ByteBuffer { positionLists.json }

    private func guidedNavigation(_ href: String) throws(Failure) -> Resource {
        var service = GuidedNavigationService(manifest, limits: limits, publication: container.name, resource: get)
        let (document, warnings) = try service.answer(href)
        log(warnings)
        let link = Link(href: "/" + href, type: GuidedNavigationDocument.mediaType)
        return Resource(link: link, content: .bytes(document), publication: container.name)
    }

    /// `[[…], …]`, a list for each item of the reading order.
    package var positionsByReadingOrder: ByteBuffer { positionLists.jsonByReadingOrder }
}
