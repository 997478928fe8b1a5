// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The changes from one state of a group to another, by resource.
///
/// In each resource, removals come first, in the order of the old list; the other changes follow the order of the new
/// list.  A decoration whose resource has changed is removed from the old one and added to the new one.  The order of
/// a list is the stacking order, so a decoration whose position among those of its resource has changed is moved.
public struct DecorationDiff: Sendable {
    public enum Change: Sendable {
        case remove(Decoration)
        /// Inserts at this index in the list of the resource, after the preceding changes; nil appends, on top of all
        /// others.
        case add(Decoration, index: Int?)
        case move(Decoration, index: Int?)
        /// Replaces the decoration at its current position.
        case update(Decoration)
        /// The decoration cannot be shown, because the publication has no such resource.
        case missing(Decoration)
    }

    /// The changes in a resource.
    private struct Resource {
        let href: String
        var changes: [Change] = []
        /// The number of kept decorations in the part of the old list scanned so far.
        var kept = 0
        /// The old positions of the kept decorations, relative to each other, in the order of the new list.
        var ranks: [Int] = []
    }

    /// In order of first occurrence.
    private var resources: [Resource] = []
    private let after: DecorationList

    public var isEmpty: Bool { resources.allSatisfy(\.changes.isEmpty) }

    /// The changes by resource; resources without changes are left out.
    public var changes: [(href: String, changes: [Change])] {
        resources.filter { !$0.changes.isEmpty }.map { ($0.href, $0.changes) }
    }

    /// Whether a change has an index.
    var hasPlaces: Bool {
        resources.contains { resource in
            resource.changes.contains { change in
                switch change {
                case .add(_, let index), .move(_, let index): index != nil
                case .remove, .update, .missing: false
                }
            }
        }
    }

    /// - Parameter templates: the templates that render the decorations, which determine the relevant extras; nil
    ///   where extras are not rendered.
    public init(
        from before: DecorationList, to after: DecorationList, drawnBy templates: DecorationTemplates? = nil
    ) {
        self.after = after
        let old = after.decorations.enumerated().map { index, decoration in
            before.place(of: decoration.id, near: index).flatMap { place in
                before.decorations[place].resource == decoration.resource ? place : nil
            }
        }
        var places: [String: Int] = [:]
        let ranks = removeOthers(of: before, than: old, &places)
        let resourcesOfNew = after.decorations.map { place(of: $0.resource, in: &places) }
        for (resource, old) in zip(resourcesOfNew, old) {
            if let old { resources[resource].ranks.append(ranks[old]) }
        }
        var orders = resources.map { LayerOrder(ranks: $0.ranks) }
        for (new, decoration) in after.decorations.enumerated() {
            let resource = resourcesOfNew[new]
            guard let place = old[new] else {
                resources[resource].changes.append(.add(decoration, index: orders[resource].add()))
                continue
            }
            if case .moves(let index) = orders[resource].keep() {
                resources[resource].changes.append(.move(decoration, index: index))
            }
            if !before.decorations[place].isDrawn(like: decoration, by: templates) {
                resources[resource].changes.append(.update(decoration))
            }
        }
    }

    /// Adds a removal for each decoration that is not kept.
    ///
    /// - Returns: for each old decoration that is kept, its index among those kept in its resource.
    private mutating func removeOthers(
        of before: DecorationList, than kept: [Int?], _ places: inout [String: Int]
    ) -> [Int] {
        var isKept = Array(repeating: false, count: before.count)
        for place in kept { if let place { isKept[place] = true } }
        var ranks = Array(repeating: 0, count: before.count)
        for (place, decoration) in before.decorations.enumerated() {
            let resource = self.place(of: decoration.resource, in: &places)
            if isKept[place] {
                ranks[place] = resources[resource].kept
                resources[resource].kept += 1
            } else {
                resources[resource].changes.append(.remove(decoration))
            }
        }
        return ranks
    }

    private mutating func place(of resource: String, in places: inout [String: Int]) -> Int {
        if let place = places[resource] { return place }
        places[resource] = resources.count
        resources.append(Resource(href: resource))
        return resources.count - 1
    }

    /// Adds a change for each new decoration whose resource is not in the publication.
    ///
    /// - Returns: the number of these decorations, by resource.
    public mutating func addMissing(
        _ isMissing: (_ resource: String) -> Bool
    ) -> [(resource: String, count: Int)] {
        var counts: [(resource: String, count: Int)] = []
        for index in resources.indices where isMissing(resources[index].href) {
            let missing = after.decorations.filter { $0.resource == resources[index].href }
            resources[index].changes += missing.map(Change.missing)
            if !missing.isEmpty { counts.append((resources[index].href, missing.count)) }
        }
        return counts
    }

    /// Returns the changes as JSON (schema `decoration-changes`).
    public func text() -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        for (href, changes) in changes {
            json.key(named: href)
            json.array(changes) { $0.write(to: &$1) }
        }
        json.endObject()
        return json.finish()
    }
}

extension DecorationDiff.Change {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .remove(let decoration): json.member("remove", decoration.id)
        case .add(let decoration, let index):
            json.key("add")
            decoration.write(to: &json)
            json.member("index", ifPresent: index)
        case .move(let decoration, let index):
            json.member("move", decoration.id)
            json.member("index", ifPresent: index)
        case .update(let decoration):
            json.key("update")
            decoration.write(to: &json)
        case .missing(let decoration): json.member("missing", decoration.id)
        }
        json.endObject()
    }
}
