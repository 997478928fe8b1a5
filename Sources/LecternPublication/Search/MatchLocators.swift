// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// The titles and the selectors of a document that has matches.
struct MatchedDocument {
    let sections: SectionTitles
    let selectors: CSSSelectors
    /// nil if matches are to have no CFIs.
    let paths: DocumentPaths?
}

/// Writes the locators of the matches in a document, in their order.
///
/// They are written directly from the bytes of the text, because a document may have very many.  The parts that a
/// locator shares with the previous one are kept.
struct MatchLocators {
    private let context: ResourceMatches.Context
    private let found: DocumentMatches
    private let document: MatchedDocument
    private let snippet: Snippet
    /// In UTF-16 units.
    private let length: Int

    /// The beginning of a locator, up to its locations.
    private var head: ByteBuffer?
    /// The section that the head belongs to; nil for an unknown place.
    private var section: Int?
    private var selector: RecentSelector

    /// - Parameter text: that of the matches, which stays valid while this is used.
    init(
        _ found: DocumentMatches, in text: UnsafeBufferPointer<UInt8>, _ document: MatchedDocument,
        _ context: ResourceMatches.Context
    ) {
        self.found = found
        self.context = context
        self.document = document
        snippet = Snippet(text)
        length = UTF8Scalar.utf16Count(text)
        selector = RecentSelector(document.selectors)
    }

    mutating func write(_ match: DocumentMatches.Match, to json: inout JSONWriter) {
        let places = found.text.places(of: match.range)
        begin(places.map { document.sections.section(at: $0.start.node) }, &json)
        writeLocations(of: match, places, to: &json)
        json.key("text")
        json.beginObject()
        json.member("before", inLine: snippet.bytes(snippet.before(match.range)))
        writeHighlight(of: match, places, to: &json)
        json.member("after", inLine: snippet.bytes(snippet.after(match.range)))
        json.endObject()
        json.endObject()
    }

    private mutating func begin(_ section: Int?, _ json: inout JSONWriter) {
        let known = section == self.section ? head : nil
        let head = known ?? makeHead(section)
        self.head = head
        self.section = section
        head.withBytes { json.verbatim(beginning: $0.assumingMemoryBound(to: UInt8.self)) }
    }

    private func makeHead(_ section: Int?) -> ByteBuffer {
        var head = JSONWriter()
        head.beginObject()
        head.member("href", Href.withoutFragment(context.link.href))
        head.member("type", context.link.type ?? MediaType.xhtml)
        head.member("title", ifPresent: section.flatMap(document.sections.title))
        head.key("locations")
        head.beginObject()
        return head.finish()
    }

    private mutating func writeLocations(
        of match: DocumentMatches.Match, _ places: (start: MarkupTree.TextPoint, end: MarkupTree.TextPoint)?,
        to json: inout JSONWriter
    ) {
        let progression = Swift.min(1, Double(match.utf16Offset) / Double(Swift.max(1, length)))
        json.member("progression", progression)
        if let positions = context.positions {
            json.member("totalProgression", positions.range.totalProgression(at: progression))
            json.member("position", ifPresent: positions.position(at: progression))
        }
        if let (start, end) = places {
            if let element = SearchText.element(around: start.node, end.node, in: found.tree) {
                json.key("cssSelector")
                selector.write(element, to: &json)
            }
            if let cfi = cfi(from: start, to: end) { json.member("fragments", ifNotEmpty: [cfi]) }
        }
        json.endObject()
    }

    /// Limits far above those of real books, because a document may have thousands of matches.
    private static let (maxDepth, maxCFI) = (256, 1024)

    private func cfi(from start: MarkupTree.TextPoint, to end: MarkupTree.TextPoint) -> String? {
        guard let spine = context.spine, let paths = document.paths,
            [start, end].allSatisfy({ paths.isDepth(of: $0.node, atMost: MatchLocators.maxDepth) })
        else { return nil }
        let from = paths.path(to: .text(start.node, start.offset))
        let text = CFI(partialFrom: from, to: paths.path(to: .text(end.node, end.offset))).within(spine).text
        return text.utf8.count <= MatchLocators.maxCFI ? text : nil
    }

    /// The text as written in the document, so that it can be found there again.
    private func writeHighlight(
        of match: DocumentMatches.Match, _ places: (start: MarkupTree.TextPoint, end: MarkupTree.TextPoint)?,
        to json: inout JSONWriter
    ) {
        if let (start, end) = places {
            let isWritten = found.text.withSource(from: start, to: end, in: found.tree) { source in
                json.member("highlight", source)
            }
            if isWritten { return }
        }
        json.member("highlight", inLine: snippet.bytes(match.range))
    }
}

/// The selector of the element that was named last, and that of its parent: many matches are in the same element, or in
/// one beside it.
private struct RecentSelector {
    private let selectors: CSSSelectors
    private var element: MarkupTree.Node?
    private var text = ""
    private var outer: (parent: MarkupTree.Node, selector: String)?

    init(_ selectors: CSSSelectors) { self.selectors = selectors }

    mutating func write(_ element: MarkupTree.Node, to json: inout JSONWriter) {
        if element != self.element {
            self.element = element
            text = selectors.selector(of: element, &outer)
        }
        json.string(text)
    }
}
