// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A decoration that was read, with which the next ones are compared: most differ in a few values only.
struct DecorationOutline {
    /// Where something begins or ends: so many bytes behind the end of a leaf, or behind the start of the decoration.
    private struct Edge {
        let leaf: Int?
        let distance: Int
    }

    /// A leaf with a meaning, and what it has to be.
    struct CheckedLeaf {
        let number: Int
        let bit: UInt64
        let check: DecorationScanner.Check
    }

    var json: JSONOutline
    /// The last one that it was compared with.
    private(set) var record: DecorationRecord
    let checked: [CheckedLeaf]
    /// The bits of these leaves.
    let checkedBits: UInt64
    /// That of the id.
    private let id: CheckedLeaf?
    /// The start and the end of the id, the locator, the style and the extras.
    private let edges: [Edge]

    /// - Parameters:
    ///   - text: of a decoration, which stays where it is for as long as the outline is used.
    ///   - record: of this decoration.
    ///   - checks: what was checked, and where it begins.
    init(
        _ text: UnsafeBufferPointer<UInt8>, _ record: DecorationRecord,
        _ checks: [(place: Int, check: DecorationScanner.Check)]
    ) {
        let json = JSONOutline(text)
        let places = [record.places.id, record.places.locator, record.places.style, record.places.extras]
        edges = places.compactMap { $0 }.flatMap { [$0.start, $0.start + $0.count] }.map { place in
            let behind = json.leaves(endingBy: place)
            guard behind > 0 else { return Edge(leaf: nil, distance: place) }
            return Edge(leaf: behind - 1, distance: place - json.place(ofLeaf: behind - 1).upperBound)
        }
        checked = checks.map { place, check in
            let leaf = json.leaves(beginningBefore: place)
            return CheckedLeaf(number: leaf, bit: JSONOutline.bit(leaf), check: check)
        }
        checkedBits = checked.reduce(0) { $0 | $1.bit }
        id = checked.first { $0.check == .id }
        self.json = json
        self.record = record
    }

    /// Whether nothing is left to check: ids differ nearly always, and only must not have escapes.
    ///
    /// - Parameter changed: the bits of the checked leaves that changed.
    @_optimize(speed)
    func differsInIDAlone(_ changed: UInt64) -> Bool {
        guard let id, changed == id.bit, id.number < 63 else { return false }
        return !json.hasEscapes(inLeaf: id.number)
    }

    /// Makes the record that of the decoration that was compared last.
    @_optimize(speed)
    mutating func update(at place: Range<Int>, resource: UInt32) {
        record = record.moved(to: place, resource: resource)
        if json.hasMoved { record.places = places }
    }

    private var places: Decoration.Places {
        func place(_ number: Int) -> TextPlace {
            let (start, end) = (self.place(edges[number * 2]), self.place(edges[number * 2 + 1]))
            return TextPlace(start..<max(start, end))
        }
        return Decoration.Places(
            id: place(0), locator: place(1), style: place(2), extras: edges.count > 6 ? place(3) : nil)
    }

    private func place(_ edge: Edge) -> Int {
        edge.distance + (edge.leaf.map { json.place(ofLeaf: $0).upperBound } ?? 0)
    }
}
