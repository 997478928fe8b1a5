// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Rows that several kinds of navigators share.
extension SettingsTable {
    /// Without a built-in value, the page has the theme of its options, or that of the system.
    static func theme(builtIn: JSON = .null, requires: [Condition]) -> SettingDefinition {
        SettingDefinition(
            key: "theme", label: "Theme", type: .enumeration, builtIn: builtIn, shown: .value("light"),
            requires: requires,
            values: ["light", "dark", "sepia"], valueLabels: ["Light", "Dark", "Sepia"], olderKeys: ["appearance"])
    }

    /// - Parameter otherwise: the color without a theme.
    static func backgroundColor(otherwise: JSON = .null) -> SettingDefinition {
        SettingDefinition(
            key: "backgroundColor", label: "Background color", type: .color,
            shown: .following(
                "theme",
                [
                    Correspondence("light", "#FFFFFF"), Correspondence("dark", "#000000"),
                    Correspondence("sepia", "#FAF4E8"),
                ], otherwise: otherwise, evenIfInactive: true),
            requires: [.set])
    }

    // MARK: The space around pages of fixed sizes

    static func spaceRows(requires: [Condition] = []) -> [SettingDefinition] {
        [horizontalSpace(requires: requires), verticalSpace(requires: requires, olderKeys: ["verticalPageMargins"])]
    }

    static func horizontalSpace(requires: [Condition] = []) -> SettingDefinition {
        space("horizontalSpace", "Space at the sides", requires, olderKeys: ["horizontalPageMargins"])
    }

    static func verticalSpace(requires: [Condition] = [], olderKeys: [String] = []) -> SettingDefinition {
        space("verticalSpace", "Space above and below", requires, olderKeys: olderKeys)
    }

    /// The page makes it narrower where it would take more than a quarter of the view.
    private static func space(
        _ key: String, _ label: String, _ requires: [Condition], olderKeys: [String]
    ) -> SettingDefinition {
        SettingDefinition(
            key: key, label: label, type: .range, builtIn: 0, requires: requires, reflows: true, range: 0...250,
            progression: .step(10), isWhole: true, format: pixels, olderKeys: olderKeys, olderShares: olderKeys)
    }

    static let pixels = ValueFormat.decimal(maximum: 0, unit: .pixels)
}
