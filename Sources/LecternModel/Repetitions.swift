// SPDX-License-Identifier: BSD-3-Clause

extension Array where Element: Hashable {
    /// The elements without duplicates, in order of first occurrence.
    public var withoutRepetitions: [Element] {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
