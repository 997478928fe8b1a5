// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

extension Positions {
    /// - Parameter entryPaths: the entries of files that are not found by their href.
    public init(
        _ strategy: PositionsStrategy = .archiveEntryLength, manifest: Manifest, container: any Container,
        entryPaths: [String: String] = [:]
    ) throws(Failure) {
        let links = manifest.readingOrder
        switch strategy {
        case .archiveEntryLength:
            self = try .byLength(links, in: Presentation(manifest.metadata)) { (link) throws(Failure) in
                try Positions.entry(at: link.href, in: container, entryPaths)?.storedLength
            }
        case .perResource: self = .perResource(links)
        case .pages(let counts): self = .pages(counts, of: links)
        case .published(let locators): self = .published(locators, readingOrder: links)
        case .times: self = .times(links)
        case .pagesOfDocuments: self = .none(links)
        }
    }

    private static func entry(
        at href: String, in container: any Container, _ entryPaths: [String: String]
    ) throws(Failure) -> ContainerEntry? {
        guard let path = Href.entryPath(href) else { return nil }
        if let entry = try container.find(path) { return entry }
        guard let path = entryPaths[String(Href.path(href))] else { return nil }
        return try container.find(path)
    }

    /// The number of bytes in the archive per position.
    public static let bytesPerPosition: UInt64 = 1024

    /// A reflowable resource has one position for each segment of that size.  It has at least one, even if it is empty or
    /// missing, because readers look up each item of the reading order.  A resource with a fixed layout has one position.
    ///
    /// Nothing has to be inflated, because the sizes are in the central directory of the archive.
    ///
    /// - Parameter length: returns the stored size of a resource in bytes; nil if it does not exist.
    public static func byLength<E: Error>(
        _ links: [Link], in presentation: Presentation, bytesPerPosition: UInt64 = bytesPerPosition,
        fallbackType: String = MediaType.xhtml, length: (Link) throws(E) -> UInt64?
    ) throws(E) -> Positions {
        try Positions(links, .shares, fallbackType: fallbackType) { (_, link) throws(E) in
            if presentation.layoutOf(link) == .fixed { return 1 }
            guard let length = try length(link) else { return 1 }
            let bytes = max(1, bytesPerPosition)
            return Int(clamping: max(1, length / bytes + (length % bytes == 0 ? 0 : 1)))
        }
    }

    /// Creates one position for each resource, without progressions in it.
    public static func perResource(_ links: [Link], fallbackType: String = "image/*") -> Positions {
        Positions(links, .numbers, fallbackType: fallbackType) { _, _ in 1 }
    }

    /// Creates one position for each page, and a single one for a PDF whose page count is unknown.
    /// - Parameter counts: the number of pages of each PDF; 0 for one that cannot be read.
    public static func pages(_ counts: [Int], of links: [Link]) -> Positions {
        Positions(links, .pages(counts), fallbackType: MediaType.pdf) { index, _ in
            index < counts.count ? max(1, counts[index]) : 1
        }
    }

    /// The seconds of a recording per position: the usual step of a button that skips.
    public static let secondsPerPosition = 30.0
    /// More than any recording has, about twelve days.
    private static let mostSpans = 36_000.0

    /// Creates one position for each span of time, and a single one for a recording whose duration is unknown or absurd.
    public static func times(_ links: [Link]) -> Positions {
        let recording = AudioLocatorService(readingOrder: links)
        return Positions(links, .times(recording), fallbackType: MediaType.octetStream) { index, _ in
            let spans = recording.duration(ofItem: index).map { ($0 / secondsPerPosition).rounded(.up) } ?? 1
            return spans <= mostSpans ? max(1, Int(exactly: spans) ?? 1) : 1
        }
    }

    /// The positions of a published list, by resource in reading order.
    public static func published(_ locators: [Locator], readingOrder: [Link]) -> Positions {
        let byHref = Dictionary(grouping: locators) { $0.href }
        var seen: Set<String> = []
        // A resource that is listed twice has its positions the first time.
        let lists = readingOrder.map { link in
            let href = Href.normalized(link.href)
            return seen.insert(href).inserted ? byHref[href] ?? [] : []
        }
        return Positions(readingOrder, .published(lists), fallbackType: MediaType.octetStream) { index, _ in
            lists[index].count
        }
    }

    /// No positions for any resource.
    public static func none(_ links: [Link]) -> Positions {
        Positions(links, .numbers, fallbackType: MediaType.octetStream) { _, _ in 0 }
    }
}
