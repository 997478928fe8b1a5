// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A match with its context, which can be displayed in a list and found in a document again.
public struct Snippet {
    /// The number of characters on each side.  The snippet continues to the next white space.
    public static let length = 200

    private let text: UnsafeBufferPointer<UInt8>
    private let length: Int
    /// A longer run without white space is cut.
    private static let maxWord = 200

    /// - Parameter text: UTF-8 that stays valid while this is used.
    public init(_ text: UnsafeBufferPointer<UInt8>, length: Int = length) {
        self.text = text
        self.length = max(0, min(length, 1 << 20))
    }

    public func text(at range: Range<Int>) -> Locator.Text {
        Locator.Text(
            before: string(start(before: range.lowerBound)..<range.lowerBound), highlight: string(range),
            after: string(range.upperBound..<end(behind: range.upperBound)))
    }

    private func start(before offset: Int) -> Int {
        var start = offset
        var count = 0
        while let (scalar, bytes) = UTF8Scalar.decode(text, before: start), goesOn(count, scalar) {
            start -= bytes
            count += 1
        }
        return start
    }

    private func end(behind offset: Int) -> Int {
        var end = offset
        var count = 0
        while let (scalar, bytes) = UTF8Scalar.decode(text, at: end), goesOn(count, scalar) {
            end += bytes
            count += 1
        }
        return end
    }

    private func goesOn(_ count: Int, _ scalar: Unicode.Scalar) -> Bool {
        count <= length || count <= length + Snippet.maxWord && !UTF8Scalar.isSpace(scalar)
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }
}
