// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What kind of control a form needs for a setting.
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

/// The JSON of a setting that has no standard control in a form.
enum ValueShape: Sendable {
    case any
    case text
    /// A text for each language.
    case textByLanguage
}

/// Whether a preference may be shared between books.
public enum SettingScope: String, Sendable, CaseIterable {
    case shared
    case publication
}

/// A value and what stands for it.
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
    /// The value of the publisher, which also overrides the preferences of the app.  Enumerations without another value
    /// for it, and fonts, share this one.
    static let publisher: JSON = "publisher"

    var isPublisher: Bool {
        if case .string(let text) = self { return text == "publisher" }
        return false
    }
}

/// One row of a table of settings: all rules of one setting.
public struct SettingDefinition: Sendable {
    /// The value that a publication has for a setting.
    enum PublicationOpinion: Sendable {
        case none
        /// Its first language.
        case language
        /// One of its properties, with the corresponding values of the setting; other values are ignored.
        case property(PublicationTraits.Trait, [Correspondence])
    }

    /// How a setting follows from others if no source has a value for it.
    enum Inference: Sendable {
        case none
        /// A source with a language but no progression implies the progression of that language.
        case progressionOfLanguage
        /// Right-to-left books in a CJK language are vertical.
        case verticalWriting
        /// One value while one of these settings has one of these values, else another one.
        case following([(key: String, values: [JSON])], to: JSON, otherwise: JSON)
    }

    /// The value that a form shows while the publication decides.
    enum Shown: Sendable {
        case value(JSON)
        /// A value that goes with the one of another setting.
        case following(String, [Correspondence], otherwise: JSON)
    }

    /// How the sheets of version 2 of Readium CSS differ from those of version 1.
    enum ReadiumCSSChange: Sendable {
        case none
        /// They act in these scripts.
        case scripts([Script])
        /// They do not have it.
        case removed
    }

    /// While another setting has one of these values, this one cannot be chosen.
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
    /// A change takes new pages and spreads, as in Readium; otherwise the view restyles those that it has.
    var invalidatesPagination = false
    /// A change moves what is on the screen, also where the pages and spreads stay.
    var reflows = false

    /// For range and percent.
    public var range: ClosedRange<Double>?
    public var progression = Progression.continuous
    /// Written without a fraction.
    var isWhole = false
    public var format = ValueFormat.decimal(maximum: 5)

    /// What can be chosen, in logical order.
    public var values: [JSON]?
    /// One for each of the values.
    public var valueLabels: [String] = []

    /// Names from earlier versions of the API, still read; the first one found counts.
    var olderKeys: [String] = []
    /// Values from earlier versions, still read.
    var olderValues: [Correspondence] = []
    /// Values that toolkits have stored although no form offers them; they are read from stored preferences only.
    var storedValues: [Correspondence] = []
    /// Older values that another setting has taken over: what it becomes there.
    var movedValues: [(from: JSON, key: String, to: JSON)] = []
    /// What the numbers from 0 to 1 of the first version stand for, in equal parts.
    var olderScale: [JSON] = []
    /// Older keys whose numbers from 0 to 1 are a share of the range.
    var olderShares: [String] = []
    /// For the type `value`.
    var shape = ValueShape.any

    /// The difference in version 2 of Readium CSS.
    var inReadiumCSS2 = ReadiumCSSChange.none

    /// Declared by the host, in the words of its language.
    var isOfHost = false
    /// The custom property of a host's own setting.
    public var cssVariable: String?

    /// Whether a change moves the content on the screen.
    var movesContent: Bool { reflows || invalidatesPagination }

    /// Whether "publisher" is one of its values.
    var offersPublisher: Bool { type == .font || values?.contains(.publisher) ?? false }
}
