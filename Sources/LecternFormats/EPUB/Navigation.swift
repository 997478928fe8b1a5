// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The lists of links of a publication, by role: table of contents, page list, landmarks and others.
struct Navigation {
    var toc: [Link] = []
    var pageList: [Link] = []
    var landmarks: [Link] = []
    /// loi, lot, loa, lov: lists of illustrations, tables, audio clips and video clips.
    var others: [(role: String, links: [Link])] = []

    /// Fills what is empty.
    mutating func complete(with other: Navigation) {
        if toc.isEmpty { toc = other.toc }
        if pageList.isEmpty { pageList = other.pageList }
        if landmarks.isEmpty { landmarks = other.landmarks }
    }

    /// The relation that a type of the structural semantics vocabulary has in Readium.
    static func rel(ofType type: String) -> String {
        switch type {
        case "cover": return "cover"
        case "toc": return "contents"
        case "bodymatter": return "start"
        default: return "http://idpf.org/epub/vocab/structure/#" + type
        }
    }

    /// The cleaned form of an entry: without anything to show, or anywhere to go, there is none.
    static func entry(title: String, href: String?, rels: [String] = [], children: [Link]) -> Link? {
        guard !children.isEmpty || !title.isEmpty && href != nil else { return nil }
        return Link(href: href ?? "#", title: title.isEmpty ? nil : title, rels: rels, children: children)
    }

    /// Resolves the target of an entry; one that leads out of the book to something else than the web is dropped.
    static func target(_ slice: MarkupTree.Slice?, in tree: MarkupTree, base: HrefBase, _ log: inout WarningLog) -> String? {
        guard let slice else { return nil }
        let href = tree.withBytes(of: slice) { base.resolve($0) }
        guard tree.hasColon(slice), Href.isAbsolute(href), !Href.isWeb(href), !href.hasPrefix("mailto:") else { return href }
        log.add(.moderate, "\"\(href.prefix(200))\" is nothing that a publication leads to.", [base.href])
        return nil
    }
}

extension MarkupTree {
    fileprivate func hasColon(_ slice: Slice) -> Bool { withBytes(of: slice) { $0.contains(UInt8(ascii: ":")) } }
}
