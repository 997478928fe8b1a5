// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Approximate string matching, with a limited number of errors: insertions, deletions and substitutions of UTF-16 units.
///
/// G.  Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming" (1999): a
/// column of the edit distance matrix is stored as differences, 64 of them in two words, and only the blocks that can
/// still result in a match are computed.
public struct ApproximatePattern: Sendable {
    let count: Int
    private let blocks: Int
    /// The bit masks of the positions of each distinct unit: `blocks` words beginning at its row.
    private var places: [UInt64]
    private var rows: [UInt16: Int] = [:]
    /// The rows of the units below 256, which are the most frequent.  Row 0 is for units that do not occur.
    private var frequentRows = [Int](repeating: 0, count: 256)

    /// The approximate cost of comparing a block, in nanoseconds.
    private static let blockCost = 16

    /// The end of a match, and its number of errors.
    public struct End: Equatable {
        let offset: Int
        public let errors: Int

        public init(offset: Int, errors: Int) {
            self.offset = offset
            self.errors = errors
        }
    }

    public init(_ pattern: some BidirectionalCollection<UInt16>) {
        count = pattern.count
        blocks = (count + 63) / 64
        places = [UInt64](repeating: 0, count: blocks)
        for (index, unit) in pattern.enumerated() {
            var row = rows[unit] ?? 0
            if row == 0 {
                row = places.count
                rows[unit] = row
                places += repeatElement(0, count: blocks)
                if unit < 256 { frequentRows[Int(unit)] = row }
            }
            places[row + index / 64] |= 1 << UInt64(index % 64)
        }
    }

    private func row(_ unit: UInt16) -> Int { unit < 256 ? frequentRows[Int(unit)] : rows[unit] ?? 0 }

    /// The ends of the matches with the fewest errors, at most `maxErrors`, in order.
    ///
    /// - Parameter effort: the number of blocks that may still be computed.  When it is used up, the matches found so
    ///   far are returned.
    public func bestEnds(
        in text: some Collection<UInt16>, maxErrors: Int, maxCount: Int = 1000, effort: inout Int, _ work: Work? = nil
    ) -> [End] {
        ends(in: text, maxErrors: maxErrors, maxCount: maxCount, keepsWorse: false, effort: &effort, work)
    }

    private func ends(
        in text: some Collection<UInt16>, maxErrors: Int, maxCount: Int, keepsWorse: Bool, effort: inout Int,
        _ work: Work?
    ) -> [End] {
        guard count > 0 else { return [] }
        var errors = min(maxErrors, count)
        var column = Column(count: count, blocks: blocks, maxErrors: errors)
        var ends: [End] = []
        for (index, unit) in text.enumerated() {
            effort -= column.active
            guard effort > 0, !(work?.stops(after: column.active * ApproximatePattern.blockCost) ?? false) else {
                return ends
            }
            let score = places.withUnsafeBufferPointer { column.advance($0, row: row(unit), maxErrors: errors) }
            guard let score, score <= errors else { continue }
            if score < errors && !keepsWorse {
                ends.removeAll(keepingCapacity: true)
                errors = score
            }
            if ends.count < maxCount { ends.append(End(offset: index + 1, errors: score)) }
        }
        return ends
    }

    /// The ends of all matches with at most `maxErrors` errors, in order.
    func ends(
        in text: some Collection<UInt16>, maxErrors: Int, maxCount: Int, effort: inout Int, _ work: Work? = nil
    ) -> [End] {
        ends(in: text, maxErrors: maxErrors, maxCount: maxCount, keepsWorse: true, effort: &effort, work)
    }

    /// The part of the pattern that occurs in a text: 1 for all of it, 0 for none.
    func similarity(to text: some Collection<UInt16>, effort: inout Int) -> Double {
        guard count > 0, !text.isEmpty else { return 0 }
        let best = bestEnds(in: text, maxErrors: count, maxCount: 1, effort: &effort).first
        return 1 - Double(best?.errors ?? count) / Double(count)
    }
}

/// A column of the matrix: the edit distances of all prefixes of a pattern to the text that ends at a position.
private struct Column {
    private var blocks: [Block]
    /// The number of blocks that are computed.  The blocks after them exceed the permitted errors.
    private(set) var active: Int

    init(count: Int, blocks: Int, maxErrors: Int) {
        self.blocks = (0..<blocks).map { Block(count: min(64, count - $0 * 64), after: $0 * 64) }
        active = min(blocks, max(1, (maxErrors + 63) / 64))
    }

    /// Advances by one unit of the text.
    /// - Returns: the distance of the whole pattern, if it was computed.
    mutating func advance(_ places: UnsafeBufferPointer<UInt64>, row: Int, maxErrors: Int) -> Int? {
        var carry = 0
        for index in 0..<active { carry = blocks[index].step(places[row + index], carry) }
        let before = blocks[active - 1].score - carry
        if active < blocks.count, before <= maxErrors, places[row + active] & 1 != 0 || carry < 0 {
            blocks[active] = Block(count: blocks[active].count, after: before)
            _ = blocks[active].step(places[row + active], carry)
            active += 1
        } else {
            while active > 1, blocks[active - 1].score >= maxErrors + 64 { active -= 1 }
        }
        return active == blocks.count ? blocks[active - 1].score : nil
    }
}

/// At most 64 rows of a column.
private struct Block {
    /// The number of rows.
    let count: Int
    /// The distance in the last row.
    private(set) var score: Int
    /// The rows where the distance increases or decreases by one.
    private var plus = UInt64.max
    private var minus: UInt64 = 0

    /// - Parameter score: the distance above the block.
    init(count: Int, after score: Int) {
        self.count = count
        self.score = score + count
    }

    /// - Parameter carry: the change of the distance above the block, -1, 0 or 1.
    /// - Returns: the change in its last row.
    @inline(__always)
    mutating func step(_ equal: UInt64, _ carry: Int) -> Int {
        let vertical = equal | minus
        let equal = equal | (carry < 0 ? 1 : 0)
        let horizontal = (((equal & plus) &+ plus) ^ plus) | equal
        var increases = minus | ~(horizontal | plus)
        var decreases = plus & horizontal
        let lastRow = UInt64(1) << UInt64(count - 1)
        let change = increases & lastRow != 0 ? 1 : decreases & lastRow != 0 ? -1 : 0
        increases = increases << 1 | (carry > 0 ? 1 : 0)
        decreases = decreases << 1 | (carry < 0 ? 1 : 0)
        plus = decreases | ~(vertical | increases)
        minus = increases & vertical
        score += change
        return change
    }
}
