// SPDX-License-Identifier: BSD-3-Clause

/// A text in which hyphens stand that were left out of another one.
public struct HyphenatedText: Sendable {
    public private(set) var bytes: [UInt8] = []
    private let hyphens: [Int]

    init(_ text: [UInt8], hyphens: [Int]) {
        self.hyphens = hyphens
        bytes.reserveCapacity(text.count + hyphens.count)
        var start = 0
        for place in hyphens {
            bytes += text[start..<place]
            bytes.append(UInt8(ascii: "-"))
            start = place
        }
        bytes += text[start...]
    }

    /// The place here of one in the other text, behind its hyphen.
    func place(_ offset: Int) -> Int { offset + hyphens.partitionPoint { $0 <= offset } }

    /// The range in the other text of a range of this one; nil if no hyphen is in it.
    public func original(of range: Range<Int>) -> Range<Int>? {
        let (start, end) = (original(range.lowerBound), original(range.upperBound))
        return start < end && end - start < range.count ? start..<end : nil
    }

    private func original(_ offset: Int) -> Int {
        // A hyphen stands here at its place in the other text, plus one for each before it.
        offset - hyphens.indices.partitionPoint { hyphens[$0] + $0 < offset }
    }
}
