// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    private static let scrolled = Condition.setting("scroll", is: [true])
    private static let paginated = Condition.setting("scroll", is: [false])
    private static let pairsPages = Condition.setting("spread", is: ["auto", "always"])
    /// Pages side by side would make a horizontal strip of pages wider still.
    private static let paginatedOrVertical = Condition.any([
        paginated, .setting("scrollAxis", is: ["vertical"]),
    ])

    /// The settings of PDF.
    static let pdfRows: [SettingDefinition] = [
        SettingDefinition(key: "backgroundColor", label: "Background color", type: .color, requires: [.set]),
        scroll,
        scrollAxis(requires: [scrolled]),
        SettingDefinition(
            key: "fit", label: "Fit", type: .enumeration, builtIn: "auto", requires: [scrolled],
            publication: .property(.fit, [Correspondence("contain", "page"), Correspondence("width", "width")]),
            invalidatesPagination: true, values: ["auto", "page", "width"],
            valueLabels: ["Automatic", "Whole page", "Width"], olderValues: [Correspondence("contain", "page")]),
        spread(scope: .shared, requires: [paginatedOrVertical]),
        offsetFirstPage(builtIn: false, requires: [paginatedOrVertical, pairsPages]),
        pageSpacing(builtIn: 0, 0...200, step: 4, format: .decimal(minimum: 1, maximum: 1, unit: .points)),
        SettingDefinition(
            key: "visibleScrollbar", label: "Scroll bar", type: .toggle, builtIn: true, requires: [scrolled]),
        readingProgression(requires: [paginated]),
    ]

    /// Those of PSPDFKit, which fits whole pages also while scrolling and lays pages out in both directions.
    static let pspdfkitRows: [SettingDefinition] = [
        scroll,
        scrollAxis(requires: [scrolled]),
        containOrWidth(containedWhile: [("scroll", [false]), ("scrollAxis", ["horizontal"])]),
        spread(scope: .publication, requires: [paginated]),
        offsetFirstPage(builtIn: true, requires: [paginated, pairsPages]),
        pageSpacing(builtIn: 16.0, 0...50, step: 5, format: .decimal(maximum: 1, unit: .densityIndependentPixels)),
        readingProgression(),
    ]

    /// Those of pdfium as Android navigators use it, which always scrolls.
    static let pdfiumRows: [SettingDefinition] = [
        scrollAxis(),
        containOrWidth(containedWhile: [("scrollAxis", ["horizontal"])]),
        pageSpacing(builtIn: 16.0, 0...50, step: 5, format: .decimal(maximum: 1, unit: .densityIndependentPixels)),
        readingProgression(),
    ]

    // MARK: Rows that publications made of pages share

    static let scroll = SettingDefinition(
        key: "scroll", label: "Scroll", type: .toggle, builtIn: false,
        publication: .property(.overflow, scrollOfOverflow), invalidatesPagination: true,
        olderKeys: ["overflow", "verticalScroll", "scrolled"],
        olderValues: scrollOfOverflow + [Correspondence("auto", nil)])

    static func scrollAxis(requires: [Condition] = []) -> SettingDefinition {
        SettingDefinition(
            key: "scrollAxis", label: "Scroll direction", type: .enumeration, builtIn: "vertical", requires: requires,
            invalidatesPagination: true, values: ["vertical", "horizontal"], valueLabels: ["Vertical", "Horizontal"])
    }

    static func spread(scope: SettingScope, requires: [Condition]) -> SettingDefinition {
        SettingDefinition(
            key: "spread", label: "Two pages", type: .enumeration, scope: scope, builtIn: "auto", requires: requires,
            publication: .property(.spread, spreadOfHint), invalidatesPagination: true,
            values: ["auto", "never", "always"], valueLabels: ["Automatic", "Never", "Always"],
            olderKeys: ["doublePageSpread", "spreads"], olderValues: olderSpreads,
            storedValues: storedSpreads)
    }

    static func offsetFirstPage(builtIn: JSON = nil, requires: [Condition]) -> SettingDefinition {
        SettingDefinition(
            key: "offsetFirstPage", label: "First page alone", type: .toggle, scope: .publication, builtIn: builtIn,
            requires: requires, invalidatesPagination: true)
    }

    static func readingProgression(requires: [Condition] = []) -> SettingDefinition {
        SettingDefinition(
            key: "readingProgression", label: "Reading direction", type: .enumeration, scope: .publication,
            builtIn: "ltr", requires: requires, publication: .property(.readingProgression, leftOrRight),
            invalidatesPagination: true, values: ["ltr", "rtl"], valueLabels: ["Left to right", "Right to left"],
            olderValues: [Correspondence("auto", nil)])
    }

    private static func pageSpacing(
        builtIn: JSON, _ range: ClosedRange<Double>, step: Double, format: ValueFormat
    ) -> SettingDefinition {
        SettingDefinition(
            key: "pageSpacing", label: "Page spacing", type: .range, builtIn: builtIn, reflows: true, range: range,
            progression: .step(step), format: format, olderKeys: ["verticalPageMargins"])
    }

    private static func containOrWidth(
        containedWhile others: [(key: String, values: [JSON])]
    ) -> SettingDefinition {
        SettingDefinition(
            key: "fit", label: "Fit", type: .enumeration,
            publication: .property(.fit, [Correspondence("contain", "contain"), Correspondence("width", "width")]),
            inference: .following(others, to: "contain", otherwise: "width"), invalidatesPagination: true,
            values: ["contain", "width"], valueLabels: ["Whole page", "Width"],
            olderValues: [Correspondence("page", "contain"), Correspondence("auto", nil)])
    }
}
