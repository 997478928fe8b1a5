// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Where a former list has each decoration of a list, by id.
struct DecorationMatches: Sendable {
    struct Match: Sendable {
        /// Twice the position, plus one if it is the same; -1 for none.
        private let value: Int32

        static let none = Match(value: -1)

        private init(value: Int32) { self.value = value }

        init(_ position: Int, isSame: Bool = false) {
            value = Int32(truncatingIfNeeded: position << 1 | (isSame ? 1 : 0))
        }

        var position: Int? { value < 0 ? nil : Int(value >> 1) }
        /// Whether it is known to have the same bytes.
        var isSame: Bool { value >= 0 && value & 1 == 1 }
    }

    /// That of the former list.
    let text: ByteBuffer
    let all: [Match]

    init(_ all: [Match], in former: DecorationList) {
        text = former.original
        self.all = all
    }

    /// Compares the ids of two lists.
    init(of list: DecorationList, in former: DecorationList) {
        var next = 0
        self.init(
            list.records.indices.map { position in
                let found = former.position(ofID: list.id(at: position), hash: list.hash(at: position), near: &next)
                return found.map { Match($0) } ?? .none
            }, in: former)
    }

    private init(text: ByteBuffer, _ all: [Match]) {
        self.text = text
        self.all = all
    }

    func without(_ isLeftOut: [Bool]) -> DecorationMatches {
        DecorationMatches(text: text, zip(all, isLeftOut).filter { !$0.1 }.map(\.0))
    }
}
