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

    /// What happens in one resource.
    private struct Resource {
        let href: String
        var changes: [Change] = []
        /// How many decorations are kept, as far as the old list has been gone through.
        var kept = 0
        /// The places of those that are kept, counted among themselves in the old list, in the order of the new one.
        var ranks: [Int] = []
    }

    /// In the order in which they first appear.
    private var resources: [Resource] = []
    private let after: DecorationList

    public var isEmpty: Bool { resources.allSatisfy(\.changes.isEmpty) }

    /// The changes by resource; resources without changes are left out.
    public var changes: [(href: String, changes: [Change])] {
        resources.filter { !$0.changes.isEmpty }.map { ($0.href, $0.changes) }
    }

    /// Whether a change says where in the order.
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

    /// - Parameter templates: those that draw the decorations, and say which extras they use; nil where extras are not
    ///   drawn.
    public init(
        from before: DecorationList, to after: DecorationList, drawnBy templates: DecorationTemplates? = nil
    ) {
        self.after = after
        let old = after.decorations.map { decoration in
            before.place(of: decoration.id).flatMap { place in
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

    /// Removes what is not kept.
    ///
    /// - Returns: for each decoration that is kept, which one it is of those that are kept in its resource.
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

    /// Adds a change for each decoration of the new list whose resource is not in the publication.
    ///
    /// - Returns: how many there are, by resource.
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

    /// An object of arrays (schema `decoration-changes`).
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
