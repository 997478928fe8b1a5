// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A kind of thing that can be wrong with many entries at once.
protocol FindingKind: CaseIterable, Equatable, Sendable {
    var severity: Warning.Severity { get }
    /// A sentence without its full stop.
    var text: String { get }
}

/// Counts what is wrong with the entries of a container: one warning of each kind, however many entries there are.
struct Findings<Kind: FindingKind>: Sendable {
    private var found: [(kind: Kind, first: String, count: Int)] = []

    /// `name` is only asked for the first time.
    mutating func note(_ kind: Kind, _ name: @autoclosure () -> String) {
        for place in found.indices where found[place].kind == kind {
            found[place].count += 1
            return
        }
        found.append((kind, name(), 1))
    }

    /// In the order of the kinds, each with the first entry that it was found at.
    var warnings: [Warning] {
        if found.isEmpty { return [] }
        return Kind.allCases.compactMap { kind in
            found.first { $0.kind == kind }.map { item in
                let count = item.count == 1 ? "1 entry" : "\(item.count) entries"
                return Warning(
                    kind.severity, "\(kind.text) (\(count)).", path: item.first.isEmpty ? [] : [item.first])
            }
        }
    }
}
