// SPDX-License-Identifier: BSD-3-Clause

/// Words and sentences that do not belong to one setting.
enum LabelWord: String, Sendable, CaseIterable {
    case on
    case off
    /// A setting without a value.
    case unset
    /// What the publisher made, as a value.
    case publisher
    /// Between alternatives, with the spaces around it.
    case or

    /// What other settings have to be.
    case needs
    /// The same, of settings or values that this navigator lacks.
    case missing
    /// One setting and its values, within the two above.
    case condition
    case reflowable
    case fixed
    case ltr
    case rtl
    case cjk
    case notLTR = "notLtr"
    case notRTL = "notRtl"
    case notCJK = "notCjk"
    case set
    case setOrImplied
    /// The failure of an activation, around one of the above.
    case impossible

    /// The placeholders.
    var places: [String] {
        switch self {
        case .needs, .missing: ["conditions"]
        case .condition: ["setting", "values"]
        case .setOrImplied: ["condition"]
        case .impossible: ["setting", "reason"]
        default: []
        }
    }

    static let english: [LabelWord: LabelTemplate] = [
        .on: "On", .off: "Off", .unset: "Not set", .publisher: "Original", .or: " or ",
        .needs: "Needs {conditions}",
        .missing: "Needs {conditions}, not available here",
        .condition: "“{setting}”: {values}",
        .reflowable: "Only in a reflowable layout",
        .fixed: "Only in a fixed layout",
        .ltr: "Only for text that runs from left to right",
        .rtl: "Only for text that runs from right to left",
        .cjk: "Only for Chinese, Japanese or Korean text",
        .notLTR: "Not for text that runs from left to right",
        .notRTL: "Not for text that runs from right to left",
        .notCJK: "Not for Chinese, Japanese or Korean text",
        .set: "Takes effect once it is chosen",
        .setOrImplied: "Takes effect once it is chosen, or with {condition}",
        .impossible: "“{setting}” has no effect in this publication: {reason}.",
    ]
}
