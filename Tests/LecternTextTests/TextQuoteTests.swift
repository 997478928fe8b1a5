// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternText

@Suite struct TextQuoteTests {
    /// The edit distances for all prefixes, row by row, which the fast algorithm must match.
    private func slowEnds(_ pattern: [UInt16], in text: [UInt16], maxErrors: Int) -> [ApproximatePattern.End] {
        var column = Array(0...pattern.count)
        var ends: [ApproximatePattern.End] = []
        for (index, unit) in text.enumerated() {
            var next = [0]
            for row in 1...pattern.count {
                let same = column[row - 1] + (pattern[row - 1] == unit ? 0 : 1)
                next.append(min(same, column[row] + 1, next[row - 1] + 1))
            }
            column = next
            ends.append(.init(offset: index + 1, errors: column[pattern.count]))
        }
        let best = ends.map(\.errors).min() ?? .max
        return ends.filter { $0.errors == best && best <= maxErrors }
    }

    @Test(arguments: 0..<60)
    func agreesWithTheMatrix(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let letters = 2 + random(5)
        let pattern = (0..<1 + random(300)).map { _ in UInt16(random(letters)) + (seed % 2 == 0 ? 97 : 0x3B1) }
        var text = (0..<random(400)).map { _ in UInt16(random(letters)) + (seed % 2 == 0 ? 97 : 0x3B1) }
        // A copy with some changes.
        var copy = pattern
        for _ in 0..<random(12) { copy[random(copy.count)] = 120 }
        if random(2) == 0 { copy.remove(at: random(copy.count)) }
        text += copy + text.prefix(random(50))
        for maxErrors in [pattern.count / 2, pattern.count, 3] {
            var effort = Int.max
            let found = ApproximatePattern(pattern).bestEnds(in: text, maxErrors: maxErrors, effort: &effort)
            #expect(found == slowEnds(pattern, in: text, maxErrors: maxErrors))
        }
    }

    private func match(_ quote: TextQuote, in text: String) -> QuoteMatch? { quote.match(in: Array(text.utf16)) }

    @Test func contextAndHint() throws {
        let text = "one fish, two fish, red fish, blue fish"
        #expect(match(TextQuote("fish"), in: text)?.range == 4..<8)
        #expect(match(TextQuote("fish", prefix: "red "), in: text)?.range == 24..<28)
        #expect(match(TextQuote("fish", suffix: ", red"), in: text)?.range == 14..<18)
        #expect(match(TextQuote("fish", hint: 36), in: text)?.range == 35..<39)
        #expect(match(TextQuote("fish", hint: .min), in: text)?.range == 4..<8)
        #expect(match(TextQuote("fish", hint: .max), in: text)?.range == 35..<39)
        #expect(match(TextQuote("bleu fish"), in: text)?.range.upperBound == 39)
        #expect(match(TextQuote("0123456789"), in: text) == nil)
        #expect(match(TextQuote("x"), in: "") == nil)
        #expect(match(TextQuote(""), in: text) == nil)
        #expect(TextQuote(Locator.Text(before: "a")) == nil)
    }

    @Test(arguments: [
        ("a", 200_000, "a", 100, ""), ("a", 200_000, "a", 50_000, "b"), ("ab", 100_000, "ba", 1_000, "cc"),
        ("ab", 100_000, "cd", 50_000, ""), ("a", 1, "a", 1_000_000, ""), ("ab", 20_000, "ab", 1, ""),
    ])
    func hostileSizes(_ pattern: String, _ count: Int, _ part: String, _ parts: Int, _ end: String) {
        let text = String(repeating: pattern, count: count)
        let quote = String(repeating: part, count: parts) + end
        let context = String(repeating: "ac", count: 5_000)
        let found = match(TextQuote(quote, prefix: context, suffix: context), in: text)
        // An exact occurrence is always found, at any size.
        if text.utf8.count >= quote.utf8.count && text.contains(quote) { #expect(found != nil) }
    }
}
