// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A color that the host offers.  Preferences may refer to it by name, as in earlier versions.
struct NamedColor: Sendable {
    let name: String
    let color: Color

    /// A limit, since reading a color searches all names.
    private static let maxCount = 1000

    /// {"sky": "#87CEEB", …}
    static func parse(_ reader: JSONReader) throws(Failure) -> [NamedColor] {
        let members = try reader.members()
        guard members.count <= maxCount else {
            throw Failure(.limit, "There are more than \(maxCount) colors.", path: reader.path)
        }
        var colors: [NamedColor] = []
        for (name, value) in members {
            guard let color = Color(json: value.value) else {
                throw value.failure("Expected a color such as \"#FFF8E0\".")
            }
            colors.append(NamedColor(name: name, color: color))
        }
        return colors
    }
}

extension SettingsTable {
    /// Returns the table with these colors offered by its color settings.
    func offering(_ colors: [NamedColor]) -> SettingsTable {
        guard !colors.isEmpty else { return self }
        var definitions = definitions
        for row in definitions.indices where definitions[row].type == .color {
            definitions[row].values = colors.map { .string($0.color.hex) }
            definitions[row].valueLabels = colors.map(\.name)
            definitions[row].olderValues = colors.map { Correspondence(.string($0.name), .string($0.color.hex)) }
        }
        return SettingsTable(kind: kind, definitions)
    }
}
