// SPDX-License-Identifier: BSD-3-Clause

/// Hints for displaying a publication or a resource of it (RWPM, presentation hints).
///
/// A hint is nil if it is absent or invalid; `withDefaults` fills in the defaults.
public struct Presentation: Sendable, Equatable {
    /// The position of a resource in a spread.
    public enum Page: String, Sendable, CaseIterable { case left, right, center }
    public enum Fit: String, Sendable, CaseIterable { case contain, cover, width, height }
    public enum Orientation: String, Sendable, CaseIterable { case auto, landscape, portrait }
    public enum Overflow: String, Sendable, CaseIterable { case auto, paginated, scrolled }
    public enum Spread: String, Sendable, CaseIterable { case auto, both, none, landscape }

    public var clipped: Bool?
    public var continuous: Bool?
    public var fit: Fit?
    public var orientation: Orientation?
    public var overflow: Overflow?
    public var spread: Spread?
    public var layout: Layout?

    public init() {}

    public init(_ json: JSONObject) {
        clipped = json["clipped"]?.bool
        continuous = json["continuous"]?.bool
        fit = json.choice("fit")
        orientation = json.choice("orientation")
        overflow = json.choice("overflow")
        spread = json.choice("spread")
        setLayout(json.choice("layout"))
    }

    /// A scrolled publication is reflowable, with scrolled overflow.
    private mutating func setLayout(_ said: Layout?) {
        layout = said == .scrolled ? .reflowable : said
        if said == .scrolled { overflow = overflow ?? .scrolled }
    }

    /// Reads the hints of a publication.  RWPM 1.x has replaced the presentation with a layout.
    public init(_ metadata: Metadata) {
        self.init(metadata.presentation)
        if layout == nil { setLayout(metadata.layout) }
    }

    public var withDefaults: Presentation {
        var full = self
        full.clipped = clipped ?? false
        full.continuous = continuous ?? true
        full.fit = fit ?? .contain
        full.orientation = orientation ?? .auto
        full.overflow = overflow ?? .auto
        full.spread = spread ?? .auto
        return full
    }

    /// Returns the layout of a resource: its own, or that of the publication, or reflowable.
    public func layoutOf(_ link: Link) -> Layout { link.layout ?? layout ?? .reflowable }

    /// Writes the hints of a publication, with all defaults filled in (schema `presentation`).
    public func writeFull(layout: Layout, to json: inout JSONWriter) {
        var full = withDefaults
        full.layout = layout
        json.beginObject()
        full.writeMembers(to: &json)
        json.endObject()
    }

    /// Writes the hints of a resource, which override those of the publication.
    public func write(for link: Link, to json: inout JSONWriter) {
        let own = Presentation(link.properties)
        var full = self
        full.clipped = own.clipped ?? clipped
        full.fit = own.fit ?? fit
        full.orientation = own.orientation ?? orientation
        full.overflow = own.overflow ?? overflow
        full.spread = own.spread ?? spread
        full = full.withDefaults
        full.layout = layoutOf(link)
        json.beginObject()
        full.writeMembers(to: &json)
        let page: Page? = link.properties.choice("page")
        json.member("page", ifPresent: page?.rawValue)
        json.endObject()
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    private func writeMembers(to json: inout JSONWriter) {
        if let clipped { json.member("clipped", clipped) }
        if let continuous { json.member("continuous", continuous) }
        json.member("fit", ifPresent: fit?.rawValue)
        json.member("orientation", ifPresent: orientation?.rawValue)
        json.member("overflow", ifPresent: overflow?.rawValue)
        json.member("spread", ifPresent: spread?.rawValue)
        json.member("layout", ifPresent: layout?.rawValue)
    }
}

extension JSONObject {
    /// Returns the member as one of the cases; nil for any other value.
    func choice<T: RawRepresentable>(_ name: String) -> T? where T.RawValue == String {
        self[name]?.string.flatMap(T.init(rawValue:))
    }
}

extension ReadingProgression {
    /// Reads a value of a manifest, ignoring case.  Returns nil for `auto`, which is equivalent to no value.
    public init?(text: String) { self.init(rawValue: text.asciiLowercased) }
}

extension Metadata {
    /// The declared direction, or that of the language if there is exactly one, as in Readium's TypeScript and Kotlin
    /// toolkits; several languages do not determine a direction.
    public var effectiveReadingProgression: ReadingProgression {
        readingProgression ?? (languages.count == 1 ? progressionOfMainLanguage : .ltr)
    }

    /// The declared direction, or that of the first language.  Settings and spreads use this one.
    public var pageProgression: ReadingProgression { readingProgression ?? progressionOfMainLanguage }

    private var progressionOfMainLanguage: ReadingProgression {
        LanguageTag.main(of: languages).map { LanguageTag($0).isRightToLeft } ?? false ? .rtl : .ltr
    }
}
