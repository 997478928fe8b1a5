// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What has to be done, resource by resource, to get from one state of a group to another one.
///
/// In each resource removals come first, in the order of the old list, then additions and updates in that of the new
/// one.  A decoration that went to another resource is removed there and added here; order alone changes nothing.
package struct DecorationDiff: Sendable {
    package enum Change: Sendable {
        case remove(Decoration)
        case add(Decoration)
        case update(Decoration)
    }

    /// Resources with changes, in the order in which they first appear.
    package private(set) var resources: [(href: String, changes: [Change])] = []
    private var positions: [String: Int] = [:]
    private var last = 0

    package var isEmpty: Bool { resources.isEmpty }

    package init(from before: DecorationList, to after: DecorationList) {
        let old = DecorationDiff.positions(of: after, in: before)
        var staysInResource = Array(repeating: false, count: before.decorations.count)
        for (position, decoration) in zip(old, after.decorations) {
            if let position { staysInResource[position] = before.decorations[position].resource == decoration.resource }
        }
        for (decoration, stays) in zip(before.decorations, staysInResource) where !stays {
            append(.remove(decoration), in: decoration.resource)
        }
        for (position, decoration) in zip(old, after.decorations) {
            if let position, staysInResource[position] {
                if !before.decorations[position].isDrawn(like: decoration) {
                    append(.update(decoration), in: decoration.resource)
                }
            } else {
                append(.add(decoration), in: decoration.resource)
            }
        }
    }

    /// Where each decoration of a list stands in another one.
    private static func positions(of list: DecorationList, in other: DecorationList) -> [Int?] {
        var next = 0
        return list.decorations.indices.map { position in
            let id = list.decorations[position].bytes(at: list.decorations[position].places.id)
            // Most lists hardly change, so it is probably the one behind the last that was found.
            let isNext = next < other.decorations.count && other.decorations[next].hasID(id)
            let found = isNext
                ? next : other.index.position(of: id, hash: list.index.hash(at: position), in: other.decorations)
            if let found { next = found + 1 }
            return found
        }
    }

    private mutating func append(_ change: Change, in resource: String) {
        if last >= resources.count || resources[last].href != resource {
            last = positions[resource] ?? resources.count
            if last == resources.count {
                positions[resource] = last
                resources.append((resource, []))
            }
        }
        resources[last].changes.append(change)
    }

    // MARK: Writing

    /// An object of arrays (schema `decoration-changes`).
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        for resource in resources {
            json.key(resource.href)
            json.array(resource.changes) { $0.write(to: &$1) }
        }
        json.endObject()
    }

    package func text() -> ByteBuffer {
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
        case .add(let decoration):
            json.key("add")
            decoration.write(to: &json)
        case .update(let decoration):
            json.key("update")
            decoration.write(to: &json)
        }
        json.endObject()
    }

    var size: Int {
        switch self {
        case .remove(let decoration): return decoration.places.id.count + 16
        case .add(let decoration), .update(let decoration): return decoration.size + 16
        }
    }
}
