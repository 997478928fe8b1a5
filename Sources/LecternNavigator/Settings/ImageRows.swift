// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    private static let scrolled = Condition.setting("scroll", is: [true])
    private static let paginated = Condition.setting("scroll", is: [false])

    /// The settings of comics and other publications made of images: single pages, pairs, or one long strip.
    static let imageRows: [SettingDefinition] = pageRows + spaceRows() + pictureRows + fileRows

    private static let pageRows: [SettingDefinition] = [
        theme(requires: [.set]),
        backgroundColor(),
        scroll(downwards: downwards),
        scrollAxis(requires: [leftOrRightOnly, scrolled], downwards: downwards),
        continuous(requires: [scrolled]),
        spread(scope: .publication, requires: [paginated]),
        offsetFirstPage(requires: [paginated, pairsPages]),
        fit(),
        SettingDefinition(
            key: "stripWidth", label: "Strip width", type: .range, builtIn: 1000,
            requires: [scrolled, .setting("scrollAxis", is: ["vertical"])],
            reflows: true, range: 480...2400, progression: .step(20), isWhole: true, format: pixels),
    ]

    private static let pictureRows: [SettingDefinition] = [
        SettingDefinition(
            key: "trimMargins", label: "Trim white borders", type: .toggle, builtIn: false, invalidatesPagination: true),
        SettingDefinition(
            key: "contrast", label: "Contrast", type: .percent, builtIn: 1.0, range: 0.5...2.0, progression: .step(0.1),
            format: .percent),
    ]

    private static let fileRows: [SettingDefinition] = [
        SettingDefinition(
            key: "constraint", label: "Space around pages", type: .range, builtIn: 0, reflows: true,
            range: 0...2400, progression: .step(20), isWhole: true, format: pixels),
        SettingDefinition(
            key: "quality", label: "Quality", type: .enumeration, builtIn: "auto",
            values: ["auto", "low", "high", "max"], valueLabels: ["Automatic", "Low", "High", "Highest"],
            olderScale: ["low", "high", "max"]),
        orientation,
        readingProgression(downwards: downwards, publication: true),
    ]

    /// Comics drawn as one long strip are meant to be scrolled.
    private static let downwards: [JSON] = ["ttb", "btt"]
}
