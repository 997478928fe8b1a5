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
    /// What lies behind the document; nil if the settings have no color for it.
    public let backgroundColor: String?

    init(reflowable settings: Settings, _ viewport: Viewport?) {
        layout = .reflowable
        version = settings.engine.readiumCSS
        family = settings.stylesheets
        language = settings["language"].string
        declarations = settings.css(viewport: viewport)
        backgroundColor = settings.background.string
    }

    init(fixed settings: Settings) {
        layout = .fixed
        version = settings.engine.readiumCSS
        family = nil
        language = nil
        declarations = settings.backgroundCSS()
        backgroundColor = settings.background.string
    }

    /// For the attribute `data-lectern`, which style sheets can select by: the names of the user properties that are
    /// set, and "name=value" for those with a few values.
    public var data: String {
        let properties = version == .one ? ReadiumCSS.userProperties : ReadiumCSS.userProperties2
        let names = properties.compactMap { property -> String? in
            guard let value = declarations["--USER__" + property.name] else { return nil }
            guard case .choice(let words) = property.form, value.hasSuffix("-on"),
                let word = words.first(where: { $0.value == value })?.key
            else { return property.name }
            return property.name + "=" + word
        }
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
        json.beginObject()
        for declaration in declarations.all {
            json.key(declaration.name)
            if let value = declaration.value { json.string(value) } else { json.null() }
        }
        json.endObject()
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
            json.key(definition.key)
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
