// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The NCX, the table of contents of EPUB 2 (OPF 2.0.1, 2.4.1; ANSI/NISO Z39.86, 8).
struct NCX {
    private let tree: MarkupTree
    private let base: HrefBase
    private let maxNesting: Int
    private var hrefs: HrefsInOrder
    private var log: WarningLog
    private var wasTooDeep = false
    private var hasOddID = false

    static func read(
        _ tree: MarkupTree, base: HrefBase, _ hrefs: HrefsInOrder, limits: Limits, _ log: inout WarningLog
    ) -> Navigation {
        guard let root = tree.root, tree.name(of: root) == .ncx else {
            log.add(.moderate, "The root element is not \"ncx\".", [base.href])
            return Navigation()
        }
        var document = NCX(tree: tree, base: base, maxNesting: Int(clamping: limits.maxNesting), hrefs, log: log)
        var navigation = Navigation()
        if let map = tree.firstChild(of: root, named: .navMap) {
            navigation.toc = document.links(in: map, named: .navPoint, depth: 1)
        }
        if let list = tree.firstChild(of: root, named: .pageList) {
            navigation.pageList = document.links(in: list, named: .pageTarget, depth: 1)
        }
        log = document.log
        return navigation
    }

    private init(tree: MarkupTree, base: HrefBase, maxNesting: Int, _ hrefs: HrefsInOrder, log: WarningLog) {
        self.tree = tree
        self.base = base
        self.maxNesting = maxNesting
        self.hrefs = hrefs
        self.log = log
    }

    /// Checks that identifiers are XML names (OPF 2.0.1, 2.4.1), and that page targets have one of three types.
    private mutating func check(_ node: MarkupTree.Node) {
        for index in tree.attributeRange(of: node) {
            let attribute = tree.attributes[index]
            if attribute.name == .id {
                let isName = tree.withBytes(of: attribute.value) { bytes in
                    !(bytes.first.map(ASCII.isDigit) ?? true) && !bytes.contains(UInt8(ascii: ":"))
                }
                if !isName && !hasOddID {
                    hasOddID = true
                    log.add(
                        .minor, "\"\(tree.string(attribute.value).prefix(100))\" is not a valid identifier.",
                        [base.href])
                }
            } else if attribute.name == .type, tree.name(of: node) == .pageTarget,
                !["front", "normal", "special"].contains(tree.string(attribute.value))
            {
                log.add(.minor, "\"\(tree.string(attribute.value).prefix(100))\" is not a page type.", [base.href])
            }
        }
    }

    private mutating func links(in parent: MarkupTree.Node, named name: MarkupName, depth: Int) -> [Link] {
        guard depth <= maxNesting else {
            if !wasTooDeep { log.add(.moderate, "The list is nested too deeply; the rest is ignored.", [base.href]) }
            wasTooDeep = true
            return []
        }
        var links: [Link] = []
        for node in tree.children(of: parent, named: name) {
            check(node)
            let children = self.links(in: node, named: name, depth: depth + 1)
            let label = tree.firstChild(of: node, named: .navLabel).flatMap { tree.firstChild(of: $0, named: .text) }
            let content = tree.firstChild(of: node, named: .content)
            let target = content.flatMap { tree.value(.src, of: $0) }
            let href = hrefs.target(target, in: tree, base: base, &log)
            let title = label.map(tree.collapsedText) ?? ""
            if let link = Navigation.entry(title: title, href: href, children: children) { links.append(link) }
        }
        return links
    }
}
