// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The outline of a document as a table of contents.
///
/// Items are linked lists.  A crafted document can make them circular, so each item is visited only once.
public struct PDFOutline {
    public private(set) var toc: [Link] = []
    private var visited: Set<UnsafeMutableRawPointer> = []
    private var unresolved = 0
    private var stopped = false
    /// The budget for looking up the pages of items.
    private var remainingSteps = 30_000_000
    private let stepsForEach: Int
    private let maxNesting: Int
    private let pageCount: Int
    private let path: String

    private static let maxItems = 20_000

    /// - Parameter path: the path of the document in the publication.
    public init(_ document: borrowing PDFDocument, path: String, limits: Limits, _ log: inout WarningLog) {
        self.path = path
        pageCount = document.pageCount
        maxNesting = Int(clamping: limits.maxNesting)
        // For each item, pdfium may search all pages, and before that all names, which takes longer.
        stepsForEach = pageCount + 7 * Swift.min(document.namedDestinationCount, 1 << 32)
        toc = items(document, below: nil, depth: 1)
        if stopped {
            log.add(.moderate, "The outline is too large, too deep or circular; a part of it is ignored.", [path])
        }
        if unresolved > 0 { log.add(.minor, "Some outline items do not refer to a page (\(unresolved)).", [path]) }
    }

    private mutating func items(
        _ document: borrowing PDFDocument, below parent: UnsafeMutableRawPointer?, depth: Int
    ) -> [Link] {
        var links: [Link] = []
        var next = document.functions.firstChild(document.handle, parent)
        while let item = next, !document.isInVain {
            guard depth <= maxNesting, visited.count < PDFOutline.maxItems, visited.insert(item).inserted else {
                stopped = true
                break
            }
            let children = items(document, below: item, depth: depth + 1)
            if let link = link(document, item, children) { links.append(link) }
            next = document.functions.nextSibling(document.handle, item)
        }
        return links
    }

    /// An item without a destination is only kept as a heading of its children.
    private mutating func link(
        _ document: borrowing PDFDocument, _ item: UnsafeMutableRawPointer, _ children: [Link]
    ) -> Link? {
        let title = document.text { document.functions.bookmarkTitle(item, $0, $1) }
        let page = page(document, item)
        if page == nil, !stopped { unresolved += 1 }
        guard page != nil || !children.isEmpty, title != nil || !children.isEmpty else { return nil }
        let href = page.map { "\(path)#page=\($0)" } ?? "#"
        return Link(href: href, type: page == nil ? nil : MediaType.pdf, title: title, children: children)
    }

    /// The page of an item, counted from 1.
    private mutating func page(_ document: borrowing PDFDocument, _ item: UnsafeMutableRawPointer) -> Int? {
        guard remainingSteps > 0 else {
            stopped = true
            return nil
        }
        remainingSteps -= stepsForEach
        guard let destination = document.functions.bookmarkDestination(document.handle, item) else { return nil }
        let index = Int(document.functions.pageOfDestination(document.handle, destination))
        return 0..<pageCount ~= index ? index + 1 : nil
    }
}
