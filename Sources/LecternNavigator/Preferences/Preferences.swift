// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferred values of settings; a setting without one is determined by other sources.
///
/// All values are valid and normalized.  Other members are kept unchanged, because another kind of navigator or a
/// later version may support them.
public struct Preferences: Sendable, Equatable {
    public let table: SettingsTable
    /// One element per row of the table; nil if there is no value. null also means no preference, but replaces a
    /// value when preferences are merged.
    private var values: [JSON?]
    /// Members that the table does not know or accept.  No key belongs to a row with a value.
    private(set) var kept = JSONObject()

    /// Creates empty preferences.
    public init(_ table: SettingsTable) {
        self.table = table
        values = Array(repeating: .none, count: table.count)
    }

    /// The value of a row.  Setting it to null removes the preference, including a kept member for the same row.
    subscript(row: Int) -> JSON {
        get { values.indices.contains(row) ? values[row] ?? .null : .null }
        set {
            guard values.indices.contains(row) else { return }
            values[row] = newValue.isNull ? .none : .some(newValue)
            if !kept.isEmpty { kept = kept { table.anyRow($0) != row } }
        }
    }

    /// The value of a current key; null if it is unset or unknown.
    public subscript(key: String) -> JSON { table.row(key).map { self[$0] } ?? .null }

    public var isEmpty: Bool { !values.indices.contains(where: says) && kept.isEmpty }

    /// Creates preferences from parsed JSON: null is a value, and members are kept only for rows without a value.
    init(_ table: SettingsTable, _ values: [JSON?], kept: [JSONObject.Member]) {
        self.table = table
        self.values = values
        self.kept = JSONObject(kept)
        dropReplaced()
    }

    /// Merges other preferences into these; the values of `other` win.
    mutating func merge(_ other: Preferences) {
        for row in values.indices where other.says(row) { values[row] = other.values[row] }
        guard !(kept.isEmpty && other.kept.isEmpty) else { return }
        kept.merge(other.kept)
        dropReplaced()
    }

    /// Whether a row has a value, null included. (Uses a pattern because `JSON` is expressible by the literal nil, so
    /// that a comparison with nil would compare with null.)
    private func says(_ row: Int) -> Bool {
        if values.indices.contains(row), case .some = values[row] { return true }
        return false
    }

    /// Removes kept members whose row has a valid value.
    private mutating func dropReplaced() {
        guard !kept.isEmpty else { return }
        kept = kept { !(table.row($0).map(says) ?? false) }
    }

    private func kept(_ isWanted: (String) -> Bool) -> JSONObject {
        JSONObject(kept.members.filter { isWanted($0.key) })
    }

    /// Returns the values of some rows and the kept members of some keys.
    func filtered(rows: (Int) -> Bool, kept keys: (String) -> Bool) -> Preferences {
        var filtered = self
        for row in values.indices where !rows(row) { filtered.values[row] = .none }
        filtered.kept = kept(keys)
        return filtered
    }

    /// Removes the kept member of a key, and returns whether there was one.
    mutating func removeKept(_ key: String) -> Bool {
        let count = kept.count
        kept = kept { !$0.isExactly(key) }
        return kept.count < count
    }

    /// Writes the values in table order, then the kept members.
    public func write(to json: inout JSONWriter) { json.object(self.json) }

    public var json: JSONObject {
        JSONObject(
            zip(table.definitions, values).compactMap { definition, value in
                value.map { JSONObject.Member(key: definition.key, value: $0) }
            } + kept.members)
    }

    public static func == (a: Preferences, b: Preferences) -> Bool { a.values == b.values && a.kept == b.kept }
}
