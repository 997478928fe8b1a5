// SPDX-License-Identifier: BSD-3-Clause

/// Finds a sequence in a longer one that is passed element by element, in linear time and including overlapping matches
/// (Knuth, Morris, Pratt).
public struct SequenceSearch<Element: Equatable> {
    private let wanted: [Element]
    /// The number of elements that still match without the first one, for each number of matching elements.
    private let fallbacks: [Int]
    private var matched = 0

    public init(_ wanted: [Element]) {
        self.wanted = wanted
        var fallbacks = [0, 0]
        var matched = 0
        for element in wanted.dropFirst() {
            while matched > 0 && wanted[matched] != element { matched = fallbacks[matched] }
            if wanted[matched] == element { matched += 1 }
            fallbacks.append(matched)
        }
        self.fallbacks = fallbacks
    }

    /// Whether no match has begun.  The next match then begins with the first element of the sequence.
    var isAtStart: Bool { matched == 0 }

    /// Whether a match ends with this element.
    public mutating func finds(_ element: Element) -> Bool {
        guard !wanted.isEmpty else { return false }
        if matched == wanted.count { matched = fallbacks[matched] }
        while matched > 0 && wanted[matched] != element { matched = fallbacks[matched] }
        if wanted[matched] == element { matched += 1 }
        return matched == wanted.count
    }
}
