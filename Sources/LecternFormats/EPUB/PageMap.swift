// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Adobe's page map, the list of printed pages in many EPUBs of version 2: `<page name="12" href="c1.xhtml#p12"/>`.
enum PageMap {
    static let mediaType: StaticString = "application/oebps-page-map+xml"

    /// The item that the attribute `page-map` of the spine names.
    static func item(_ items: borrowing ManifestItems) -> Int? {
        let tree = items.package.tree
        for index in tree.attributeRange(of: items.package.spine)
        where tree.equals(tree.attributes[index].qualifiedName, "page-map") {
            return items.index(of: tree.trimmed(tree.attributes[index].value))
        }
        return nil
    }

    static func links(_ tree: MarkupTree, base: HrefBase, _ log: inout WarningLog) -> [Link] {
        guard let root = tree.root else { return [] }
        var links: [Link] = []
        for page in tree.children(of: root) where tree.localName(of: page) == "page" {
            let href = Navigation.target(tree.value(.href, of: page), in: tree, base: base, &log)
            let title = tree.valueText(.name, of: page)?.collapsed ?? ""
            if let link = Navigation.entry(title: title, href: href, children: []) { links.append(link) }
        }
        return links
    }
}
