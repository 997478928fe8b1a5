// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The attributes of the root element of a document for the current settings.
public struct PageStyle: Sendable {
    public let layout: Layout
    public let version: ReadiumCSS.Version
    /// nil for a fixed layout, which gets no style sheets.
    public let family: StylesheetFamily?
    /// The language of the settings, for documents without one.
    public let language: String?
    public let declarations: CSSDeclarations
    /// The fonts of the host.
    public let fonts: [FontFamily]
    /// The color behind the document; nil if the settings have none.
    public let backgroundColor: String?
    /// The reader's or the host's choice of vertical text, which overrides the publication's style sheets; nil if
    /// there is none.
    private let isVertical: Bool?

    /// - Parameter isScrolled: scrolls the document, regardless of the settings.
    init(reflowable settings: Settings, _ viewport: Viewport?, isScrolled: Bool = false) {
        let settings = settings.on(.reflowable)
        layout = .reflowable
        version = settings.engine.readiumCSS.version
        family = settings.stylesheets
        language = settings["language"].string
        fonts = settings.engine.fonts
        var declarations = settings.css(viewport: viewport)
        if isScrolled { declarations.set("--USER__view", "readium-scroll-on") }
        self.declarations = declarations
        backgroundColor = settings.background.string
        let vertical = settings.setting("verticalText")
        isVertical = vertical.flatMap { $0.origin <= .app ? $0.value.bool : nil }
    }

    init(fixed settings: Settings) {
        layout = .fixed
        version = settings.engine.readiumCSS.version
        family = nil
        language = nil
        fonts = []
        declarations = settings.backgroundCSS()
        backgroundColor = settings.background.string
        isVertical = nil
    }

    /// The value of the attribute `data-lectern`, which style sheets can select by: the names of the user properties
    /// that are set, including those of the host's settings, as "name=value" for enumerations; then the family of
    /// style sheets, the color scheme of an explicit background, and vertical or horizontal writing if chosen
    /// explicitly.
    public var data: String {
        let properties = ReadiumCSS.properties(version)
        var names = declarations.all.compactMap { declaration -> String? in
            guard let value = declaration.value else { return nil }
            guard declaration.name.hasPrefix("--USER__") else {
                return declaration.name == "font-weight" ? declaration.name : nil
            }
            let name = String(declaration.name.dropFirst("--USER__".utf8.count))
            let property = properties.first { $0.name == name }
            // A boolean setting of the host that is off.
            if property == nil, value == "0" { return nil }
            guard case .choice(let words)? = property?.form, value.hasSuffix("-on"),
                let word = words.first(where: { $0.value == value })?.key
            else { return name }
            return name + "=" + word
        }
        if let family { names.append("family=" + family.rawValue) }
        if ["--USER__appearance", "--USER__backgroundColor"].contains(where: { declarations[$0] != nil }),
            let color = backgroundColor.flatMap(Color.init(hex:))
        {
            names.append(color.isDark ? "scheme=dark" : "scheme=light")
        }
        if let isVertical { names.append(isVertical ? "writing=vertical" : "writing=horizontal") }
        return names.joined(separator: " ")
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("version", version.rawValue)
        json.member("family", ifPresent: family?.rawValue)
        json.member("dir", ifPresent: family?.direction)
        json.member("language", ifPresent: language)
        json.member("data", data)
        json.member("backgroundColor", ifPresent: backgroundColor)
        json.key("properties")
        declarations.write(to: &json)
        json.endObject()
    }
}

/// The settings for the page: all effective values, and the document styles derived from them.
struct PageSettings {
    private let settings: Settings
    private let shown: ShownResource?
    private let viewport: Viewport?
    private let metadata: Metadata

    init(_ settings: Settings, on shown: ShownResource?, _ viewport: Viewport?, _ metadata: Metadata) {
        self.settings = settings
        self.shown = shown
        self.viewport = viewport
        self.metadata = metadata
    }

    /// The direction of page progression, from the settings or the publication.
    private var direction: ReadingProgression {
        let row = settings.table.row("readingProgression")
        let chosen = row.map(settings.effectiveValue)?.string.flatMap(ReadingProgression.init(text:))
        return chosen ?? metadata.pageProgression
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("direction", direction == .rtl ? "rtl" : "ltr")
        json.key("settings")
        json.beginObject()
        // The page shows resources of all layouts.
        let views = [settings.on(shown)] + settings.byLayout
        for (row, definition) in settings.table.definitions.enumerated() {
            let acting = views.first { $0.isActive(row) || $0.isForced(row) }
            json.key(named: definition.key)
            json.value(acting.map { value(row, $0) } ?? .null)
        }
        json.endObject()
        json.key("css")
        json.beginObject()
        if settings.kind.navigator == "epub" {
            json.key("reflowable")
            PageStyle(reflowable: settings, viewport).write(to: &json)
        }
        json.key("fixed")
        PageStyle(fixed: settings).write(to: &json)
        json.endObject()
        json.member("background", settings.background)
    }

    /// null where the publication decides.  The state has its language, beside the one that was chosen instead.
    private func value(_ row: Int, _ settings: Settings) -> JSON {
        if case .language = settings.table.definitions[row].publication, settings.origin(row) == .publication {
            return .null
        }
        return settings.value(row).isNull ? .null : settings.effectiveValue(row)
    }
}
