// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The navigation document (EPUB 3.3, 7).
struct NavigationDocument {
    private let tree: MarkupTree
    private let base: HrefBase
    private let maxNesting: Int
    private var hrefs: HrefsInOrder
    private var log: WarningLog
    private var wasTooDeep = false

    /// Reads all lists of the document.  The first one of each type is used.
    static func read(
        _ tree: MarkupTree, base: HrefBase, _ hrefs: HrefsInOrder, limits: Limits, _ log: inout WarningLog
    ) -> Navigation {
        var document = NavigationDocument(
            tree: tree, base: base, maxNesting: Int(clamping: limits.maxNesting), hrefs, log: log)
        let navigation = document.navigation()
        log = document.log
        return navigation
    }

    /// Reads the table of contents of a page that is not a navigation document: the list in the element with the role
    /// `doc-toc`, or in a `nav` element without a type.
    static func contents(_ tree: MarkupTree, base: HrefBase, limits: Limits, _ log: inout WarningLog) -> [Link] {
        var document = NavigationDocument(
            tree: tree, base: base, maxNesting: Int(clamping: limits.maxNesting), HrefsInOrder([]), log: log)
        let links = document.contents()
        log = document.log
        return links
    }

    private mutating func contents() -> [Link] {
        guard let root = tree.root else { return [] }
        let element = (root..<tree.end(of: root)).first {
            tree.isElement($0) && (tree.attributeText(.role, of: $0) ?? "").words.contains("doc-toc")
        }
        guard let element else { return untypedList(below: root) }
        let list = (element..<tree.end(of: element)).first(where: isList)
        return list.map { links(in: $0, depth: 1) } ?? []
    }

    private init(tree: MarkupTree, base: HrefBase, maxNesting: Int, _ hrefs: HrefsInOrder, log: WarningLog) {
        self.tree = tree
        self.base = base
        self.maxNesting = maxNesting
        self.hrefs = hrefs
        self.log = log
    }

    private mutating func navigation() -> Navigation {
        var navigation = Navigation()
        guard let root = tree.root else { return navigation }
        // The lists found so far, at most seven.
        var types: [String] = []
        for nav in tree.descendants(of: root, named: .nav) {
            for type in tree.structuralTypes(of: nav) where !types.contains(type) {
                switch type {
                case "toc": navigation.toc = links(of: nav)
                case "page-list": navigation.pageList = links(of: nav)
                case "landmarks": navigation.landmarks = links(of: nav)
                case "loi", "lot", "loa", "lov": navigation.others.append((type, links(of: nav)))
                default: continue
                }
                types.append(type)
            }
        }
        if !types.contains("toc") { navigation.toc = untypedList(below: root) }
        // Sorted, so that the order does not depend on the document.
        navigation.others.sort { $0.role < $1.role }
        return navigation
    }

    /// If no list has the type "toc", the first list without a type is used.
    private mutating func untypedList(below root: MarkupTree.Node) -> [Link] {
        // If a `nav` has no links, those nested in it have none either.
        var end: MarkupTree.Node = 0
        for nav in tree.descendants(of: root, named: .nav) where nav >= end && tree.structuralTypes(of: nav).isEmpty {
            let links = links(of: nav)
            guard !links.isEmpty else {
                end = tree.end(of: nav)
                continue
            }
            log.add(.moderate, "No list has the type \"toc\"; the first one without a type is used.", [base.href])
            return links
        }
        return []
    }

    // MARK: Lists

    /// The links of a `nav`; if it has no list, all links in it.
    private mutating func links(of nav: MarkupTree.Node) -> [Link] {
        if let list = list(of: nav) { return links(in: list, depth: 1) }
        var found: [Link] = []
        for label in tree.descendants(of: nav, named: .a) where tree.attribute(.href, of: label) != nil {
            if let link = link(label: label, children: []) { found.append(link) }
        }
        return found
    }

    /// The list of a `nav` or of an item: a child element as specified, or one inside other elements.
    private func list(of node: MarkupTree.Node) -> MarkupTree.Node? {
        var child = tree.nodes[Int(node)].firstChild
        while child >= 0 {
            if isList(child) { return child }
            child = tree.nodes[Int(child)].nextSibling
        }
        return (node + 1..<tree.end(of: node)).first(where: isList)
    }

    private func isList(_ node: MarkupTree.Node) -> Bool { tree.name(of: node) == .ol || tree.name(of: node) == .ul }

    private mutating func links(in list: MarkupTree.Node, depth: Int) -> [Link] {
        guard depth <= maxNesting else {
            if !wasTooDeep { log.add(.moderate, "The list is nested too deeply; the rest is ignored.", [base.href]) }
            wasTooDeep = true
            return []
        }
        var links: [Link] = []
        for child in tree.children(of: list) where tree.isElement(child) {
            if tree.name(of: child) == .li {
                if let link = link(child, depth: depth) { links.append(link) }
                continue
            }
            // A list beside the item that it belongs to, or items inside other elements.
            let inner = self.links(in: child, depth: depth + 1)
            if isList(child), let last = links.indices.last {
                links[last].children += inner
            } else {
                links += inner
            }
        }
        return links
    }

    private mutating func link(_ item: MarkupTree.Node, depth: Int) -> Link? {
        let children = list(of: item).map { links(in: $0, depth: depth + 1) } ?? []
        guard let label = label(of: item) else { return Navigation.entry(title: "", href: nil, children: children) }
        return link(label: label, children: children)
    }

    private mutating func link(label: MarkupTree.Node, children: [Link]) -> Link? {
        var href: String?
        var rels: [String] = []
        for index in tree.attributeRange(of: label) {
            let attribute = tree.attributes[index]
            if attribute.name == .href, attribute.prefixCount == 0 {
                href = hrefs.target(attribute.value, in: tree, base: base, &log)
            } else if attribute.name == .type, attribute.prefixCount > 0 {
                rels = tree.structuralTypes(of: label).map(Navigation.rel)
            }
        }
        return Navigation.entry(title: title(of: label), href: href, rels: rels, children: children)
    }

    /// The first link of an item, possibly inside other elements.  A heading without a link is a `span`.
    private func label(of item: MarkupTree.Node) -> MarkupTree.Node? {
        var heading: MarkupTree.Node?
        var node = item + 1
        let end = tree.end(of: item)
        while node < end {
            if isList(node) {
                node = tree.end(of: node)
                continue
            }
            switch tree.name(of: node) {
            case .a where tree.attribute(.href, of: node) != nil: return node
            case .a, .span: heading = heading ?? node
            default: break
            }
            node += 1
        }
        return heading
    }

    /// The text of a label, with the alternatives of images, recordings and formulas; without text, the alternative or
    /// the name of the label (EPUB 3.3, 7.3).
    private func title(of label: MarkupTree.Node) -> String {
        let text = tree.label(of: label)
        if !text.isEmpty { return text }
        return (tree.alternative(of: label) ?? tree.valueText(.ariaLabel, of: label) ?? "").collapsed
    }
}

extension MarkupTree {
    /// The text of an element in one line.  Images, recordings and formulas are replaced by their alternatives; the
    /// readings of ruby are left out.
    fileprivate func label(of node: Node) -> String {
        guard (node + 1..<end(of: node)).contains(where: isElement) else { return collapsedText(of: node) }
        var text = ""
        var endsWithAlternative = false
        var nextText = node
        var place = node + 1
        var endOfBlock: Node = 0
        while place < end(of: node) {
            if isElement(place), MarkupTree.separating.contains(localName(of: place)) {
                text += " "
                endOfBlock = max(endOfBlock, end(of: place))
            } else if place == endOfBlock {
                text += " "
            }
            let isText = !isElement(place)
            if isText {
                text += string(nodes[Int(place)].slice)
                endsWithAlternative = false
            } else if let other = replacement(of: place, &nextText) {
                text += (endsWithAlternative ? " " : "") + other
                endsWithAlternative = true
                place = end(of: place)
                continue
            }
            let isReading = !isText && ["rt", "rp"].contains(localName(of: place))
            place = isReading ? end(of: place) : place + 1
        }
        return text.collapsed
    }

    /// Elements that begin a line of their own.
    private static let separating: Set<String> = [
        "br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "dt", "dd", "td", "th", "tr", "blockquote",
        "section",
    ]

    /// The alternative of a formula, or of an element without text.
    ///
    /// - Parameter nextText: the next text that is not blank, if it is behind the element: texts are examined once, since
    ///   elements may be nested.
    private func replacement(of node: Node, _ nextText: inout Node) -> String? {
        guard let other = alternative(of: node) else { return nil }
        if localName(of: node) == "math" { return other }
        nextText = max(nextText, node)
        let end = end(of: node)
        while nextText < end, isElement(nextText) || isBlank(nextText) { nextText += 1 }
        return nextText >= end ? other : nil
    }

    private func isBlank(_ text: Node) -> Bool { trimmed(nodes[Int(text)].slice).count == 0 }

    /// The alternative text of an image or a formula, or the title of any element.
    fileprivate func alternative(of node: Node) -> String? {
        for name in [MarkupName.alt, .alttext, .title] {
            if let text = valueText(name, of: node)?.collapsed, !text.isEmpty { return text }
        }
        return nil
    }
}
