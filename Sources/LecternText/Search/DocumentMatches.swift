// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The positions of all matches in one document, with a few bytes each.
public struct DocumentMatches {
    public struct Match {
        let start: Int32
        let end: Int32
        public let utf16Offset: Int32

        public var range: Range<Int> { Int(start)..<Int(end) }

        init(_ range: Range<Int>, utf16Offset: Int) {
            start = Int32(truncatingIfNeeded: range.lowerBound)
            end = Int32(truncatingIfNeeded: range.upperBound)
            self.utf16Offset = Int32(truncatingIfNeeded: utf16Offset)
        }
    }

    public let tree: MarkupTree
    public let text: SearchText
    public let matches: [Match]

    /// Returns nil if there are no matches.
    public init?(_ query: SearchQuery, in tree: MarkupTree, _ work: Work) throws(Failure) {
        self.tree = tree
        text = SearchText(tree, .bases, work)
        try work.check()
        let tailored = query.inLanguages(of: tree)
        let query = tailored ?? query
        var matches = try DocumentMatches.matches(query, in: text, work)
        for form in text.otherForms {
            let other = OtherText(SearchText(tree, form, work), of: text, in: tree)
            try work.check()
            let others = try DocumentMatches.matches(query, in: other.text, work)
            matches = DocumentMatches.sorted(matches, others.compactMap { other.bases(of: $0.range) }, in: text)
        }
        self.matches = tailored == nil ? matches : DocumentMatches.whole(matches, query, in: text, tree)
        if self.matches.isEmpty { return nil }
    }

    /// The matches that are whole words in the language of their element.
    private static func whole(_ matches: [Match], _ query: SearchQuery, in text: SearchText, _ tree: MarkupTree)
        -> [Match]
    {
        text.bytes.withUnsafeBufferPointer { bytes in
            matches.filter { match in
                let parent = text.places(of: match.range).flatMap { tree.parent(of: $0.start.node) }
                let language = parent.flatMap { tree.language(of: $0) }
                return query.isWhole(match.range, in: bytes, language: language)
            }
        }
    }

    private static func matches(_ query: SearchQuery, in text: SearchText, _ work: Work) throws(Failure) -> [Match] {
        // `withUnsafeBufferPointer` of an array does not support typed throws.
        let result = text.bytes.withUnsafeBufferPointer { text in
            Result { () throws(Failure) -> [Match] in
                var matches: [Match] = []
                try query.forEachMatch(in: text, work) { matches.append(Match($0, utf16Offset: $1)) }
                return matches
            }
        }
        return try result.get()
    }

    /// The matches in the text, and those that are only found in another form of it, in order.
    private static func sorted(_ matches: [Match], _ others: [Range<Int>], in text: SearchText) -> [Match] {
        guard !others.isEmpty else { return matches }
        var known = Set(matches.map { text.words(in: $0.range) })
        var (counted, units) = (0, 0)
        let added = others.filter { known.insert($0).inserted }.sorted { $0.lowerBound < $1.lowerBound }.map { range in
            units += UTF8Scalar.utf16Count(text.bytes[counted..<range.lowerBound])
            counted = range.lowerBound
            return Match(range, utf16Offset: units)
        }
        return (matches + added).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }
}
