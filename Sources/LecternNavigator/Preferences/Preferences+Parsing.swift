// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Preferences {
    /// Reads stored preferences leniently: unknown and invalid ones have no effect, but are kept, with a warning.
    ///
    /// - Parameter source: the name of the text in the paths of warnings.
    public static func parse(
        _ json: JSON, table: SettingsTable, source: String = "preferences"
    ) throws(Failure) -> (preferences: Preferences, warnings: [Warning]) {
        try parse(JSONReader(json, source: source), table: table)
    }

    public static func parse(
        _ reader: JSONReader, table: SettingsTable
    ) throws(Failure) -> (preferences: Preferences, warnings: [Warning]) {
        var warnings = WarningLog()
        var values: [JSON?] = Array(repeating: .none, count: table.count)
        var kept: [JSONObject.Member] = []
        // The age of the key that each setting was read from; newer keys take precedence.
        var ages = Array(repeating: Int.max, count: table.count)
        for member in try reader.object().members {
            func path() -> [String] { reader.step(member.key, member.value).path }
            guard let row = table.anyRow(member.key) else {
                warnings.add(.minor, "No setting has this key; the preference is ignored.", path())
                kept.append(member)
                continue
            }
            let definition = table.definitions[row]
            let reading = definition.reading(of: member.value, as: member.key, stored: true)
            if case .unusable(let reason) = reading {
                warnings.add(.moderate, "\(reason) The preference is ignored.", path())
                kept.append(member)
                continue
            }
            let age = definition.age(of: member.key)
            if age > ages[row] { continue }
            for moved in definition.movedValues where moved.from == member.value {
                guard let other = table.row(moved.key), ages[other] == .max else { continue }
                values[other] = moved.to
            }
            switch reading {
            case .value(let value): values[row] = value
            case .outOfRange(let value, _):
                values[row] = value
                warnings.add(.minor, "\(definition.outOfRange(member.value)) The nearest value is used.", path())
            case .unusable: break
            }
            ages[row] = age
        }
        return (Preferences(table, values, kept: kept), warnings.all)
    }

    /// Merges other preferences into these: a value replaces, null unsets, an absent key changes nothing.
    public mutating func merge(_ reader: JSONReader) throws(Failure) -> [Warning] {
        let (other, warnings) = try Preferences.parse(reader, table: table)
        merge(other)
        return warnings
    }

    /// Returns the preferences with the selected keys if `keep` is true, the others if it is false.
    ///
    /// - Parameter keys: an array of keys, or the name of a scope: "publication" for preferences of one book, or
    ///   "shared".
    public func filtered(_ keys: JSONReader, keep: Bool) throws(Failure) -> Preferences {
        if keys.value.string != nil {
            let scope = try keys.choice(SettingScope.self)
            return filtered(
                rows: { (table.definitions[$0].scope == scope) == keep },
                kept: { (self.scope(of: $0) == scope) == keep })
        }
        var rows: Set<Int> = []
        var names: Set<ExactText> = []
        for element in try keys.elements() {
            // The key of another kind of navigator selects only a kept member.
            let key = try element.string()
            names.insert(ExactText(key))
            if let row = table.anyRow(key) { rows.insert(row) }
        }
        return filtered(
            rows: { rows.contains($0) == keep },
            kept: { key in
                (names.contains(ExactText(key)) || table.anyRow(key).map(rows.contains) ?? false) == keep
            })
    }

    private func scope(of key: String) -> SettingScope {
        table.anyRow(key).map { table.definitions[$0].scope } ?? SettingsTable.scope(ofAnyKind: key) ?? .shared
    }
}
