// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A text in which the words at the ends of its lines are spelled the other way: with the hyphens that were left out,
/// and without those that stayed.
public struct OtherSpelling: Sendable {
    public private(set) var bytes: [UInt8] = []
    /// The hyphens in the original text.  Those that are only here are empty ranges.
    private let hyphens: [Range<Int>]
    /// The ends of the hyphens here.
    private var ends: [Int] = []

    init(_ text: [UInt8], hyphens: [Range<Int>]) {
        self.hyphens = hyphens
        bytes.reserveCapacity(text.count + hyphens.count)
        var start = 0
        for hyphen in hyphens {
            bytes += text[start..<hyphen.lowerBound]
            if hyphen.isEmpty { bytes.append(UInt8(ascii: "-")) }
            ends.append(bytes.count)
            start = hyphen.upperBound
        }
        bytes += text[start...]
    }

    /// The offset here of one in the original text, behind a hyphen that is only here.
    public func offset(of original: Int) -> Int {
        let count = hyphens.partitionPoint { $0.upperBound <= original }
        return count == 0 ? original : ends[count - 1] + original - hyphens[count - 1].upperBound
    }

    /// The range in the original text of a range of this one; nil if both are spelled alike.
    public func original(of range: Range<Int>) -> Range<Int>? {
        let first = ends.partitionPoint { $0 <= range.lowerBound }
        let end = ends.partitionPoint { $0 < range.upperBound }
        // A hyphen that is only here may be cut by the end of the range.
        let isCut = end < ends.count && hyphens[end].isEmpty && ends[end] - 1 < range.upperBound
        guard first < end || isCut else { return nil }
        let start = original(range.lowerBound, behind: first)
        let stop = isCut ? hyphens[end].lowerBound : original(range.upperBound, behind: end)
        return start < stop ? start..<stop : nil
    }

    /// - Parameter count: the number of hyphens in front of the offset.
    private func original(_ offset: Int, behind count: Int) -> Int {
        count == 0 ? offset : hyphens[count - 1].upperBound + offset - ends[count - 1]
    }
}
