// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

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

        /// The title of the part before the first entry.
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
