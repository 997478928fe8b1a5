// SPDX-License-Identifier: BSD-3-Clause

/// All contributors, by role.  The kinds are the members of RWPM metadata, in the order in which they are written.
public struct Contributors: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case author, translator, editor, artist, illustrator, letterer, penciler, colorist, inker, narrator,
            contributor, publisher, imprint
    }

    /// Computed once, since every manifest is written in this order.
    private static let kinds = Kind.allCases

    private var byKind: [(kind: Kind, contributor: Contributor)] = []

    public init() {}

    public mutating func add(_ contributor: Contributor, as kind: Kind) { byKind.append((kind, contributor)) }

    public subscript(kind: Kind) -> [Contributor] { byKind.filter { $0.kind == kind }.map(\.contributor) }

    func mapped(_ transform: (Contributor) -> Contributor) -> Contributors {
        var all = self
        for index in all.byKind.indices { all.byKind[index].contributor = transform(all.byKind[index].contributor) }
        return all
    }

    public static func == (a: Contributors, b: Contributors) -> Bool {
        Kind.allCases.allSatisfy { a[$0] == b[$0] }
    }

    func writeMembers(to json: inout JSONWriter) {
        if byKind.isEmpty { return }
        for kind in Contributors.kinds where byKind.contains(where: { $0.kind == kind }) {
            json.key(named: kind.rawValue)
            json.beginArray()
            for entry in byKind where entry.kind == kind { entry.contributor.write(to: &json) }
            json.endArray()
        }
    }
}
