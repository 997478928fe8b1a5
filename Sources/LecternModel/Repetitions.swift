// SPDX-License-Identifier: BSD-3-Clause

extension Array where Element: Hashable {
    /// The first one of each, in order.
    public var withoutRepetitions: [Element] {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
