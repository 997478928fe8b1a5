// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the root of a document of the publication gets for the present settings.
public struct PageStyle: Sendable {
    public let layout: Layout
    public let version: ReadiumCSS.Version
    /// nil for a fixed layout, which has no sheets of ours.
    public let family: StylesheetFamily?
    /// Of the settings, for documents that do not say.
    public let language: String?
    public let declarations: CSSDeclarations
    /// Those of the host.
    public let fonts: [FontFamily]
    /// What lies behind the document; nil if the settings have no color for it.
    public let backgroundColor: String?
    /// What the reader or the host chose, against the publication's own sheets; nil if they did not.
    private let isVertical: Bool?

    /// - Parameter isScrolled: whatever the settings say.
    init(reflowable settings: Settings, _ viewport: Viewport?, isScrolled: Bool = false) {
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

    /// For the attribute `data-lectern`, which style sheets can select by: the names of the user properties that are
    /// set, also those of the host's own settings, and "name=value" for those with a few values; then the family of
    /// sheets, the color scheme of a background that is set, and vertical or horizontal writing if that was chosen.
    public var data: String {
        let properties = ReadiumCSS.properties(version)
        var names = declarations.all.compactMap { declaration -> String? in
            guard let value = declaration.value else { return nil }
            guard declaration.name.hasPrefix("--USER__") else {
                return declaration.name == "font-weight" ? declaration.name : nil
            }
            let name = String(declaration.name.dropFirst("--USER__".utf8.count))
            let property = properties.first { $0.name == name }
            // A switch of the host's own that is off.
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

/// The settings as the page gets them: every effective value, and what follows from them for documents.
struct PageSettings {
    private let settings: Settings
    private let viewport: Viewport?
    private let metadata: Metadata

    init(_ settings: Settings, _ viewport: Viewport?, _ metadata: Metadata) {
        self.settings = settings
        self.viewport = viewport
        self.metadata = metadata
    }

    /// The direction in which pages follow each other: that of the settings, or of the publication.
    private var direction: ReadingProgression {
        let row = settings.table.row("readingProgression")
        let chosen = row.map(settings.effectiveValue)?.string.flatMap(ReadingProgression.init(text:))
        return chosen ?? metadata.pageProgression
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("direction", direction == .rtl ? "rtl" : "ltr")
        json.key("settings")
        json.beginObject()
        for (row, definition) in settings.table.definitions.enumerated() {
            json.key(named: definition.key)
            json.value(settings.isActive(row) ? settings.effectiveValue(row) : .null)
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
}
