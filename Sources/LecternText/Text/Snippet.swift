// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A match with its context, which can be displayed in a list and found in a document again.
public struct Snippet {
    /// The number of characters of context on each side, in all locators.  The context continues to the next white space.
    static let length = 50
    /// A longer run without white space is cut.
    private static let maxWord = 32

    private let text: UnsafeBufferPointer<UInt8>

    /// - Parameter text: UTF-8 that stays valid while this is used.
    public init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    public func text(at range: Range<Int>) -> Locator.Text {
        Locator.Text(before: string(before(range)), highlight: string(range), after: string(after(range)))
    }

    /// The context before a match.
    public func before(_ range: Range<Int>) -> Range<Int> {
        var (start, count) = ScalarSteps.back(from: range.lowerBound, in: text, atMost: Snippet.length + 1)
        while let (scalar, bytes) = UTF8Scalar.decode(text, before: start), goesOn(count, scalar) {
            start -= bytes
            count += 1
        }
        return start..<range.lowerBound
    }

    /// The context after a match.
    public func after(_ range: Range<Int>) -> Range<Int> {
        var (end, count) = ScalarSteps.forward(from: range.upperBound, in: text, atMost: Snippet.length + 1)
        while let (scalar, bytes) = UTF8Scalar.decode(text, at: end), goesOn(count, scalar) {
            end += bytes
            count += 1
        }
        return range.upperBound..<end
    }

    private func goesOn(_ count: Int, _ scalar: Unicode.Scalar) -> Bool {
        count <= Snippet.length || count <= Snippet.length + Snippet.maxWord && !UTF8Scalar.isSpace(scalar)
    }

    public func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[range]) }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }
}

/// Steps over many characters of valid UTF-8, eight bytes at a time; a few of those that are wanted may be left.
private enum ScalarSteps {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// How many characters begin in eight bytes.
    @inline(__always)
    private static func count(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        guard word & (ones << 7) != 0 else { return 8 }
        let continuations = (word >> 7) & ~(word >> 6) & ones
        return 8 - Int((continuations &* ones) >> 56)
    }

    static func forward(
        from start: Int, in text: UnsafeBufferPointer<UInt8>, atMost most: Int
    ) -> (end: Int, count: Int) {
        var end = start
        var steps = 0
        while most - steps >= 8, text.count - end >= 8 {
            steps += count(in: text, at: end)
            end += 8
        }
        // The last character may go on.
        while end > start, end < text.count, UTF8Scalar.isContinuation(text[end]) { end += 1 }
        return (end, steps)
    }

    static func back(
        from end: Int, in text: UnsafeBufferPointer<UInt8>, atMost most: Int
    ) -> (start: Int, count: Int) {
        var start = end
        var steps = 0
        while most - steps > 8, start >= 8 {
            start -= 8
            steps += count(in: text, at: start)
        }
        // The first character may begin before.
        guard start < end, UTF8Scalar.isContinuation(text[start]) else { return (start, steps) }
        while start > 0, UTF8Scalar.isContinuation(text[start]) { start -= 1 }
        return (start, steps + 1)
    }
}
