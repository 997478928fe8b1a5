// SPDX-License-Identifier: BSD-3-Clause

/// A first-in, first-out queue.
struct FIFOQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// The number of leading elements that have been taken.
    private var served = 0

    init(_ elements: [Element] = []) { self.elements = elements }

    mutating func add(_ element: Element) { elements.append(element) }

    mutating func next() -> Element? {
        guard served < elements.count else { return nil }
        let element = elements[served]
        served += 1
        // Removed in batches, since each removal from the front moves all other elements.
        if served * 2 > elements.count {
            elements.removeFirst(served)
            served = 0
        }
        return element
    }
}
