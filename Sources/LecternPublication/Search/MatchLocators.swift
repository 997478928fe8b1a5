// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Creates locators for matches, with their context and progressions.
public struct MatchLocators {
    private let snippet: Snippet
    private let base: Locator
    private let range: ClosedRange<Double>?
    private let length: Int

    public init(
        in text: UnsafeBufferPointer<UInt8>, base: Locator, range: ClosedRange<Double>?,
        snippetLength: Int = Snippet.length
    ) {
        snippet = Snippet(text, length: snippetLength)
        self.base = base
        self.range = range
        length = UTF8Scalar.utf16Count(text)
    }

    public func locator(at place: Range<Int>, utf16Offset: Int) -> Locator {
        let progression = Swift.min(1, Double(utf16Offset) / Double(Swift.max(1, length)))
        var locator = base
        locator.locations.progression = progression
        locator.locations.totalProgression = range?.totalProgression(at: progression)
        locator.text = snippet.text(at: place)
        return locator
    }
}
