// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The kind of control that a form needs for a setting.
public enum SettingType: String, Sendable, CaseIterable {
    case toggle
    case enumeration = "enum"
    case range
    case percent
    case color
    case language
    case font
    case value
}

/// The JSON type of a setting that has no standard control.
enum ValueShape: Sendable {
    case any
    case text
    /// A string per language.
    case textByLanguage
}

/// Whether a preference may be shared between books.
public enum SettingScope: String, Sendable, CaseIterable {
    case shared
    case publication
}

/// A value and its equivalent.
public struct Correspondence: Sendable {
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

extension JSON {
    /// The publisher's value, which also overrides the preferences of the app.  It is shared by fonts and by
    /// enumerations that have no other value with this meaning.
    static let publisher: JSON = "publisher"

    var isPublisher: Bool {
        if case .string(let text) = self { return text == "publisher" }
        return false
    }
}

/// A row of a table of settings: all rules of one setting.
public struct SettingDefinition: Sendable {
    /// How a publication determines the value of a setting.
    enum PublicationOpinion: Sendable {
        case none
        /// Its first language.
        case language
        /// One of its properties, mapped to values of the setting; other values are ignored.
        case property(PublicationTraits.Trait, [Correspondence])
    }

    /// How a setting is inferred from others if no source has a value.
    enum Inference: Sendable {
        case none
        /// The progression of the language, from a source with a language but no progression.
        case progressionOfLanguage
        /// Right-to-left books in a CJK language are vertical.
        case verticalWriting
        /// One value if any of these settings has one of these values, otherwise another value.
        case following([(key: String, values: [JSON])], to: JSON, otherwise: JSON)
    }

    /// The value that a form displays while the publication decides.
    enum Shown: Sendable {
        case value(JSON)
        /// A value that depends on that of another setting, which also counts `evenIfInactive` if it was chosen.
        case following(String, [Correspondence], otherwise: JSON, evenIfInactive: Bool = false)
    }

    /// How a setting differs in version 2 of Readium CSS.
    enum ReadiumCSSChange: Sendable {
        case none
        /// The setting is available for these scripts.
        case scripts([Script])
        /// The setting is not available.
        case removed
    }

    /// A fixed value while another setting has one of these values.
    struct Forced: Sendable {
        let by: String
        let `is`: [JSON]
        let to: JSON
    }

    public let key: String
    public var label: String
    public let type: SettingType
    public var scope = SettingScope.shared
    public var builtIn: JSON = .null
    var shown = Shown.value(.null)
    public var requires: [Condition] = []

    var publication = PublicationOpinion.none
    var inference = Inference.none
    var forced: [Forced] = []
    /// A change requires new pages and spreads, as in Readium; otherwise the current ones are restyled.
    var invalidatesPagination = false
    /// A change moves content on the screen, even if pages and spreads stay the same.
    var reflows = false

    /// For the types `range` and `percent`.
    public var range: ClosedRange<Double>?
    public var progression = Progression.continuous
    /// Whether values are integers.
    var isWhole = false
    public var format = ValueFormat.decimal(maximum: 5)

    /// The values to choose from, in logical order.
    public var values: [JSON]?
    /// A label for each of the values.
    public var valueLabels: [String] = []
    /// Values that are only offered while a condition holds; they are accepted at any time.
    var offered: (values: [JSON], while: Condition)?

    /// Keys from earlier versions of the API, which are still read; the first one found is used.
    var olderKeys: [String] = []
    /// Values from earlier versions, which are still read.
    var olderValues: [Correspondence] = []
    /// Values that toolkits have stored although no form offers them; only read from stored preferences.
    var storedValues: [Correspondence] = []
    /// Older values that have become the value of another setting.
    var movedValues: [(from: JSON, key: String, to: JSON)] = []
    /// The values for equal parts of the range from 0 to 1 in the first version.
    var olderScale: [JSON] = []
    /// Older keys whose numbers from 0 to 1 are shares of the range.
    var olderShares: [String] = []
    /// For the type `value`; and for an enumeration whose values depend on the publication, while there is none.
    var shape = ValueShape.any

    /// The difference in version 2 of Readium CSS.
    var inReadiumCSS2 = ReadiumCSSChange.none

    /// Whether the host declares the setting; its labels are then in the host's language.
    var isOfHost = false
    /// The custom property of a host's setting.
    public var cssVariable: String?

    /// The values that are not offered now; nil if there are none.
    func withheld(_ offersAll: Bool) -> [JSON]? { offersAll ? nil : offered?.values }

    /// Whether a change moves content on the screen.
    var movesContent: Bool { reflows || invalidatesPagination }

    /// Whether "publisher" is one of the values.
    var offersPublisher: Bool { type == .font || values?.contains(.publisher) ?? false }
}
