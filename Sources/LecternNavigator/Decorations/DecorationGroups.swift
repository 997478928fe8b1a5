// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The state of a navigator's decorations: for each group, what was applied to it last.
public struct DecorationGroups: Sendable {
    private var groups: [(name: String, list: DecorationList)] = []

    public init() {}

    /// In the order of their first use.  A group that was emptied stays.
    public var names: [String] { groups.map(\.name) }

    /// Replaces the state of a group.
    ///
    /// - Parameter templates: those that draw the decorations; nil where extras are not drawn.
    public mutating func apply(
        _ list: DecorationList, in group: String, drawnBy templates: DecorationTemplates? = nil
    ) -> DecorationDiff {
        guard let index = index(of: group) else {
            groups.append((group, list.withoutMatches))
            return DecorationDiff(from: DecorationList(), to: list, drawnBy: templates)
        }
        let diff = DecorationDiff(from: groups[index].list, to: list, drawnBy: templates)
        groups[index].list = list.withoutMatches
        return diff
    }

    /// Empty for a group that was never used.
    public func decorations(in group: String) -> DecorationList {
        index(of: group).map { groups[$0].list } ?? DecorationList()
    }

    public func find(group: String, id: String) -> Decoration? {
        index(of: group).flatMap { groups[$0].list[id] }
    }

    /// For each group that has decorations, the resources that they are in.
    var resources: [(group: String, hrefs: [String])] {
        groups.filter { !$0.list.isEmpty }.map { group in
            var seen: Set<String> = []
            return (group.name, group.list.usedResources.filter { seen.insert($0).inserted })
        }
    }

    /// Compared by code points: names that are only canonically equivalent are different groups.
    private func index(of group: String) -> Int? {
        groups.firstIndex { $0.name.utf8.elementsEqual(group.utf8) }
    }
}
