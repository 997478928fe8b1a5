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
    private let count: Int
    private let blocks: Int
    /// The rows where the distance increases or decreases by one.
    private var plus: [UInt64]
    private var minus: [UInt64]
    /// The distance in the last row of each block.
    private var scores: [Int]
    /// The number of blocks that are computed.  The blocks after them exceed the permitted errors.
    private(set) var active: Int

    init(count: Int, blocks: Int, maxErrors: Int) {
        self.count = count
        self.blocks = blocks
        plus = [UInt64](repeating: .max, count: blocks)
        minus = [UInt64](repeating: 0, count: blocks)
        scores = (1...max(1, blocks)).map { min($0 * 64, count) }
        active = min(blocks, max(1, (maxErrors + 63) / 64))
    }

    /// Advances by one unit of the text.
    /// - Returns: the distance of the whole pattern, if it was computed.
    mutating func advance(_ places: UnsafeBufferPointer<UInt64>, row: Int, maxErrors: Int) -> Int? {
        var carry = 0
        for block in 0..<active {
            carry = step(block, places[row + block], carry)
            scores[block] += carry
        }
        let last = active - 1
        if active < blocks, scores[last] - carry <= maxErrors, places[row + active] & 1 != 0 || carry < 0 {
            open(active, after: scores[last] - carry)
            scores[active] += step(active, places[row + active], carry)
            active += 1
        } else {
            while active > 1, scores[active - 1] >= maxErrors + 64 { active -= 1 }
        }
        return active == blocks ? scores[blocks - 1] : nil
    }

    private mutating func open(_ block: Int, after score: Int) {
        plus[block] = .max
        minus[block] = 0
        scores[block] = score + min(64, count - block * 64)
    }

    /// - Parameter carry: the change of the distance above the block, -1, 0 or 1.
    /// - Returns: the change in its last row.
    private mutating func step(_ block: Int, _ equal: UInt64, _ carry: Int) -> Int {
        let (plus, minus) = (self.plus[block], self.minus[block])
        let vertical = equal | minus
        let equal = equal | (carry < 0 ? 1 : 0)
        let horizontal = (((equal & plus) &+ plus) ^ plus) | equal
        var increases = minus | ~(horizontal | plus)
        var decreases = plus & horizontal
        let lastRow: UInt64 = 1 << UInt64(min(63, count - block * 64 - 1))
        let change = increases & lastRow != 0 ? 1 : decreases & lastRow != 0 ? -1 : 0
        increases = increases << 1 | (carry > 0 ? 1 : 0)
        decreases = decreases << 1 | (carry < 0 ? 1 : 0)
        self.plus[block] = decreases | ~(vertical | increases)
        self.minus[block] = increases & vertical
        return change
    }
}
