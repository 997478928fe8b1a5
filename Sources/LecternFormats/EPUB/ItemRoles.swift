// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The items that are the navigation document, the NCX and the cover image.
struct ItemRoles {
    private(set) var navigation: ManifestItem?
    private(set) var ncx: ManifestItem?
    private(set) var pageMap: ManifestItem?
    private var navigationIndex: Int?
    /// The index of the cover image.
    private(set) var cover: Int?
    /// The items with rare properties.
    private(set) var unusual: [Int] = []

    init(_ items: borrowing ManifestItems, _ metadata: PackageMetadata, _ log: inout WarningLog) {
        let tree = items.package.tree
        var image: Int?
        var firstNCX: Int?
        var firstPageMap: Int?
        for (index, item) in items.items.enumerated() {
            var isUnusual = false
            tree.forEachWord(in: item.properties) { word in
                if tree.equals(word, "nav") {
                    isUnusual = isUnusual || navigationIndex != nil
                    navigationIndex = navigationIndex ?? index
                } else if tree.equals(word, "cover-image") {
                    isUnusual = isUnusual || image != nil
                    image = image ?? index
                } else if !ItemRoles.isUsual(word, tree) {
                    isUnusual = true
                }
            }
            if isUnusual { unusual.append(index) }
            if firstNCX == nil, tree.equals(item.type, "application/x-dtbncx+xml") { firstNCX = index }
            if firstPageMap == nil, tree.equals(item.type, PageMap.mediaType) { firstPageMap = index }
        }
        cover = image ?? ItemRoles.legacyCover(items, metadata, &log) ?? ItemRoles.guideCover(items)
        navigation = navigationIndex.map { items.items[$0] }
        ncx = ItemRoles.ncx(items, firstNCX).map { items.items[$0] }
        pageMap = (PageMap.item(items) ?? firstPageMap).map { items.items[$0] }
    }

    /// The NCX that the spine refers to, otherwise the first one (OPF 2.0.1, 2.4.1.2).
    private static func ncx(_ items: borrowing ManifestItems, _ first: Int?) -> Int? {
        let tree = items.package.tree
        guard let named = items.index(of: tree.value(.toc, of: items.package.spine)) else { return first }
        return tree.equals(items.items[named].type, "application/x-dtbncx+xml") ? named : first ?? named
    }

    /// `<meta name="cover" content="id">`: never specified, but common.  Some books use the href instead of the id.
    private static func legacyCover(
        _ items: borrowing ManifestItems, _ metadata: PackageMetadata, _ log: inout WarningLog
    ) -> Int? {
        let tree = items.package.tree
        let statement = metadata.items.first { $0.form == .nameAndContent && $0.property == .cover }
        guard let statement, let content = tree.value(.content, of: statement.node) else { return nil }
        if let item = items.index(of: content) { return item }
        for index in items.items.indices {
            guard tree.equals(items.items[index].href, content) else { continue }
            log.add(.minor, "The cover is referenced by its href instead of its id.", metadata.location(of: statement))
            return index
        }
        log.add(
            .minor, "The cover \"\(statement.value.prefix(100))\" is not an item.", metadata.location(of: statement))
        return nil
    }

    /// The image that the guide refers to as the cover (OPF 2.0.1, 2.6).
    private static func guideCover(_ items: borrowing ManifestItems) -> Int? {
        let package = items.package
        let tree = package.tree
        guard let guide = package.guide else { return nil }
        for node in tree.children(of: guide, named: .reference) {
            guard tree.valueText(.type, of: node)?.asciiLowercased == "cover", let href = tree.value(.href, of: node)
            else { continue }
            let target = package.href(of: href)
            return items.items.indices.first { index in
                let isImage = tree.withBytes(of: items.items[index].type) { $0.starts(with: "image/".utf8) }
                return isImage && package.href(of: items.items[index].href) == target
            }
        }
        return nil
    }

    private static func isUsual(_ property: MarkupTree.Slice, _ tree: MarkupTree) -> Bool {
        tree.equals(property, "svg") || tree.equals(property, "scripted") || tree.equals(property, "mathml")
            || tree.equals(property, "remote-resources")
    }

    /// The items with a rare property.
    func items(with property: StaticString, _ items: borrowing ManifestItems) -> [Int] {
        let package = items.package
        var found: [Int] = []
        for index in unusual {
            var isOne = false
            package.tree.forEachWord(in: items.items[index].properties) {
                isOne = isOne || package.tree.equals($0, property)
            }
            if isOne { found.append(index) }
        }
        return found
    }

    /// The hrefs of the items with a rare property.
    func hrefs(ofItemsWith property: StaticString, _ items: borrowing ManifestItems) -> [String] {
        let package = items.package
        return self.items(with: property, items).map { package.href(of: items.items[$0].href) }
    }

    func isNavigation(_ item: Int) -> Bool { item == navigationIndex }

    func has(_ item: Int) -> Bool { item == navigationIndex || item == cover }

    /// The relations of an item.  There is one table of contents and one cover, even if several items claim to be.
    func rels(of item: Int) -> [String] {
        (item == navigationIndex ? ["contents"] : []) + (item == cover ? ["cover"] : [])
    }
}
