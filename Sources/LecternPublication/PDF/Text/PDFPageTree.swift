// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The pages of a document in their order, found as far as somebody asks (ISO 32000-1, 7.7.3).
///
/// It counts as pdfium does, which goes through all that is in front of a page to find it, however long that takes: what
/// cannot be found here in a bounded time must not be asked for there.
struct PDFPageTree {
    enum Page {
        case at(Int)
        /// The same as one before it, in its object or in all that is drawn, of which there are very many.
        case repeated
        case missing
    }

    private struct Node {
        let number: Int
        let kids: [PDFObject]
        var next = 0
    }

    /// Numbers of objects; or what there is in place of one.
    private var pages: [Int] = []
    private static let repeated = -1, missing = -2

    private var open: [Node] = []
    private var isBegun = false
    private var failure: Failure?
    private var visits = 0
    private var spent = 0
    private var numbers: Set<Int> = []
    private var contents: Set<Int> = []

    private var repetitions = 0
    /// Of pages that are like another one.  Honest documents have a few.
    private static let maxRepetitions = 100

    private static let maxDepth = 64
    /// Nodes that are no pages, besides one for each page.
    private static let maxVisits = 10_000
    private static let maxSpent = 512 << 20

    /// The page with an index; `missing` behind the last one.
    mutating func page(_ index: Int, _ objects: PDFObjects) throws(Failure) -> Page {
        while pages.count <= index {
            if let failure { throw failure }
            do throws(Failure) {
                guard try step(objects) else { return .missing }
            } catch {
                if !error.isOfSource { failure = error }
                throw error
            }
        }
        switch pages[index] {
        case PDFPageTree.repeated: return .repeated
        case PDFPageTree.missing: return .missing
        case let number: return .at(number)
        }
    }

    /// Goes on to the next kid; false at the end.
    private mutating func step(_ objects: PDFObjects) throws(Failure) -> Bool {
        let before = objects.spent
        objects.renew()
        defer { spent += objects.spent - before }
        guard spent <= PDFPageTree.maxSpent else { throw PDFInput.tooMuch }
        if !isBegun {
            guard case .reference(let root)? = try objects.catalog()[.pages] else { throw PDFInput.damaged }
            let pages = try objects.dictionary(.reference(root))
            if pages[.kids] == nil { add(root, pages) } else { try enter(root, pages, objects) }
            isBegun = true
            return true
        }
        guard let node = open.last else { return false }
        guard node.next < node.kids.count else {
            open.removeLast()
            return true
        }
        guard case .reference(let number) = node.kids[node.next], number != node.number else { throw PDFInput.damaged }
        if numbers.contains(number) {
            addRepetition(number)
        } else if case .dictionary(let kid) = try objects.resolved(.reference(number)) {
            if kid[.kids] == nil {
                add(number, kid)
            } else {
                let index = open.count - 1
                try enter(number, kid, objects)
                open[index].next += 1
                return true
            }
        } else {
            pages.append(PDFPageTree.missing)
        }
        open[open.count - 1].next += 1
        return true
    }

    private mutating func enter(_ number: Int, _ node: PDFDictionary, _ objects: PDFObjects) throws(Failure) {
        visits += 1
        guard open.count < PDFPageTree.maxDepth, visits <= PDFPageTree.maxVisits + pages.count,
            case .array(let kids) = try objects.resolved(node[.kids])
        else { throw PDFInput.damaged }
        open.append(Node(number: number, kids: kids))
    }

    private mutating func add(_ number: Int, _ page: PDFDictionary) {
        numbers.insert(number)
        guard let content = page[.contents] else { return pages.append(number) }
        var hasher = Hasher()
        hasher.combine(content)
        hasher.combine(page[.resources] ?? page[.parent])
        if contents.insert(hasher.finalize()).inserted { pages.append(number) } else { addRepetition(number) }
    }

    private mutating func addRepetition(_ number: Int) {
        repetitions += 1
        pages.append(repetitions <= PDFPageTree.maxRepetitions ? number : PDFPageTree.repeated)
    }
}
