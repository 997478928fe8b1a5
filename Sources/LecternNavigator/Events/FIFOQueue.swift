// SPDX-License-Identifier: BSD-3-Clause

/// A queue: first in, first out.
struct FIFOQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// How many elements have been taken.
    private var served = 0

    init(_ elements: [Element] = []) { self.elements = elements }

    mutating func add(_ element: Element) { elements.append(element) }

    mutating func next() -> Element? {
        guard served < elements.count else { return nil }
        let element = elements[served]
        served += 1
        // Removing each element from the front would move all others each time.
        if served * 2 > elements.count {
            elements.removeFirst(served)
            served = 0
        }
        return element
    }
}
