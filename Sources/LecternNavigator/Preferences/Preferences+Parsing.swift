// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Preferences {
    /// Reads stored preferences forgivingly: what is unknown or unusable is left out, with a warning.
    ///
    /// - Parameter source: what the path of a warning calls the text.
    package static func parse(
        _ json: JSON, table: SettingsTable, source: String = "preferences"
    ) throws(Failure) -> (preferences: Preferences, warnings: [Warning]) {
        try parse(JSONReader(json, source: source), table: table)
    }

    package static func parse(
        _ reader: JSONReader, table: SettingsTable
    ) throws(Failure) -> (preferences: Preferences, warnings: [Warning]) {
        var preferences = Preferences(table)
        let warnings = try preferences.merge(reader)
        return (preferences, warnings)
    }

    /// Lets other preferences win over these: a value replaces, null unsets, an absent key changes nothing.
    package mutating func merge(_ reader: JSONReader) throws(Failure) -> [Warning] {
        var warnings = WarningLog()
        // How old the name was that each setting has been called by; newer names have precedence.
        var ages = Array(repeating: Int.max, count: table.count)
        for member in try reader.object().members {
            func path() -> [String] { reader.step(member.key, member.value).path }
            guard let row = table.anyRow(member.key) else {
                warnings.add(.minor, "No setting has this key; the preference is ignored.", path())
                continue
            }
            let age = table.definitions[row].age(of: member.key)
            if age > ages[row] { continue }
            for moved in table.definitions[row].movedValues where moved.from == member.value {
                guard let other = table.row(moved.key), ages[other] == .max else { continue }
                self[other] = moved.to
            }
            switch table.definitions[row].reading(of: member.value, stored: true) {
            case .value(let value):
                self[row] = value
                ages[row] = age
            case .clamped(let value):
                self[row] = value
                ages[row] = age
                warnings.add(.minor, "The number is out of range and moved to its end.", path())
            case .unusable(let reason):
                warnings.add(.moderate, "\(reason) The preference is ignored.", path())
            }
        }
        return warnings.all
    }

    /// Those whose keys are chosen (`keep`), or the others.
    ///
    /// - Parameter keys: an array of keys, or the name of a set: "publication" for those bound to one book, "shared".
    package func filtered(_ keys: JSONReader, keep: Bool) throws(Failure) -> Preferences {
        var chosen = Array(repeating: false, count: table.count)
        if keys.value.string != nil {
            let scope = try keys.choice(SettingScope.self)
            for (row, definition) in table.definitions.enumerated() { chosen[row] = definition.scope == scope }
        } else {
            for element in try keys.elements() {
                // A key of another navigator chooses nothing here.
                if let row = table.anyRow(try element.string()) { chosen[row] = true }
            }
        }
        var kept = self
        for row in chosen.indices where chosen[row] != keep { kept[row] = .null }
        return kept
    }
}
