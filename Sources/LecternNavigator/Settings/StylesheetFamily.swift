// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The family of Readium CSS style sheets for the script and the direction of the text.
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

/// The script that a setting requires.
public enum Script: String, Sendable, CaseIterable {
    case ltr
    case rtl
    case cjk
}
