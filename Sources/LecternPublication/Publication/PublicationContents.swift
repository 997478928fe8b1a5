// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternThreads

/// What counts against the rights of a licence.  It is the only part of a publication that changes.
final class ConsumedAmounts: Sendable {
    let amounts: Lock<ConsumedRights>

    init(_ amounts: ConsumedRights) { self.amounts = Lock(amounts) }
}

/// The contents of a publication: its files, and the values parsed from its package.
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
    /// The key of values in the persistent cache; nil if values are not cached.
    let identity: PublicationIdentity?
    /// The links of the services of the library that the manifest did not have by itself.
    let addedLinks: [Link]
    /// The services of the library, in the order in which they are asked.
    let services: [BuiltInService]
    /// Problems that were repaired or ignored.
    let warnings: [Warning]
    /// What the reader has copied and printed, of this publication and its copies.
    let consumed: ConsumedAmounts

    init(
        _ container: any Container, _ parsed: consuming ParsedPublication, _ name: String, _ opening: OpenContext,
        _ identity: PublicationIdentity? = nil, fetch: Fetch? = nil, services: [BuiltInService],
        consumed: ConsumedAmounts? = nil
    ) {
        self.container = container
        self.fetch = fetch
        self.opening = OpenContext(options: opening.options, context: opening.context)
        self.identity = identity
        servedPositionList = fetch == nil ? nil : PublishedPositions.link(parsed.manifest)
        self.services = services
        self.consumed = consumed ?? ConsumedAmounts(opening.options.consumed)
        let given = parsed.manifest.links.count
        for service in services { parsed.add(service.links(parsed)) }
        addedLinks = Array(parsed.manifest.links.dropFirst(given))
        warnings = (container.warnings + parsed.warnings).map { $0.within(name) }
        self.parsed = parsed
    }
}
