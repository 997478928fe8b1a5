// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Converts the items and the spine to the links of a manifest (EPUB 3.3, 5.6 and 5.7; RWPM, readingOrder and resources).
struct ReadingOrder: ~Copyable {
    private(set) var readingOrder: [Link] = []
    private(set) var resources: [Link] = []
    private(set) var links: ItemLinks
    let readingProgression: ReadingProgression?
    /// The items that are the navigation document, the NCX and the cover.
    let roles: ItemRoles

    private let package: PackageDocument
    let items: ManifestItems
    let spine: Spine
    private let durations: [Int: Double]
    /// The encryption of resources by href; empty for nearly all books.
    private let encryptions: [String: Encryption]
    /// Whether each item already has a link.
    private var used: [Bool]

    init(
        _ items: consuming ManifestItems, _ metadata: PackageMetadata, encryptions: [String: Encryption],
        _ files: inout PublicationFiles
    ) {
        package = metadata.package
        self.items = items
        used = Array(repeating: false, count: self.items.items.count)
        spine = Spine(package, self.items, &used, &files.log)
        readingProgression = spine.readingProgression
        roles = ItemRoles(self.items, metadata, &files.log)
        durations = ReadingOrder.durations(metadata, self.items, &files.log)
        links = ItemLinks(package)
        self.encryptions = encryptions
        build(&files)
    }

    /// The durations of media overlays (9.4.2), by item.
    private static func durations(
        _ metadata: PackageMetadata, _ items: borrowing ManifestItems, _ log: inout WarningLog
    ) -> [Int: Double] {
        var durations: [Int: Double] = [:]
        for (id, index) in metadata.outerRefinements {
            let refinement = metadata.items[index]
            guard refinement.property == .duration, let item = items.index(of: id) else { continue }
            durations[item] = metadata.duration(refinement, &log)
        }
        return durations
    }

    private mutating func build(_ files: inout PublicationFiles) {
        readingOrder.reserveCapacity(spine.entries.count)
        /// The links of items that are repeated.
        var repeated: [Int: Link] = [:]
        let repeats = Set(spine.entries.lazy.filter(\.isRepeated).map(\.item))
        var counts: [String: Int] = [:]
        for entry in spine.entries {
            let found = entry.isRepeated ? repeated[entry.item].map { ($0, true) } : spineLink(entry, &files)
            guard let (found, isRepeated) = found else { continue }
            var link = found
            if repeats.contains(entry.item) { repeated[entry.item] = link }
            if isRepeated {
                let count = counts[link.href, default: 1] + 1
                counts[link.href] = count
                // RWPM has no two equal links in a reading order.
                link.properties["occurrence"] = .integer(Int64(count))
            }
            readingOrder.append(link)
        }
        for item in items.items.indices where !used[item] {
            if let link = link(item, &files) { resources.append(link) }
        }
    }

    /// Moves the links to the manifest, so that they can be changed in place.
    mutating func move(to manifest: inout Manifest) {
        swap(&manifest.readingOrder, &readingOrder)
        swap(&manifest.resources, &resources)
    }

    // MARK: Links

    /// The link of a spine item, with its fallbacks as alternates, and whether an earlier item has the same file.
    private mutating func spineLink(
        _ entry: Spine.Entry, _ files: inout PublicationFiles
    ) -> (link: Link, isRepeated: Bool)? {
        let item = items.items[entry.item]
        var primary = entry.item
        var chain = Fallbacks.chain(of: entry.item, in: items, &files.log)
        if let fallback = chain.first, !used[fallback], isHTML(primary), isBitmap(fallback) {
            // The page only wraps an image, so the image itself becomes the link.
            chain[0] = primary
            primary = fallback
            used[fallback] = true
        } else if isForeign(primary), let at = chain.firstIndex(where: { !used[$0] && isDocument($0) }) {
            // The first fallback that can be shown takes its place (EPUB 3.3, 3.5.1).
            (primary, chain[at]) = (chain[at], primary)
            used[primary] = true
        }
        guard var link = link(primary, spineProperties: entry.properties, isInSpine: true, &files) else { return nil }
        let known = links.known
        link.href = known ?? link.href
        if item.mediaOverlay.count > 0, let overlay = items.index(of: item.mediaOverlay) { chain.append(overlay) }
        for alternate in chain where alternate != primary {
            // An item that has its own place in the spine stays in the reading order.
            used[alternate] = true
            if let alternate = self.link(alternate, isAlternate: true, &files) { link.alternates.append(alternate) }
        }
        return (link, known != nil)
    }

    private mutating func link(
        _ item: Int, spineProperties: MarkupTree.Slice = .empty, isInSpine: Bool = false, isAlternate: Bool = false,
        _ files: inout PublicationFiles
    ) -> Link? {
        guard var link = links.link(items.items[item], isInSpine: isInSpine, isAlternate: isAlternate, &files)
        else { return nil }
        let exists = !links.wasMissing
        if items.items[item].properties.count > 0 || spineProperties.count > 0 || roles.has(item) {
            var properties = LinkProperties()
            properties.read(item: items.items[item].properties, in: package.tree)
            properties.read(itemref: spineProperties, in: package.tree)
            if let doubt = properties.doubt { files.log.add(.minor, doubt, itemPath(item)) }
            link.rels = roles.rels(of: item)
            // A missing file cannot be the cover.
            if !exists { link.rels.removeAll { $0 == "cover" } }
            link.properties = properties.object
        }
        if !encryptions.isEmpty, let encryption = encryptions[link.href] {
            link.properties["encrypted"] = encryption.json
            if encryption.isObfuscation { ItemValidation.reviewObfuscation(item, items, &files.log) }
        }
        if !durations.isEmpty { link.duration = durations[item] }
        return link
    }

    private func itemPath(_ item: Int) -> [String] {
        [package.path, "/package/spine", package.tree.string(items.items[item].id)]
    }

    private func isHTML(_ item: Int) -> Bool { MediaType.isHTML(type(of: item)) }

    private func isDocument(_ item: Int) -> Bool { isHTML(item) || type(of: item) == "image/svg+xml" }

    /// Whether the item is of a type that is neither a document nor shown by itself.
    private func isForeign(_ item: Int) -> Bool {
        let type = type(of: item) ?? ""
        let isMedia = ["audio/", "video/"].contains { type.hasPrefix($0) }
        return !isDocument(item) && !isBitmap(item) && !isMedia && type != MediaType.pdf
    }

    private func isBitmap(_ item: Int) -> Bool { MediaType.isBitmap(type(of: item)) }

    private func type(of item: Int) -> String? {
        MediaType.essence(package.tree.string(items.items[item].type))
    }
}
