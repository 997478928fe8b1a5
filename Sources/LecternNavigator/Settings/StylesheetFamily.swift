// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The family of Readium CSS sheets that suits the text, which the settings decide together.
public enum StylesheetFamily: String, Sendable, CaseIterable {
    case `default`
    case rtl
    case cjkHorizontal = "cjk-horizontal"
    case cjkVertical = "cjk-vertical"

    public var script: Script {
        switch self {
        case .default: .ltr
        case .rtl: .rtl
        case .cjkHorizontal, .cjkVertical: .cjk
        }
    }

    /// The `dir` attribute of documents; vertical text has none.
    public var direction: String? {
        switch self {
        case .default, .cjkHorizontal: "ltr"
        case .rtl: "rtl"
        case .cjkVertical: nil
        }
    }

    init(language: String?, readingProgression: String?, verticalText: Bool) {
        if verticalText {
            self = .cjkVertical
        } else if let language, LanguageTag(language).isCJK {
            self = .cjkHorizontal
        } else {
            self = readingProgression == "rtl" ? .rtl : .default
        }
    }
}

/// The kind of writing that a setting needs.
public enum Script: String, Sendable, CaseIterable {
    case ltr
    case rtl
    case cjk
}
