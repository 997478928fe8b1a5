// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The lists of links in a publication by role: table of contents, page list, landmarks and others.
struct Navigation {
    var toc: [Link] = []
    var pageList: [Link] = []
    var landmarks: [Link] = []
    /// loi, lot, loa, lov: lists of illustrations, tables, audio clips and video clips.
    var others: [(role: String, links: [Link])] = []

    /// Fills empty lists from `other`.
    mutating func complete(with other: Navigation) {
        if toc.isEmpty { toc = other.toc }
        if pageList.isEmpty { pageList = other.pageList }
        if landmarks.isEmpty { landmarks = other.landmarks }
    }

    /// Whether any of these links leads out of the document that they are in, to the web or to a file that exists.
    static func leadAway(_ links: [Link], from document: String, _ files: inout PublicationFiles) -> Bool {
        for link in links {
            if Href.withoutFragment(link.href) != document, Href.isAbsolute(link.href) || files.has(link.href) {
                return true
            }
            if leadAway(link.children, from: document, &files) { return true }
        }
        return false
    }

    /// Corrects links to missing files (see `EntryNames`).
    ///
    /// - Parameter entryPaths: the paths of files whose name differs from the one in the manifest, by href.
    mutating func correct(_ entryPaths: [String: String], _ files: inout PublicationFiles) {
        let spellings = Dictionary(entryPaths.map { ($0.value, $0.key) }, uniquingKeysWith: min)
        Navigation.correct(&toc, spellings, &files)
        Navigation.correct(&pageList, spellings, &files)
        Navigation.correct(&landmarks, spellings, &files)
        for index in others.indices { Navigation.correct(&others[index].links, spellings, &files) }
    }

    /// The parser has limited the nesting.
    private static func correct(_ links: inout [Link], _ spellings: [String: String], _ files: inout PublicationFiles) {
        for index in links.indices {
            let href = links[index].href
            if href != "#", !Href.isAbsolute(href) { links[index].href = files.spelled(href, spellings) }
            correct(&links[index].children, spellings, &files)
        }
    }

    /// The relation in Readium for a type of the Structural Semantics Vocabulary.
    static func rel(ofType type: String) -> String {
        switch type {
        case "cover": return "cover"
        case "toc": return "contents"
        case "bodymatter": return "start"
        default: return "http://idpf.org/epub/vocab/structure/#" + type
        }
    }

    /// Creates the link of an entry.  Returns nil for an entry without content.
    static func entry(title: String, href: String?, rels: [String] = [], children: [Link]) -> Link? {
        guard !children.isEmpty || !title.isEmpty && href != nil else { return nil }
        return Link(href: href ?? "#", title: title.isEmpty ? nil : title, rels: rels, children: children)
    }

    /// Resolves the target of an entry.  A target that is neither in the publication nor on the web is dropped.
    static func target(_ slice: MarkupTree.Slice?, in tree: MarkupTree, base: HrefBase, _ log: inout WarningLog)
        -> String?
    {
        guard let slice else { return nil }
        let href = tree.withBytes(of: slice) { base.resolve($0) }
        guard tree.hasColon(slice), Href.isAbsolute(href), !Href.isWeb(href), !href.hasPrefix("mailto:") else {
            return href
        }
        log.add(.moderate, "\"\(href.prefix(200))\" cannot be the target of a link.", [base.href])
        return nil
    }
}

extension MarkupTree {
    fileprivate func hasColon(_ slice: Slice) -> Bool { withBytes(of: slice) { $0.contains(UInt8(ascii: ":")) } }
}
