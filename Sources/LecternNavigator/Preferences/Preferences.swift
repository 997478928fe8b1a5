// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What somebody asked for, by setting; an absent value is no opinion.
///
/// Every value is acceptable to its setting and in canonical form: what is not never gets in.
package struct Preferences: Sendable, Equatable {
    package let table: SettingsTable
    /// One for each row of the table; null when unset.
    private var values: [JSON]

    /// No opinion on anything.
    package init(_ table: SettingsTable) {
        self.table = table
        values = Array(repeating: .null, count: table.count)
    }

    subscript(row: Int) -> JSON {
        get { values.indices.contains(row) ? values[row] : .null }
        set { if values.indices.contains(row) { values[row] = newValue } }
    }

    /// By current key; null when unset or unknown.
    package subscript(key: String) -> JSON { table.row(key).map { self[$0] } ?? .null }

    package var isEmpty: Bool { values.allSatisfy(\.isNull) }

    /// The set ones, in the order of the table.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        for (definition, value) in zip(table.definitions, values) where !value.isNull {
            json.key(definition.key)
            json.value(value)
        }
        json.endObject()
    }

    package var json: JSONObject {
        JSONObject(
            zip(table.definitions, values).compactMap { definition, value in
                value.isNull ? nil : JSONObject.Member(key: definition.key, value: value)
            })
    }

    package static func == (a: Preferences, b: Preferences) -> Bool { a.values == b.values }
}
