// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The state of a navigator's decorations: for each group, what was applied to it last.
public struct DecorationGroups: Sendable {
    private var groups: [(name: String, list: DecorationList)] = []
    /// Compared by code points: names that are only canonically equivalent are different groups.
    private var places: [ExactText: Int] = [:]

    public init() {}

    /// In the order of their first use.  A group that was emptied stays.
    public var names: [String] { groups.map(\.name) }

    /// What leads from the state of a group to another one.
    ///
    /// - Parameter templates: those that draw the decorations; nil where extras are not drawn.
    public func difference(
        to list: DecorationList, in group: String, drawnBy templates: DecorationTemplates? = nil
    ) -> DecorationDiff {
        DecorationDiff(from: decorations(in: group), to: list, drawnBy: templates)
    }

    /// Replaces the state of a group.
    public mutating func set(_ list: DecorationList, in group: String) {
        let place = places[ExactText(group)] ?? groups.count
        if place == groups.count {
            groups.append((group, DecorationList()))
            places[ExactText(group)] = place
        }
        groups[place].list = list
    }

    /// Empty for a group that was never used.
    public func decorations(in group: String) -> DecorationList {
        places[ExactText(group)].map { groups[$0].list } ?? DecorationList()
    }

    public func find(group: String, id: String) -> Decoration? {
        decorations(in: group)[id]
    }

    /// For each group that has decorations, the resources that they are in.
    var resources: [(group: String, hrefs: [String])] {
        groups.filter { !$0.list.isEmpty }.map { ($0.name, $0.list.resources) }
    }

    /// Those of these groups that have been used, in their order.
    func used(_ names: [String]) -> [String] {
        Set(names.compactMap { places[ExactText($0)] }).sorted().map { groups[$0].name }
    }
}
