// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decorations of a navigator: the current list of each group.
public struct DecorationGroups: Sendable {
    private var groups: [(name: String, list: DecorationList)] = []
    /// Indices by name, compared by code points: names that are merely canonically equivalent are different groups.
    private var places: [ExactText: Int] = [:]

    public init() {}

    /// The names in order of first use, including groups that are now empty.
    public var names: [String] { groups.map(\.name) }

    /// Returns the changes from the current state of a group to a new one.
    ///
    /// - Parameter templates: the templates that render the decorations; nil where extras are not rendered.
    public func difference(
        to list: DecorationList, in group: String, drawnBy templates: DecorationTemplates? = nil
    ) -> DecorationDiff {
        DecorationDiff(from: decorations(in: group), to: list, drawnBy: templates)
    }

    public mutating func set(_ list: DecorationList, in group: String) {
        let place = places[ExactText(group)] ?? groups.count
        if place == groups.count {
            groups.append((group, DecorationList()))
            places[ExactText(group)] = place
        }
        groups[place].list = list
    }

    /// Returns the decorations of a group; empty if it has never been used.
    public func decorations(in group: String) -> DecorationList {
        places[ExactText(group)].map { groups[$0].list } ?? DecorationList()
    }

    public func find(group: String, id: String) -> Decoration? {
        decorations(in: group)[id]
    }

    /// The resources that contain decorations, by group.
    var resources: [(group: String, hrefs: [String])] {
        groups.filter { !$0.list.isEmpty }.map { ($0.name, $0.list.resources) }
    }

    /// Returns the groups among these that have been used, in order of first use.
    func used(_ names: [String]) -> [String] {
        Set(names.compactMap { places[ExactText($0)] }).sorted().map { groups[$0].name }
    }
}
