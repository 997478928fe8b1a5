// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What kind of control a form needs for a setting.
package enum SettingType: String, Sendable, CaseIterable {
    case toggle
    case enumeration = "enum"
    case range
    case percent
    case color
    case language
    case font
    case value
}

/// Whether a preference may be shared between books.
package enum SettingScope: String, Sendable, CaseIterable {
    case shared
    case publication
}

/// A value and what stands for it.
package struct Correspondence: Sendable {
    let from: JSON
    let to: JSON

    init(_ from: JSON, _ to: JSON) {
        self.from = from
        self.to = to
    }
}

extension [Correspondence] {
    subscript(from: JSON) -> JSON? { first { $0.from == from }?.to }
}

/// One row of a table of settings: everything that Lectern knows about one setting.
package struct SettingDefinition: Sendable {
    /// What a publication says about a setting.
    enum PublicationOpinion: Sendable {
        case none
        /// Its first language.
        case language
        /// One of its properties, in the words of the setting; other words are no opinion.
        case property(PublicationTraits.Trait, [Correspondence])
    }

    /// How a setting follows from others when nobody names it.
    enum Inference: Sendable {
        case none
        /// Whoever names a language and no progression means the progression of that language.
        case progressionOfLanguage
        /// Right-to-left books in a CJK language are vertical.
        case verticalWriting
    }

    /// What a form shows while the publication decides.
    enum Shown: Sendable {
        case value(JSON)
        /// A value that goes with the one of another setting.
        case following(String, [Correspondence], otherwise: JSON)
    }

    /// While another setting has this value, this one cannot be chosen.
    struct Forced: Sendable {
        let by: String
        let `is`: JSON
        let to: JSON
    }

    package let key: String
    package let label: String
    package let type: SettingType
    package var scope = SettingScope.shared
    package var builtIn: JSON = .null
    var shown = Shown.value(.null)
    package var requires: [Condition] = []
    /// The toolkits count it as effective in every layout, although their documents do not.
    var isEffectiveInAnyLayout = false

    var publication = PublicationOpinion.none
    var inference = Inference.none
    var forced: Forced?
    /// A change moves the content between pages and spreads, rather than restyling what is shown.
    var invalidatesPagination = false

    /// For range and percent.
    package var range: ClosedRange<Double>?
    package var progression = Progression.continuous
    /// Written without a fraction.
    var isWhole = false
    package var format = ValueFormat.decimal(maximum: 5)

    /// What can be chosen, in logical order; null lets the publication decide.
    package var values: [JSON]?
    /// One for each of the values.
    package var valueLabels: [String] = []

    /// Names and values from earlier versions of the API, still read.
    var olderKeys: [String] = []
    var olderValues: [Correspondence] = []

    /// The custom property of a host's own setting.
    package var cssVariable: String?
}
