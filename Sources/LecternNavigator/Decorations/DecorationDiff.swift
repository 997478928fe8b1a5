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

    private typealias Match = DecorationMatches.Match

    private let before: DecorationList
    private let after: DecorationList
    /// In the order in which they first appear.
    private var resources: [(href: String, steps: [DecorationStep])] = []
    /// For each resource of the new list, its place among them.
    private var placesOfNew: [Int] = []

    public var isEmpty: Bool { resources.allSatisfy(\.steps.isEmpty) }

    /// The changes by resource; resources without changes are left out.
    public var changes: [(href: String, changes: [Change])] {
        changedResources.map { href, steps in (href, steps.map(change)) }
    }

    var changedResources: [(href: String, steps: [DecorationStep])] { resources.filter { !$0.steps.isEmpty } }

    func change(_ step: DecorationStep) -> Change {
        let decoration = (step.kind == .remove ? before : after).decoration(at: step.position)
        return switch step.kind {
        case .remove: .remove(decoration)
        case .add: .add(decoration, index: step.index)
        case .move: .move(decoration, index: step.index)
        case .update: .update(decoration)
        case .missing: .missing(decoration)
        }
    }

    /// Whether a change says where in the order.
    var hasPlaces: Bool { resources.contains { $0.steps.contains { $0.index != nil } } }

    /// - Parameter templates: those that draw the decorations, and say which extras they use; nil where extras are not
    ///   drawn.
    public init(
        from before: DecorationList, to after: DecorationList, drawnBy templates: DecorationTemplates? = nil
    ) {
        self.before = before
        self.after = after
        let old = kept
        var isKept = Array(repeating: false, count: before.count)
        for match in old { if let position = match.position { isKept[position] = true } }
        var names: [String: Int] = [:]
        var placesOfOld: [Int?] = Array(repeating: nil, count: before.resources.count)
        for (position, record) in before.records.enumerated() where !isKept[position] {
            let place = place(record.resource, of: before, &placesOfOld, &names)
            resources[place].steps.append(DecorationStep(.remove, position))
        }
        var placesOfNew: [Int?] = Array(repeating: nil, count: after.resources.count)
        for record in after.records { _ = place(record.resource, of: after, &placesOfNew, &names) }
        self.placesOfNew = placesOfNew.map { $0 ?? 0 }
        addChanges(old, isKept, templates)
    }

    /// Adds what is not removed, in the order of the new list.
    @_optimize(speed)
    private mutating func addChanges(_ old: [Match], _ isKept: [Bool], _ templates: DecorationTemplates?) {
        var orders = orders(old, isKept: isKept)
        for (new, record) in after.records.enumerated() {
            let place = placesOfNew[Int(record.resource)]
            guard let position = old[new].position else {
                resources[place].steps.append(DecorationStep(.add, new, index: orders[place].add()))
                continue
            }
            if case .moves(let index) = orders[place].keep() {
                resources[place].steps.append(DecorationStep(.move, new, index: index))
            }
            if !old[new].isSame, !isDrawnLike(position, new, templates) {
                resources[place].steps.append(DecorationStep(.update, new))
            }
        }
    }

    private func isDrawnLike(_ old: Int, _ new: Int, _ templates: DecorationTemplates?) -> Bool {
        let text = after.bytes(at: new)
        if !text.isEmpty, before.bytes(at: old).hasSameBytes(as: text) { return true }
        return before.decoration(at: old).isDrawn(like: after.decoration(at: new), by: templates)
    }

    /// For each decoration of the new list, where the old one has it, in the same resource.
    private var kept: [Match] {
        zip(after.records.indices, after.matches(in: before).all).map { new, match in
            guard !match.isSame, let old = match.position else { return match }
            return before.resource(at: old) == after.resource(at: new) ? match : .none
        }
    }

    /// The orders of all resources.
    ///
    /// - Parameter old: where the old list has each decoration of the new one.
    private func orders(_ old: [Match], isKept: [Bool]) -> [LayerOrder] {
        var kept = Array(repeating: 0, count: resources.count)
        var highest = -1
        var isInOrder = true
        for (new, match) in old.enumerated() {
            guard let position = match.position else { continue }
            kept[place(ofNew: new)] += 1
            isInOrder = isInOrder && position > highest
            highest = position
        }
        if isInOrder { return kept.map { LayerOrder(kept: $0) } }
        var placesOfOld = Array(repeating: 0, count: isKept.count)
        for (new, match) in old.enumerated() {
            if let position = match.position { placesOfOld[position] = place(ofNew: new) }
        }
        var ranksOfOld = placesOfOld
        var next = Array(repeating: 0, count: resources.count)
        for position in isKept.indices where isKept[position] {
            ranksOfOld[position] = next[placesOfOld[position]]
            next[placesOfOld[position]] += 1
        }
        var ranks: [[Int]] = Array(repeating: [], count: resources.count)
        for (new, match) in old.enumerated() {
            if let position = match.position { ranks[place(ofNew: new)].append(ranksOfOld[position]) }
        }
        return ranks.map { LayerOrder(ranks: $0) }
    }

    private func place(ofNew position: Int) -> Int { placesOfNew[Int(after.records[position].resource)] }

    /// - Parameter places: those of the resources of the list that are known already.
    private mutating func place(
        _ resource: UInt32, of list: DecorationList, _ places: inout [Int?], _ names: inout [String: Int]
    ) -> Int {
        if let place = places[Int(resource)] { return place }
        let name = list.resources[Int(resource)]
        let place = names[name] ?? resources.count
        if place == resources.count { resources.append((name, [])) }
        names[name] = place
        places[Int(resource)] = place
        return place
    }

    /// Adds a change for each decoration of the new list whose resource is not in the publication.
    ///
    /// - Returns: how many there are, by resource.
    public mutating func addMissing(
        _ isMissing: (_ resource: String) -> Bool
    ) -> [(resource: String, count: Int)] {
        let areMissing = resources.map { isMissing($0.href) }
        guard areMissing.contains(true) else { return [] }
        var counts = Array(repeating: 0, count: resources.count)
        for new in after.records.indices {
            let place = place(ofNew: new)
            guard areMissing[place] else { continue }
            counts[place] += 1
            resources[place].steps.append(DecorationStep(.missing, new))
        }
        return zip(resources, counts).filter { $0.1 > 0 }.map { ($0.0.href, $0.1) }
    }

    // MARK: Writing

    /// An object of arrays (schema `decoration-changes`).
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        for (href, steps) in changedResources {
            json.key(named: href)
            json.array(steps) { change($0).write(to: &$1) }
        }
        json.endObject()
    }

    public func text() -> ByteBuffer {
        let size = resources.reduce(16) { size, resource in
            resource.steps.reduce(size + resource.href.utf8.count + 8) { $0 + self.size($1) }
        }
        var json = JSONWriter(capacity: size)
        write(to: &json)
        return json.finish()
    }

    /// About as many bytes as a change is written in, but not fewer.
    private func size(_ step: DecorationStep) -> Int {
        let places = (step.kind == .remove ? before : after).records[step.position].places
        return 40 + (step.kind == .add || step.kind == .update ? places.size : places.id.count)
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
}
