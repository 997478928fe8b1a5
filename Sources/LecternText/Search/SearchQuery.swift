// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A search query.
public struct SearchQuery: Sendable {
    let text: String
    public let options: SearchOptions
    /// The compiled text, if it is a regular expression.
    private let pattern: RegularExpression?
    private let languages: [String]
    private var elisions: Elisions?

    /// In bytes.  Each match repeats the query.
    private static let maxLength = 16 << 10

    /// - Parameters:
    ///   - languages: of the text that is searched.
    ///   - pcre2: the file of the library for regular expressions.
    public init(_ text: String, _ options: SearchOptions, languages: [String] = [], pcre2: String?) throws(Failure) {
        guard text.utf8.count <= SearchQuery.maxLength else {
            throw Failure(.limit, "The query has more than \(SearchQuery.maxLength) bytes.", path: ["query"])
        }
        self.text = text
        self.options = options
        self.languages = options.language.map { [$0] } ?? languages
        elisions = Elisions(languages: self.languages)
        pattern = options.regularExpression ? try RegularExpression(text, library: pcre2) : nil
    }

    /// The query with the elisions of all languages of a document; nil if it does not depend on them.
    func inLanguages(of tree: MarkupTree) -> SearchQuery? {
        guard options.wholeWord, options.language == nil else { return nil }
        let own = tree.languages
        guard Elisions(languages: own) != nil || elisions != nil && !own.isEmpty else { return nil }
        var query = self
        query.elisions = Elisions(languages: languages + own)
        return query
    }

    /// Whether a match is a whole word in a text of this language, or in one of the publication if it is nil.
    func isWhole(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>, language: String?) -> Bool {
        let elisions = Elisions(languages: language.map { [$0] } ?? languages)
        return WordBoundary.isElided(range.lowerBound, in: text)
            ? WordBoundary.isBoundary(range.lowerBound, in: text, elisions) : true
    }

    /// nil if the query can only be searched in the tree of a document.
    public var sieve: SearchPrefilter? { pattern == nil ? SearchPrefilter(text, options) : nil }

    /// Calls `found` with each match in a text, in order, and the number of UTF-16 units before it.
    public func forEachMatch(
        in text: UnsafeBufferPointer<UInt8>, _ work: Work?, _ found: (Range<Int>, Int) -> Void
    ) throws(Failure) {
        guard let pattern else {
            var search = TextSearch(self.text, in: text, options, elisions)
            while let match = try search.next(pausing: { () throws(Failure) in try work?.step(TextSearch.period) }) {
                found(match.range, match.utf16Offset)
            }
            return
        }
        var counted = 0
        var units = 0
        try pattern.forEachMatch(in: text, work) { range in
            if options.wholeWord && !WordBoundary.surrounds(range, in: text, elisions) { return }
            units += UTF8Scalar.utf16Count(text[counted..<range.lowerBound])
            counted = range.lowerBound
            found(range, units)
        }
    }
}
