// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The matches in the text of one resource, as locators.
package struct ResourceSearch: Sequence, IteratorProtocol {
    private var search: TextSearch
    private let snippet: Snippet
    private let base: Locator
    private let range: ClosedRange<Double>?
    private let length: Int

    /// - Parameters:
    ///   - text: UTF-8, alive as long as this is used.
    ///   - base: the resource, with its title.
    ///   - range: where the resource is in the publication, if there are positions.
    package init(
        _ query: String, in text: UnsafeBufferPointer<UInt8>, _ options: SearchOptions, base: Locator,
        range: ClosedRange<Double>?, snippetLength: Int = Snippet.length
    ) {
        search = TextSearch(query, in: text, options)
        snippet = Snippet(text, length: snippetLength)
        self.base = base
        self.range = range
        length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }

    package mutating func next() -> Locator? {
        guard let match = search.next() else { return nil }
        let progression = Swift.min(1, Double(match.utf16Offset) / Double(Swift.max(1, length)))
        var locator = base
        locator.locations.progression = progression
        locator.locations.totalProgression = range?.totalProgression(at: progression)
        locator.text = snippet.text(at: match.range)
        return locator
    }
}
