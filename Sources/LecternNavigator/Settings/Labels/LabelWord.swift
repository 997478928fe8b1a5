// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Words and sentences that are not specific to a setting.
enum LabelWord: String, Sendable, CaseIterable {
    case on
    case off
    /// A setting without a value.
    case unset
    /// The publisher's value.
    case publisher
    /// The separator of alternatives, including the spaces around it.
    case or

    /// Required values of other settings.
    case needs
    /// Required settings or values that this navigator lacks.
    case missing
    /// A setting and its values, inserted into the two above.
    case condition
    case reflowable
    case fixed
    case ltr
    case rtl
    case cjk
    case notLTR = "notLtr"
    case notRTL = "notRtl"
    case notCJK = "notCjk"
    case noCaptions, noQuality, noReadAloud, noPitch
    case set
    case setOrImplied
    /// The message of a failed activation, with one of the reasons above.
    case impossible

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
        .noCaptions: "This publication has no captions",
        .noQuality: "This publication has one quality only",
        .noReadAloud: "This publication has no text to read aloud",
        .noPitch: "Web views cannot change the pitch of recordings",
        .set: "Takes effect once it is chosen",
        .setOrImplied: "Takes effect once it is chosen, or with {condition}",
        .impossible: "“{setting}” has no effect in this publication: {reason}.",
    ]
}
