// SPDX-License-Identifier: BSD-3-Clause

/// The stack of open elements.  It finds the element that a tag closes in constant time.
///
/// Searching the stack for each tag would take quadratic time for deeply nested documents.  Each element therefore
/// stores the innermost visible element of every kind, and elements whose names have the same hash are linked.
struct OpenElements {
    /// One index for each kind of element.
    private typealias Lanes = SIMD16<Int32>

    private struct Entry {
        var hash: UInt32
        /// The next outer element in the same bucket, or -1.
        var previous: Int32
        /// The innermost HTML element, possibly this one.
        var innermostHTML: Int32
        var language: MarkupLanguage
        var part: HTMLElementRule.Part?
    }

    private var entries: [Entry] = []
    /// For each element, the innermost elements by kind that are visible from it; -1 for none.
    private var seen: [Lanes] = []
    private var buckets = [Int32](repeating: -1, count: Int(OpenElements.mask) + 1)

    private static let mask: UInt32 = 1023
    /// The maximum number of elements in a bucket to check, because names can be crafted to share one.
    private static let maxSteps = 128

    var count: Int { entries.count }

    /// The language of the innermost element.
    var language: MarkupLanguage { entries.last?.language ?? .html }

    /// The number of open templates.
    private(set) var templates = 0

    mutating func push(hash: UInt32, rule: HTMLElementRule, language: MarkupLanguage = .html) {
        var innermost = seen.last ?? Lanes(repeating: -1)
        for lane in rule.hides.lanes { innermost[lane] = -1 }
        for lane in rule.kinds.lanes { innermost[lane] = Int32(truncatingIfNeeded: count) }
        seen.append(innermost)
        push(hash: hash, language, rule.part)
        if rule.part == .template { templates += 1 }
    }

    /// For markup without rules for its elements.
    mutating func push(hash: UInt32) { push(hash: hash, .html, nil) }

    private mutating func push(hash: UInt32, _ language: MarkupLanguage, _ part: HTMLElementRule.Part?) {
        let bucket = Int(hash & OpenElements.mask)
        let innermostHTML = language == .html ? Int32(truncatingIfNeeded: count) : entries.last?.innermostHTML ?? -1
        entries.append(
            Entry(
                hash: hash, previous: buckets[bucket], innermostHTML: innermostHTML, language: language, part: part))
        buckets[bucket] = Int32(truncatingIfNeeded: count - 1)
    }

    mutating func pop() {
        guard let entry = entries.popLast() else { return }
        buckets[Int(entry.hash & OpenElements.mask)] = entry.previous
        _ = seen.popLast()
        if entry.part == .template { templates -= 1 }
    }

    /// The innermost HTML element.
    var innermostHTML: Int { Int(entries.last?.innermostHTML ?? -1) }

    func isForeign(_ index: Int) -> Bool { entries.indices.contains(index) && entries[index].language.isForeign }

    /// The innermost open select, unless another scope is inside it.
    var select: Int? { innermost(.scope).flatMap { entries[$0].part == .select ? $0 : nil } }

    /// Whether the innermost element is of one of these kinds.
    func isInnermost(_ kinds: HTMLElementRule.Kinds) -> Bool { count > 0 && innermost(kinds) == count - 1 }

    /// The innermost element of one of these kinds.
    func innermost(_ kinds: HTMLElementRule.Kinds) -> Int? {
        guard let innermost = seen.last else { return nil }
        var found: Int32 = -1
        for lane in kinds.lanes { found = max(found, innermost[lane]) }
        return found < 0 ? nil : Int(found)
    }

    /// The outermost of the innermost elements of each of these kinds.  Closing it closes all of them.
    func outermost(_ kinds: HTMLElementRule.Kinds) -> Int? {
        guard !kinds.isEmpty, let innermost = seen.last else { return nil }
        var found = Int32.max
        for lane in kinds.lanes where innermost[lane] >= 0 { found = min(found, innermost[lane]) }
        return found == .max ? nil : Int(found)
    }

    /// The innermost element with this hash that is not outside `bound` and for which `isMatch` is true.
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
    /// The indices of the bits that are set.
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
