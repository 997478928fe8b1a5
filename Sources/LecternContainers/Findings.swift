// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A kind of problem that many entries can have.
protocol FindingKind: CaseIterable, Equatable, Sendable {
    var severity: Warning.Severity { get }
    /// The warning as a sentence, without the full stop.
    var text: String { get }
}

/// Collects the problems of the entries of a container.  There is one warning for each kind, no matter how many entries
/// have it.
struct Findings<Kind: FindingKind>: Sendable {
    private var found: [(kind: Kind, first: String, count: Int)] = []

    /// Records a problem.  `name` is only evaluated for the first entry of a kind.
    mutating func note(_ kind: Kind, _ name: @autoclosure () -> String) {
        for place in found.indices where found[place].kind == kind {
            found[place].count += 1
            return
        }
        found.append((kind, name(), 1))
    }

    /// The warnings in the order of the kinds, each with the first entry that has the problem.
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
