// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A search query.
public struct SearchQuery: Sendable {
    let text: String
    public let options: SearchOptions
    /// The compiled text, if it is a regular expression.
    private let pattern: RegularExpression?
    private let elisions: Elisions?

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
        elisions = Elisions(languages: options.language.map { [$0] } ?? languages)
        pattern = options.regularExpression ? try RegularExpression(text, library: pcre2) : nil
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
