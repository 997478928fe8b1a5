// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// An item of the manifest (EPUB 3.3, 5.6.2).  Its attributes are trimmed; missing ones are empty.
struct ManifestItem {
    let node: MarkupTree.Node
    private(set) var id = MarkupTree.Slice.empty
    private(set) var href = MarkupTree.Slice.empty
    private(set) var type = MarkupTree.Slice.empty
    private(set) var properties = MarkupTree.Slice.empty
    private(set) var fallback = MarkupTree.Slice.empty
    private(set) var mediaOverlay = MarkupTree.Slice.empty
    /// Whether it has a rare attribute.
    private(set) var isUnusual = false

    init(_ node: MarkupTree.Node, in tree: MarkupTree) {
        self.node = node
        for index in tree.attributeRange(of: node) {
            let attribute = tree.attributes[index]
            guard attribute.prefixCount == 0 else { continue }
            switch attribute.name {
            case .id: id = tree.trimmed(attribute.value)
            case .href: href = tree.trimmed(attribute.value)
            case .mediaType: type = tree.trimmed(attribute.value)
            case .properties: properties = attribute.value
            case .fallback: fallback = tree.trimmed(attribute.value)
            case .mediaOverlay: mediaOverlay = tree.trimmed(attribute.value)
            default: isUnusual = true
            }
        }
        if fallback.count > 0 || mediaOverlay.count > 0 || type.count == 0 { isUnusual = true }
        // Checking the length first is faster than comparing.
        if type.count == 9, tree.equals(type, "text/html") { isUnusual = true }
    }
}

/// All usable items in document order, with an index of their ids.
struct ManifestItems: ~Copyable {
    let package: PackageDocument
    private(set) var items: [ManifestItem] = []
    private var ids: NameIndex
    /// The items that are validated after parsing.
    private(set) var unusual: [Int32] = []
    private(set) var hasFallbacks = false
    private(set) var hasOverlays = false

    init(_ package: PackageDocument, _ log: inout WarningLog) throws(Failure) {
        self.package = package
        let tree = package.tree
        // An item has about four attributes, and most attributes of a package document belong to items.
        ids = NameIndex(capacity: tree.attributes.count / 4)
        items.reserveCapacity(tree.attributes.count / 4)
        var place = 0
        for node in tree.children(of: package.manifest, named: .item) {
            place += 1
            let item = ManifestItem(node, in: tree)
            let path = { [package.path, "/package/manifest/item[\(place)]"] }
            guard item.href.count > 0, item.id.count > 0 else {
                log.add(.moderate, "The item has no \(item.href.count == 0 ? "href" : "id").", path())
                continue
            }
            if try tree.insert(item.id, value: items.count, into: &ids) != nil {
                log.add(.moderate, "The id \"\(tree.string(item.id))\" is not unique; the first item is used.", path())
            }
            if item.isUnusual {
                unusual.append(Int32(truncatingIfNeeded: items.count))
                if item.fallback.count > 0 { hasFallbacks = true }
                if item.mediaOverlay.count > 0 { hasOverlays = true }
            }
            items.append(item)
        }
    }

    func index(of id: MarkupTree.Slice?) -> Int? {
        guard let id, id.count > 0 else { return nil }
        return package.tree.find(id, in: ids)
    }
}
