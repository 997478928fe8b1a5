// SPDX-License-Identifier: BSD-3-Clause

/// The stack of open elements, with what answers in constant time which of them a tag closes.
///
/// Looking through the stack for each tag would make deep nesting cost quadratic time.  So each element remembers the
/// innermost element of every kind that is seen from it, and elements whose names share a hash are linked.
struct OpenElements {
    /// One number for each kind of element.
    private typealias Lanes = SIMD16<Int32>

    private struct Entry {
        var hash: UInt32
        /// The next element outwards in the same bucket, -1 if there is none.
        var previous: Int32
    }

    private var entries: [Entry] = []
    /// The innermost elements by kind, seen from each element; -1 for none.
    private var seen: [Lanes] = []
    private var buckets = [Int32](repeating: -1, count: Int(OpenElements.mask) + 1)

    private static let mask: UInt32 = 1023
    /// How many elements of a bucket are looked at: a bound for names that are chosen to share one.
    private static let maxSteps = 128

    var count: Int { entries.count }

    mutating func push(hash: UInt32, rule: HTMLElementRule) {
        var innermost = seen.last ?? Lanes(repeating: -1)
        for lane in rule.hides.lanes { innermost[lane] = -1 }
        for lane in rule.kinds.lanes { innermost[lane] = Int32(truncatingIfNeeded: count) }
        seen.append(innermost)
        push(hash: hash)
    }

    /// For markup without rules.
    mutating func push(hash: UInt32) {
        let bucket = Int(hash & OpenElements.mask)
        entries.append(Entry(hash: hash, previous: buckets[bucket]))
        buckets[bucket] = Int32(truncatingIfNeeded: count - 1)
    }

    mutating func pop() {
        guard let entry = entries.popLast() else { return }
        buckets[Int(entry.hash & OpenElements.mask)] = entry.previous
        _ = seen.popLast()
    }

    /// The innermost element that is of one of these kinds.
    func innermost(_ kinds: HTMLElementRule.Kinds) -> Int? {
        guard let innermost = seen.last else { return nil }
        var found: Int32 = -1
        for lane in kinds.lanes { found = max(found, innermost[lane]) }
        return found < 0 ? nil : Int(found)
    }

    /// Of the innermost elements of each of these kinds, the outermost: to close it closes them all.
    func outermost(_ kinds: HTMLElementRule.Kinds) -> Int? {
        guard !kinds.isEmpty, let innermost = seen.last else { return nil }
        var found = Int32.max
        for lane in kinds.lanes where innermost[lane] >= 0 { found = min(found, innermost[lane]) }
        return found == .max ? nil : Int(found)
    }

    /// The innermost element with this hash, not outside of `bound`, for which `isMatch` holds.
    func innermost(hash: UInt32, from bound: Int, where isMatch: (Int) -> Bool) -> Int? {
        var index = Int(buckets[Int(hash & OpenElements.mask)])
        for _ in 0..<OpenElements.maxSteps {
            guard index >= bound, index >= 0 else { return nil }
            if entries[index].hash == hash && isMatch(index) { return index }
            index = Int(entries[index].previous)
        }
        return nil
    }
}

extension HTMLElementRule.Kinds {
    /// The numbers of its bits.
    fileprivate struct Lanes: Sequence, IteratorProtocol {
        var bits: UInt16

        mutating func next() -> Int? {
            guard bits != 0 else { return nil }
            defer { bits &= bits &- 1 }
            return bits.trailingZeroBitCount
        }
    }

    fileprivate var lanes: Lanes { Lanes(bits: rawValue) }
}
