// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The positions of all matches in one document, with a few bytes each.
struct DocumentMatches {
    struct Match {
        let start: Int32
        let end: Int32
        let utf16Offset: Int32

        var range: Range<Int> { Int(start)..<Int(end) }

        init(_ range: Range<Int>, utf16Offset: Int) {
            start = Int32(truncatingIfNeeded: range.lowerBound)
            end = Int32(truncatingIfNeeded: range.upperBound)
            self.utf16Offset = Int32(truncatingIfNeeded: utf16Offset)
        }
    }

    let tree: MarkupTree
    let text: SearchText
    let matches: [Match]

    /// Returns nil if there are no matches.
    init?(_ query: SearchQuery, in tree: MarkupTree, _ work: Work) throws(Failure) {
        self.tree = tree
        text = SearchText(tree, .bases, work)
        try work.check()
        var matches = try DocumentMatches.matches(query, in: text, work)
        for form in text.otherForms {
            let other = OtherText(SearchText(tree, form, work), of: text, in: tree)
            try work.check()
            let others = try DocumentMatches.matches(query, in: other.text, work)
            matches = DocumentMatches.sorted(matches, others.compactMap { other.bases(of: $0.range) }, in: text)
        }
        self.matches = matches
        if matches.isEmpty { return nil }
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

/// The matches in one resource, which are converted to pages of locators.
struct ResourceMatches: MatchPages {
    /// The resource, and the properties that all its matches share.
    struct Context {
        let link: Link
        let entries: [SearchTitles.Entry]
        let outerTitle: String?
        let positions: Positions.PositionRange?
        /// The path of CFIs to the resource, if matches are to have them.
        let spine: [CFI.Step]?

        /// The title of what is before the first entry.
        fileprivate var title: String? { outerTitle ?? link.title }

        /// The size in bytes of the parts that each locator repeats.
        fileprivate var repeated: Int {
            let titles = entries.map(\.title) + [title ?? ""]
            return link.href.utf8.count + (titles.map(\.utf8.count).max() ?? 0)
        }
    }

    private let found: DocumentMatches
    private let context: Context
    let pages: [Range<Int>]
    /// nil until the first page is written.
    private var document: MatchedDocument?

    init(_ found: DocumentMatches, in context: Context) {
        self.found = found
        self.context = context
        var pager = MatchPager()
        let repeated = context.repeated
        for match in found.matches { pager.add(match.range, repeated: repeated) }
        pages = pager.pages
    }

    var count: Int { found.matches.count }

    func title(ofPage number: Int) -> String? { context.entries.first?.title ?? context.title }

    mutating func write(_ number: Int, _ work: Work, to json: inout JSONWriter) throws(Failure) {
        let document = MatchedDocument(
            sections: self.document?.sections ?? SectionTitles(context.entries, in: found.tree, outer: context.title),
            selectors: self.document?.selectors ?? CSSSelectors(found.tree, work),
            paths: self.document?.paths ?? (context.spine == nil ? nil : DocumentPaths(found.tree)))
        try work.check()
        self.document = document
        found.text.bytes.withUnsafeBufferPointer { text in
            var locators = MatchLocators(found, in: text, document, context)
            for match in found.matches[pages[number]] { locators.write(match, to: &json) }
        }
    }
}
