// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The navigation control center of DAISY 2.02 (ncc.html): metadata, and links to the SMIL files in reading order.
struct NavigationControlCenter {
    /// The values of `meta` elements by lower-case name, such as "dc:title" and "ncc:totaltime".
    private(set) var metadata: [String: [String]] = [:]
    private(set) var title: String?
    private(set) var toc: [Link] = []
    private(set) var pages: [Link] = []
    /// Steps that can be skipped: their hrefs and roles.
    private(set) var roles: [(href: String, role: String)] = []
    /// The hrefs of the SMIL files in reading order.
    private(set) var presentations: [String] = []

    private static let levels = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
    private static let most = 100_000

    init(_ tree: MarkupTree, path: String, _ log: inout WarningLog) {
        guard let root = tree.root else { return }
        let base = HrefBase(entryPath: path)
        var headings: [(level: Int, link: Link)] = []
        var known: Set<String> = []
        var count = 0
        for node in root..<tree.end(of: root) where tree.isElement(node) {
            switch tree.localName(of: node).asciiLowercased {
            case "title" where title == nil: title = tree.collapsedText(of: node)
            case "meta": addMetadata(tree, node)
            case "a" where count < NavigationControlCenter.most:
                guard let href = Navigation.target(tree.value(.href, of: node), in: tree, base: base, &log) else {
                    continue
                }
                count += 1
                if known.insert(Href.withoutFragment(href)).inserted {
                    presentations.append(Href.withoutFragment(href))
                }
                add(tree, node, href, &headings)
            default: break
            }
        }
        toc = Link.nested(headings)
    }

    private mutating func addMetadata(_ tree: MarkupTree, _ node: MarkupTree.Node) {
        guard let name = tree.value(named: "name", of: node)?.trimmed.asciiLowercased, StreamSafeText.contains(name),
            let value = tree.value(named: "content", of: node)?.collapsed, !value.isEmpty
        else { return }
        metadata[name, default: []].append(value)
    }

    /// Adds a link as a heading or a page, by the element that it is in.
    private mutating func add(
        _ tree: MarkupTree, _ node: MarkupTree.Node, _ href: String, _ headings: inout [(level: Int, link: Link)]
    ) {
        guard let parent = tree.parent(of: node) else { return }
        let text = tree.collapsedText(of: node)
        let title = text.isEmpty ? tree.collapsedText(of: parent) : text
        if let level = NavigationControlCenter.levels[tree.localName(of: parent).asciiLowercased] {
            if !title.isEmpty { headings.append((level, Link(href: href, title: title))) }
            return
        }
        let names = (tree.value(named: "class", of: parent) ?? "").words
        guard let role = names.lazy.compactMap(DAISYStructure.role).first else { return }
        roles.append((href, role))
        if role == "pagebreak", !title.isEmpty { pages.append(Link(href: href, title: title)) }
    }
}
