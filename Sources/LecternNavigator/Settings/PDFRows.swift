// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    private static let scrolled = Condition.setting("scroll", is: [true])
    private static let paginated = Condition.setting("scroll", is: [false])
    /// Spreads would make a horizontal strip of pages even wider.
    private static let paginatedOrVertical = Condition.any([
        paginated, .setting("scrollAxis", is: ["vertical"]),
    ])

    static let pdfRows: [SettingDefinition] = [
        theme(requires: [.set]),
        backgroundColor(),
        scroll(downwards: ["ttb"]),
        scrollAxis(requires: [leftOrRightOnly, scrolled], downwards: ["ttb"]),
        continuous(requires: [scrolled]),
        fit(requires: [scrolled]),
        spread(scope: .shared, requires: [paginatedOrVertical]),
        offsetFirstPage(builtIn: false, requires: [paginatedOrVertical, pairsPages]),
        pageSpacing(builtIn: 0, 0...200, step: 4, format: .decimal(minimum: 1, maximum: 1, unit: .points)),
        horizontalSpace(), verticalSpace(),
        SettingDefinition(
            key: "visibleScrollbar", label: "Scroll bar", type: .toggle, builtIn: true, requires: [scrolled]),
        readingProgression(
            requires: [.any([paginated, .setting("readingProgression", is: ["ttb"])])], downwards: ["ttb"]),
        orientation,
    ]

    /// The settings of PSPDFKit, which also fits whole pages while scrolling, and supports both reading directions.
    static let pspdfkitRows: [SettingDefinition] = [
        scroll(),
        scrollAxis(requires: [scrolled]),
        containOrWidth(containedWhile: [("scroll", [false]), ("scrollAxis", ["horizontal"])]),
        spread(scope: .publication, requires: [paginated], values: 3),
        offsetFirstPage(builtIn: true, requires: [paginated, pairsPages]),
        pageSpacing(builtIn: 16.0, 0...50, step: 5, format: .decimal(maximum: 1, unit: .densityIndependentPixels)),
        readingProgression(),
    ]

    /// The settings of pdfium in Android navigators, which always scroll.
    static let pdfiumRows: [SettingDefinition] = [
        scrollAxis(),
        containOrWidth(containedWhile: [("scrollAxis", ["horizontal"])]),
        pageSpacing(builtIn: 16.0, 0...50, step: 5, format: .decimal(maximum: 1, unit: .densityIndependentPixels)),
        readingProgression(),
    ]

    // MARK: Rows that publications made of pages share

    static func fit(requires: [Condition] = []) -> SettingDefinition {
        SettingDefinition(
            key: "fit", label: "Fit", type: .enumeration, builtIn: "auto", requires: requires,
            publication: .property(
                .fit, [Correspondence("contain", "page")] + ["width", "height", "cover"].map { Correspondence($0, $0) }),
            invalidatesPagination: true, values: ["auto", "page", "width", "height", "cover"],
            valueLabels: ["Automatic", "Whole page", "Width", "Height", "Fill"],
            olderValues: [Correspondence("contain", "page")])
    }

    /// - Parameter downwards: the reading directions that can only be scrolled.
    static func scroll(downwards: [JSON] = []) -> SettingDefinition {
        SettingDefinition(
            key: "scroll", label: "Scroll", type: .toggle, builtIn: false,
            requires: downwards.isEmpty ? [] : [leftOrRightOnly],
            publication: .property(.overflow, scrollOfOverflow), forced: forced(by: downwards, to: true),
            invalidatesPagination: true, olderKeys: ["overflow", "verticalScroll", "scrolled"],
            olderValues: scrollOfOverflow + [Correspondence("auto", nil)])
    }

    private static func forced(by downwards: [JSON], to value: JSON) -> [SettingDefinition.Forced] {
        downwards.isEmpty ? [] : [.init(by: "readingProgression", is: downwards, to: value)]
    }

    static func scrollAxis(requires: [Condition] = [], downwards: [JSON] = []) -> SettingDefinition {
        SettingDefinition(
            key: "scrollAxis", label: "Scroll direction", type: .enumeration, builtIn: "vertical", requires: requires,
            forced: forced(by: downwards, to: "vertical"), invalidatesPagination: true,
            values: ["vertical", "horizontal"], valueLabels: ["Vertical", "Horizontal"])
    }

    /// - Parameter values: the number of supported values.
    static func spread(
        scope: SettingScope, requires: [Condition], values count: Int = spreads.count
    ) -> SettingDefinition {
        SettingDefinition(
            key: "spread", label: "Two pages", type: .enumeration, scope: scope, builtIn: "auto", requires: requires,
            publication: .property(.spread, spreadOfHint), invalidatesPagination: true,
            values: Array(spreads.prefix(count)), valueLabels: Array(spreadLabels.prefix(count)),
            olderKeys: ["doublePageSpread", "spreads"], olderValues: spreadOfHint,
            storedValues: storedSpreads)
    }

    static func offsetFirstPage(builtIn: JSON = nil, requires: [Condition]) -> SettingDefinition {
        SettingDefinition(
            key: "offsetFirstPage", label: "First page alone", type: .toggle, scope: .publication, builtIn: builtIn,
            requires: requires, invalidatesPagination: true)
    }

    /// - Parameters:
    ///   - downwards: the reading directions that can only be scrolled.
    ///   - publication: whether the publication may declare these directions, too.
    static func readingProgression(
        requires: [Condition] = [], downwards: [JSON] = [], publication: Bool = false
    ) -> SettingDefinition {
        SettingDefinition(
            key: "readingProgression", label: "Reading direction", type: .enumeration, scope: .publication,
            builtIn: "ltr", requires: requires,
            publication: .property(
                .readingProgression, leftOrRight + (publication ? downwards.map { Correspondence($0, $0) } : [])),
            invalidatesPagination: true, values: ["ltr", "rtl"] + downwards,
            valueLabels: Array(directionLabels.prefix(leftOrRight.count + downwards.count)),
            offered: downwards.isEmpty ? nil : offeredDownwards(downwards),
            olderValues: [Correspondence("auto", nil)])
    }

    /// Pages that are turned go to the left or to the right.
    static func offeredDownwards(_ directions: [JSON]) -> (values: [JSON], while: Condition) {
        (directions, .setting("scroll", is: [true]))
    }

    static func continuous(requires: [Condition]) -> SettingDefinition {
        SettingDefinition(
            key: "continuous", label: "Continuous", type: .toggle, builtIn: true, requires: requires,
            publication: .property(.continuous, [Correspondence(true, true), Correspondence(false, false)]),
            invalidatesPagination: true)
    }

    static let orientation = SettingDefinition(
        key: "orientation", label: "Orientation", type: .enumeration, scope: .publication, builtIn: "auto",
        publication: .property(.orientation, ["auto", "landscape", "portrait"].map { Correspondence($0, $0) }),
        values: ["auto", "landscape", "portrait"], valueLabels: ["Automatic", "Landscape", "Portrait"])

    private static func pageSpacing(
        builtIn: JSON, _ range: ClosedRange<Double>, step: Double, format: ValueFormat
    ) -> SettingDefinition {
        SettingDefinition(
            key: "pageSpacing", label: "Page spacing", type: .range, builtIn: builtIn, reflows: true, range: range,
            progression: .step(step), format: format, olderKeys: ["verticalPageMargins"],
            olderShares: ["verticalPageMargins"])
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
