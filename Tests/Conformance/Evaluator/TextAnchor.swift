// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// A range of the text of an element, found by a quote.
struct TextAnchor {
    /// A position in the text of the innermost element that contains it, in UTF-16 units.
    struct Point {
        let element: MarkupTree.Node
        let offset: Int
    }

    /// In UTF-16 units of the `textContent` of the element that was searched.
    let range: Range<Int>
    let start: Point
    let end: Point
    let score: Double
}

extension MarkupTree {
    /// Finds a quote in the text of an element, including the text of scripts and hidden elements.
    func anchor(_ quote: TextQuote, in element: Node) -> TextAnchor? {
        let runs = textRuns(in: element)
        guard let match = quote.match(in: runs.text), let start = runs.run(at: match.range.lowerBound),
            let end = runs.run(at: match.range.upperBound - 1)
        else { return nil }
        let ends = points([
            (start, match.range.lowerBound - start.start), (end, match.range.upperBound - end.start),
        ])
        return TextAnchor(range: match.range, start: ends[0], end: ends[1], score: match.score)
    }

    /// Converts offsets in text nodes to offsets in the text of their parents.
    private func points(_ places: [(run: TextRuns.Run, offset: Int)]) -> [TextAnchor.Point] {
        places.map { run, offset in
            guard let parent = parent(of: run.node) else { return TextAnchor.Point(element: run.node, offset: offset) }
            var before = 0
            forEachTextNode(in: parent) { node in
                if node == run.node { return false }
                before += utf16Count(of: node)
                return true
            }
            return TextAnchor.Point(element: parent, offset: before + offset)
        }
    }

    /// The text nodes below an element, and their joined text.
    struct TextRuns {
        struct Run {
            let node: Node
            let start: Int
        }

        var text: [UInt16] = []
        var runs: [Run] = []

        /// The run that contains a unit of the text.
        func run(at offset: Int) -> Run? {
            let behind = runs.partitionPoint { $0.start <= offset }
            return behind > 0 ? runs[behind - 1] : nil
        }
    }

    func textRuns(in element: Node) -> TextRuns {
        var runs = TextRuns()
        forEachTextNode(in: element) { node in
            if nodes[Int(node)].slice.count > 0 {
                runs.runs.append(TextRuns.Run(node: node, start: runs.text.count))
                withBytes(of: nodes[Int(node)].slice) { bytes in
                    _ = transcode(bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: false) {
                        runs.text.append($0)
                    }
                }
            }
            return true
        }
        return runs
    }

    private func utf16Count(of node: Node) -> Int {
        withBytes(of: nodes[Int(node)].slice) { bytes in
            UTF8Scalar.utf16Count(bytes)
        }
    }

    /// Calls `body` for each text node in document order, until it returns false.
    private func forEachTextNode(in element: Node, _ body: (Node) -> Bool) {
        var node = element + 1
        let end = end(of: element)
        while node < end {
            if !isElement(node) && !body(node) { return }
            node += 1
        }
    }

    /// The path from an ancestor to an element, as an XPath of names and indices: `/div[3]/p[8]`.
    func path(to element: Node, from root: Node) -> String {
        var steps: [String] = []
        var node = element
        while node != root, let parent = parent(of: node) {
            var number = 1
            for sibling in children(of: parent) {
                if sibling == node { break }
                if hasSameName(sibling, node) { number += 1 }
            }
            steps.append("/\(qualifiedName(of: node))[\(number)]")
            node = parent
        }
        return steps.isEmpty ? "/" : steps.reversed().joined()
    }
}
