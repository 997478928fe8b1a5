// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Which items are the navigation document, the NCX and the cover image.
struct ItemRoles {
    private(set) var navigation: ManifestItem?
    private(set) var ncx: ManifestItem?
    private var navigationIndex: Int?
    private var coverIndex: Int?

    init(_ items: borrowing ManifestItems, _ metadata: PackageMetadata, _ log: inout WarningLog) {
        let tree = items.package.tree
        var cover: Int?
        var firstNCX: Int?
        for (index, item) in items.items.enumerated() {
            tree.forEachWord(in: item.properties) { word in
                if tree.equals(word, "nav") { navigationIndex = navigationIndex ?? index }
                if tree.equals(word, "cover-image") { cover = cover ?? index }
            }
            if firstNCX == nil, tree.equals(item.type, "application/x-dtbncx+xml") { firstNCX = index }
        }
        coverIndex = cover ?? ItemRoles.legacyCover(items, metadata, &log)
        navigation = navigationIndex.map { items.items[$0] }
        ncx = ItemRoles.ncx(items, firstNCX).map { items.items[$0] }
    }

    /// The one that the spine names, if it is one; else the first one (OPF 2.0.1, 2.4.1.2).
    private static func ncx(_ items: borrowing ManifestItems, _ first: Int?) -> Int? {
        let tree = items.package.tree
        guard let named = items.index(of: tree.value(.toc, of: items.package.spine)) else { return first }
        return tree.equals(items.items[named].type, "application/x-dtbncx+xml") ? named : first ?? named
    }

    /// `<meta name="cover" content="id">`: never specified, always used.  Some books give the href instead of the id.
    private static func legacyCover(
        _ items: borrowing ManifestItems, _ metadata: PackageMetadata, _ log: inout WarningLog
    ) -> Int? {
        let tree = items.package.tree
        let statement = metadata.items.first { $0.form == .nameAndContent && $0.property == .cover }
        guard let statement, let content = tree.value(.content, of: statement.node) else { return nil }
        if let item = items.index(of: content) { return item }
        for index in items.items.indices {
            guard tree.equals(items.items[index].href, content) else { continue }
            log.add(.minor, "The cover is given by its href instead of its id.", metadata.location(of: statement))
            return index
        }
        log.add(.minor, "The cover \"\(statement.value.prefix(100))\" is no item.", metadata.location(of: statement))
        return nil
    }

    func has(_ item: Int) -> Bool { item == navigationIndex || item == coverIndex }

    /// The relations of an item: there is one table of contents and one cover, whatever the items say.
    func rels(of item: Int) -> [String] {
        (item == navigationIndex ? ["contents"] : []) + (item == coverIndex ? ["cover"] : [])
    }
}
