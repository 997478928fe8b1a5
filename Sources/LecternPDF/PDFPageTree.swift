// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The pages of a document in order, found as they are needed (ISO 32000-1, 7.7.3).
///
/// It counts like pdfium, which treats a kid that is not a node as a page, and visits all nodes before a page to find
/// it.  If each node lists the next one twice, this would take forever.  Such a tree is rejected.
struct PDFPageTree {
    private struct Node {
        let object: PDFObject
        let kids: [PDFObject]
        var next = 0
    }

    private var pages: [PDFObject] = []
    /// The nodes that are being visited, outermost first.
    private var open: [Node] = []
    private var nodeCount = 0
    private var parents: [PDFObject: PDFObject] = [:]

    private static let maxDepth = 32
    /// In addition to one node for each page.
    private static let maxNodes = 10_000
    /// The factor by which finding a page may cost more than reading it.
    private static let share = 16
    private static let tooLarge = Failure(.limit, "The page tree is too large.")

    init(_ objects: PDFObjects) throws(Failure) { try enter(objects.catalog()[.pages] ?? .null, objects) }

    /// The page at an index, or an empty dictionary if it is damaged or missing.
    mutating func page(_ index: Int, _ objects: PDFObjects) throws(Failure) -> PDFDictionary {
        objects.renew(times: PDFPageTree.share)
        while pages.count <= index, let node = open.last {
            if node.next >= node.kids.count {
                open.removeLast()
                continue
            }
            let place = open.count - 1
            if node.kids[node.next] != node.object { try enter(node.kids[node.next], objects) }
            open[place].next += 1
        }
        objects.renew()
        guard index < pages.count, case .dictionary(let page) = try objects.undamaged(pages[index]) else { return [:] }
        return page
    }

    private mutating func enter(_ object: PDFObject, _ objects: PDFObjects) throws(Failure) {
        if case .dictionary(let node) = try objects.undamaged(object),
            case .array(let kids) = try objects.undamaged(node[.kids])
        {
            nodeCount += 1
            guard open.count < PDFPageTree.maxDepth, nodeCount <= PDFPageTree.maxNodes + pages.count else {
                throw PDFPageTree.tooLarge
            }
            open.append(Node(object: object, kids: kids))
        } else {
            pages.append(object)
        }
    }

    /// The resources of a page, which can be inherited from an ancestor (7.7.3.4).
    mutating func resources(of page: PDFDictionary, _ objects: PDFObjects) throws(Failure) -> PDFObject {
        var node = page
        var visited: Set<PDFObject> = []
        while node[.resources] == nil {
            guard let above = node[.parent], visited.insert(above).inserted,
                case .dictionary(let parent) = try parent(above, objects)
            else { return .null }
            node = parent
        }
        return node[.resources] ?? .null
    }

    /// Returns a node without its kids, which may be many and are not needed here.
    private mutating func parent(_ object: PDFObject, _ objects: PDFObjects) throws(Failure) -> PDFObject {
        if let known = parents[object] { return known }
        guard case .dictionary(let node) = try objects.undamaged(object) else { return .null }
        let parent = PDFObject.dictionary(node.filter { $0.key == .resources || $0.key == .parent })
        if parents.count < PDFPageTree.maxNodes { parents[object] = parent }
        return parent
    }
}
