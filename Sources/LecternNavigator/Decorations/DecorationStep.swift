// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A change as a difference keeps it: decorations by their positions, as there may be many.
struct DecorationStep: Sendable {
    enum Kind: UInt8 {
        case remove, add, move, update, missing
    }

    let kind: Kind
    /// In the old list for what is removed, else in the new one.
    private let number: Int32
    /// -1 for none.
    private let place: Int32

    init(_ kind: Kind, _ position: Int, index: Int? = nil) {
        self.kind = kind
        number = Int32(truncatingIfNeeded: position)
        place = index.map { Int32(truncatingIfNeeded: $0) } ?? -1
    }

    var position: Int { Int(number) }
    var index: Int? { place < 0 ? nil : Int(place) }
}
