// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a list knows of one of its decorations: little, as there may be a million of them.
struct DecorationRecord: Sendable {
    /// The decoration in its text; empty when it was not read from there as it is.
    private(set) var place: TextPlace
    /// The number of its text in the list.
    let text: UInt32
    /// The number of its resource in the list.
    private(set) var resource: UInt32
    /// From the start of the decoration on.
    var places: Decoration.Places
    let interactions: Decoration.Interactions?
    /// Of the id.
    var hash: UInt32 = 0

    /// The same decoration somewhere else, or one like it.
    func moved(to place: Range<Int>, resource: UInt32) -> DecorationRecord {
        var record = self
        record.place = TextPlace(place)
        record.resource = resource
        return record
    }
}

extension Decoration.Places {
    func moved(by distance: Int) -> Decoration.Places {
        Decoration.Places(
            id: id.moved(by: distance), locator: locator.moved(by: distance), style: style.moved(by: distance),
            extras: extras?.moved(by: distance))
    }

    /// About as many bytes as a decoration is written in, but not fewer.
    var size: Int { id.count + locator.count + style.count + (extras?.count ?? 0) + 80 }
}

extension DecorationRecord {
    /// Of a decoration that is not kept as it is written.
    init(_ decoration: Decoration, text: Int, _ resources: inout ResourceNames) {
        self.init(
            place: TextPlace(0..<0), text: UInt32(truncatingIfNeeded: text),
            resource: resources.number(ofResource: decoration.resource), places: decoration.places,
            interactions: decoration.declaredInteractions,
            hash: DecorationIndex.hash(decoration.bytes(at: decoration.places.id)))
    }
}
