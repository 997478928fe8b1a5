// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The changes that lead from one state of a group to another, for each resource.
///
/// In each resource removals come first, in the order of the old list; what is left is gone through in the order of the
/// new one.  A decoration that went to another resource is removed there and added here.  The order of a list is that in
/// which decorations lie on top of each other, so one that lies elsewhere among those of its resource is moved.
public struct DecorationDiff: Sendable {
    public enum Change: Sendable {
        case remove(Decoration)
        /// To this index in the list of the resource, as it is after the preceding changes; nil for the end, on top of
        /// all others.
        case add(Decoration, index: Int?)
        case move(Decoration, index: Int?)
        /// In its place.
        case update(Decoration)
        /// It cannot be shown, since the publication has no such resource.
        case missing(Decoration)
    }

    /// In the order in which they first appear.
    private var resources: [(href: String, changes: [Change])] = []
    private var positions: [String: Int] = [:]
    private var last = 0

    public var isEmpty: Bool { resources.allSatisfy(\.changes.isEmpty) }

    /// The changes by resource; resources without changes are left out.
    public var changes: [(href: String, changes: [Change])] { resources.filter { !$0.changes.isEmpty } }

    /// - Parameter templates: those that draw the decorations, and say which extras they use; nil where extras are not
    ///   drawn.
    public init(
        from before: DecorationList, to after: DecorationList, drawnBy templates: DecorationTemplates? = nil
    ) {
        let old = DecorationDiff.kept(in: after, from: before)
        var isKept = Array(repeating: false, count: before.decorations.count)
        for case let position? in old { isKept[position] = true }
        for (decoration, isKept) in zip(before.decorations, isKept) where !isKept {
            resources[place(of: decoration.resource)].changes.append(.remove(decoration))
        }
        let places = after.decorations.map { place(of: $0.resource) }
        var orders = DecorationDiff.orders(places, old, count: resources.count, isKept: isKept)
        for ((position, place), decoration) in zip(zip(old, places), after.decorations) {
            guard let position else {
                resources[place].changes.append(.add(decoration, index: orders[place].add()))
                continue
            }
            if case .moves(let index) = orders[place].keep() {
                resources[place].changes.append(.move(decoration, index: index))
            }
            if !before.decorations[position].isDrawn(like: decoration, by: templates) {
                resources[place].changes.append(.update(decoration))
            }
        }
    }

    /// For each decoration, where the other list has it, in the same resource.
    private static func kept(in list: DecorationList, from other: DecorationList) -> [Int?] {
        var next = 0
        return list.decorations.indices.map { position in
            let decoration = list.decorations[position]
            let id = decoration.bytes(at: decoration.places.id)
            // Most lists hardly change, so it is probably next to the last one that was found.
            let isNext = next < other.decorations.count && other.decorations[next].hasID(id)
            let found =
                isNext
                ? next : other.index.position(of: id, hash: list.index.hash(at: position), in: other.decorations)
            guard let found else { return nil }
            next = found + 1
            return other.decorations[found].resource == decoration.resource ? found : nil
        }
    }

    /// The orders of all resources.
    ///
    /// - Parameters:
    ///   - places: the resource of each decoration of the new list.
    ///   - old: where the old list has it; nil when it is new.
    private static func orders(_ places: [Int], _ old: [Int?], count: Int, isKept: [Bool]) -> [LayerOrder] {
        var kept = Array(repeating: 0, count: count)
        var highest = -1
        var isInOrder = true
        for case (let place, let position?) in zip(places, old) {
            kept[place] += 1
            isInOrder = isInOrder && position > highest
            highest = position
        }
        if isInOrder { return kept.map { LayerOrder(kept: $0) } }
        var placesOfOld = Array(repeating: 0, count: isKept.count)
        for case (let place, let position?) in zip(places, old) { placesOfOld[position] = place }
        var ranksOfOld = placesOfOld
        var next = Array(repeating: 0, count: count)
        for position in isKept.indices where isKept[position] {
            ranksOfOld[position] = next[placesOfOld[position]]
            next[placesOfOld[position]] += 1
        }
        var ranks: [[Int]] = Array(repeating: [], count: count)
        for case (let place, let position?) in zip(places, old) { ranks[place].append(ranksOfOld[position]) }
        return ranks.map { LayerOrder(ranks: $0) }
    }

    private mutating func place(of resource: String) -> Int {
        if last < resources.count, resources[last].href == resource { return last }
        last = positions[resource] ?? resources.count
        if last == resources.count {
            positions[resource] = last
            resources.append((resource, []))
        }
        return last
    }

    /// Adds a change for each decoration of the new list whose resource is not in the publication.
    ///
    /// - Returns: how many there are, by resource.
    public mutating func addMissing(
        _ list: DecorationList, _ isMissing: (_ resource: String) -> Bool
    ) -> [(resource: String, count: Int)] {
        let areMissing = resources.map { isMissing($0.href) }
        guard areMissing.contains(true) else { return [] }
        var counts = Array(repeating: 0, count: resources.count)
        for decoration in list.decorations {
            let place = place(of: decoration.resource)
            guard areMissing[place] else { continue }
            counts[place] += 1
            resources[place].changes.append(.missing(decoration))
        }
        return zip(resources, counts).filter { $0.1 > 0 }.map { ($0.0.href, $0.1) }
    }

    // MARK: Writing

    /// An object of arrays (schema `decoration-changes`).
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        for resource in resources where !resource.changes.isEmpty {
            json.key(resource.href)
            json.array(resource.changes) { $0.write(to: &$1) }
        }
        json.endObject()
    }

    public func text() -> ByteBuffer {
        let size = resources.reduce(16) { size, resource in
            resource.changes.reduce(size + resource.href.utf8.count + 8) { $0 + $1.size }
        }
        var json = JSONWriter(capacity: size)
        write(to: &json)
        return json.finish()
    }
}

extension DecorationDiff.Change {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .remove(let decoration):
            json.key("remove")
            decoration.write(decoration.places.id, to: &json)
        case .add(let decoration, let index):
            json.key("add")
            decoration.write(to: &json)
            json.member("index", ifPresent: index)
        case .move(let decoration, let index):
            json.key("move")
            decoration.write(decoration.places.id, to: &json)
            json.member("index", ifPresent: index)
        case .update(let decoration):
            json.key("update")
            decoration.write(to: &json)
        case .missing(let decoration):
            json.key("missing")
            decoration.write(decoration.places.id, to: &json)
        }
        json.endObject()
    }

    /// About as many bytes as `write` writes, but not fewer.
    var size: Int {
        switch self {
        case .remove(let decoration), .move(let decoration, _), .missing(let decoration):
            return decoration.places.id.count + 40
        case .add(let decoration, _), .update(let decoration): return decoration.size + 40
        }
    }
}
