// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferred values, by setting; an absent value leaves the decision to others.
///
/// Every value is acceptable to its setting and in canonical form.  Other members are kept beside them unchanged,
/// because another kind of navigator or a later version may be able to use them.
public struct Preferences: Sendable, Equatable {
    public let table: SettingsTable
    /// One for each row of the table; nil if there is no value.  null is also no preference, but it replaces a value in
    /// a merge.
    private var values: [JSON?]
    /// Members that no setting of the table knows or can use, by key.  None of the keys is that of a row with a value.
    private(set) var kept = JSONObject()

    /// No preferences.
    public init(_ table: SettingsTable) {
        self.table = table
        values = Array(repeating: .none, count: table.count)
    }

    /// null removes the preference, and what was kept in its place.
    subscript(row: Int) -> JSON {
        get { values.indices.contains(row) ? values[row] ?? .null : .null }
        set {
            guard values.indices.contains(row) else { return }
            values[row] = newValue.isNull ? .none : .some(newValue)
            if !kept.isEmpty { kept = kept { table.anyRow($0) != row } }
        }
    }

    /// By current key; null when unset or unknown.
    public subscript(key: String) -> JSON { table.row(key).map { self[$0] } ?? .null }

    public var isEmpty: Bool { !values.indices.contains(where: says) && kept.isEmpty }

    /// As read from JSON: of a row, null included; of what is kept, only where no row has a value.
    init(_ table: SettingsTable, _ values: [JSON?], kept: [JSONObject.Member]) {
        self.table = table
        self.values = values
        self.kept = JSONObject(kept)
        dropReplaced()
    }

    /// Merges others into these: for each key the later value counts.
    mutating func merge(_ other: Preferences) {
        for row in values.indices where other.says(row) { values[row] = other.values[row] }
        guard !(kept.isEmpty && other.kept.isEmpty) else { return }
        kept.merge(other.kept)
        dropReplaced()
    }

    /// Whether there is a value for a row, null included.  (JSON takes the literal nil for null, so that a comparison with it
    /// would be misread.)
    private func says(_ row: Int) -> Bool {
        if values.indices.contains(row), case .some = values[row] { return true }
        return false
    }

    /// A usable value counts more than one that is only kept.
    private mutating func dropReplaced() {
        guard !kept.isEmpty else { return }
        kept = kept { !(table.row($0).map(says) ?? false) }
    }

    private func kept(_ isWanted: (String) -> Bool) -> JSONObject {
        JSONObject(kept.members.filter { isWanted($0.key) })
    }

    /// Those of some rows, and what is kept under some keys.
    func filtered(rows: (Int) -> Bool, kept keys: (String) -> Bool) -> Preferences {
        var filtered = self
        for row in values.indices where !rows(row) { filtered.values[row] = .none }
        filtered.kept = kept(keys)
        return filtered
    }

    /// Forgets what is kept under a key; false when there is nothing.
    mutating func removeKept(_ key: String) -> Bool {
        let count = kept.count
        kept = kept { !$0.isExactly(key) }
        return kept.count < count
    }

    /// Those of the table in its order, then what is kept.
    public func write(to json: inout JSONWriter) { json.object(self.json) }

    public var json: JSONObject {
        JSONObject(
            zip(table.definitions, values).compactMap { definition, value in
                value.map { JSONObject.Member(key: definition.key, value: $0) }
            } + kept.members)
    }

    public static func == (a: Preferences, b: Preferences) -> Bool { a.values == b.values && a.kept == b.kept }
}
