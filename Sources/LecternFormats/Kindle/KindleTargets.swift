// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Where the positions that links lead to are in the documents: an id of each.
struct KindleTargets {
    /// A document as a part of the text.
    struct Document {
        let path: String
        let range: Range<Int>
    }

    /// The maximum number of places that are found; links to others lead to their document.
    static let most = 200_000

    /// Insertions in the text: attributes in tags, and elements.
    private(set) var insertions: [(place: Int, text: String)] = []
    private var hrefs: [Int: String] = [:]
    private var starts: [(place: Int, path: String)] = []

    /// - Parameters:
    ///   - documents: in order.
    ///   - positions: those that are referred to.
    init(_ text: [UInt8], _ documents: [Document], _ positions: Set<Int>) {
        let sorted = positions.sorted()
        var next = 0
        for document in documents {
            starts.append((document.range.lowerBound, document.path))
            while next < sorted.count, sorted[next] < document.range.lowerBound { next += 1 }
            let first = next
            while next < sorted.count, sorted[next] < document.range.upperBound { next += 1 }
            if first < next { find(sorted[first..<next], in: document, text) }
        }
    }

    /// The href of a position, relative to the root; the document, if nothing is found there.
    func href(_ position: Int) -> String? {
        if let href = hrefs[position] { return href }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].place <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? starts[low - 1].path : nil
    }

    private mutating func find(_ positions: ArraySlice<Int>, in document: Document, _ text: [UInt8]) {
        var rest = positions
        // Links to the beginning of a document need no id.
        var isAtStart = true
        var isInHead = false
        for token in KindleTags(text, document.range) {
            switch token.kind {
            case .start:
                if token.name == "head" { isInHead = true }
                if token.name == "body" { isInHead = false }
                if isInHead || token.name == "html" || token.name.utf8.starts(with: "mbp:".utf8) { continue }
                if let first = rest.first, first < token.range.upperBound {
                    let id = isAtStart ? nil : id(of: token, text, first)
                    assign(id, of: document, to: &rest, before: token.range.upperBound)
                }
                if KindleTargets.content.contains(token.name) { isAtStart = false }
            case .text:
                guard !isInHead, text[token.range].contains(where: { !ASCII.isSpace($0) }) else { continue }
                while let first = rest.first, first < token.range.upperBound {
                    let isStart = isAtStart && first <= token.range.lowerBound
                    let id = isStart ? nil : anchor(at: first, in: token.range, text)
                    assign(id, of: document, to: &rest, before: max(first, token.range.lowerBound) + 1)
                }
                isAtStart = false
            case .end, .other:
                if token.name == "head" { isInHead = false }
            }
            if rest.isEmpty { return }
        }
    }

    private mutating func assign(
        _ id: String?, of document: Document, to rest: inout ArraySlice<Int>, before end: Int
    ) {
        while let position = rest.first, position < end {
            hrefs[position] = document.path + (id.map { "#" + PercentEncoding.encodedPath($0) } ?? "")
            rest = rest.dropFirst()
        }
    }

    private static let content: Set<String> = ["img", "svg", "image", "hr", "video", "audio", "object", "table"]

    /// The id of an element, or a new one.
    private mutating func id(of tag: KindleTags.Token, _ text: [UInt8], _ position: Int) -> String {
        let known = KindleTags.attributes(text, of: tag).first { $0.name == "id" && !$0.value.isEmpty }
        if let known, let id = String(validating: text[known.value], as: UTF8.self), !id.contains("&") { return id }
        if known != nil { return anchor(at: tag.range.lowerBound, position) }
        let id = "filepos\(position)"
        insertions.append((tag.nameEnd, " id=\"\(id)\""))
        return id
    }

    /// The id of an anchor in a text, before a word that is not too long, otherwise before the text.
    private mutating func anchor(at position: Int, in range: Range<Int>, _ text: [UInt8]) -> String {
        let first = max(range.lowerBound, insertions.last?.place ?? 0)
        var place = max(position, first)
        let least = max(first, place - KindleTargets.longestWord)
        while place > least, !ASCII.isSpace(text[place - 1]) { place -= 1 }
        return anchor(at: place > first && !ASCII.isSpace(text[place - 1]) ? first : place, position)
    }

    private static let longestWord = 100

    private mutating func anchor(at place: Int, _ position: Int) -> String {
        let id = "filepos\(position)"
        insertions.append((place, "<a id=\"\(id)\"></a>"))
        return id
    }
}
