// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The styles that a host injects into a resource (schema `css`).
public struct ResourceCSS: Sendable {
    private let href: String
    private let settings: Settings
    private let declarations: CSSDeclarations
    /// Injections for a document without publisher styles, and for one with them; nil for a resource that is not
    /// styled.
    private let injections: (unstyled: StylesheetInjection, styled: StylesheetInjection)?

    /// Creates style sheets, fonts and properties for reflowable text.
    init(reflowable link: Link, _ settings: Settings, _ viewport: Viewport?) {
        let settings = settings.on(.reflowable)
        href = link.href
        self.settings = settings
        declarations = settings.css(viewport: viewport)
        var styling = StylesheetInjection.Styling()
        styling.family = settings.stylesheets
        styling.language = settings["language"].string
        styling.fonts = settings.engine.fonts
        var styled = StylesheetInjection.Document()
        styled.isStyled = true
        injections = (
            StylesheetInjection(StylesheetInjection.Document(), styling), StylesheetInjection(styled, styling)
        )
    }

    /// Fixed-layout pages have their own styles, and images have none, so only the background is set.
    init(fixed link: Link, _ settings: Settings) {
        href = link.href
        self.settings = settings
        declarations = settings.backgroundCSS()
        injections = nil
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("href", href)
        json.member("layout", injections == nil ? Layout.fixed.rawValue : Layout.reflowable.rawValue)
        json.member("version", .integer(Int64(settings.engine.readiumCSS.version.rawValue)))
        json.member("family", text(injections.map { _ in settings.stylesheets.rawValue }))
        json.member("language", text(attribute("xml:lang")))
        json.member("dir", text(attribute("dir")))
        writeStylesheets(to: &json)
        json.member("rules", rules { !isFontFaces($0) })
        json.member("fontFaces", rules(isFontFaces))
        json.member("viewport", text(viewport))
        json.member("backgroundColor", settings.background)
        json.key("properties")
        declarations.write(to: &json)
        json.member("style", declarations.inline())
        json.endObject()
    }

    private func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    // MARK: Parts of the injection

    private func attribute(_ name: String) -> String? {
        injections?.unstyled.html.first { $0.name == name }?.value
    }

    private var insertions: [StylesheetInjection.Insertion] {
        (injections?.unstyled.headStart ?? []) + (injections?.unstyled.headEnd ?? [])
    }

    private var viewport: String? {
        for case .viewport(let content) in insertions { return content }
        return nil
    }

    private func isFontFaces(_ rules: String) -> Bool { rules.hasPrefix("@") }

    private func rules(_ isWanted: (String) -> Bool) -> String {
        var found: [String] = []
        for case .style(let rules) in insertions where isWanted(rules) { found.append(rules) }
        return found.joined(separator: "\n")
    }

    private func writeStylesheets(to json: inout JSONWriter) {
        json.key("stylesheets")
        json.beginArray()
        if let (unstyled, styled) = injections {
            write(unstyled.headStart, "start", beside: styled.headStart, to: &json)
            write(unstyled.headEnd, "end", beside: styled.headEnd, to: &json)
        }
        json.endArray()
    }

    private func write(
        _ insertions: [StylesheetInjection.Insertion], _ place: String,
        beside styled: [StylesheetInjection.Insertion], to json: inout JSONWriter
    ) {
        for insertion in insertions {
            guard case .stylesheet(let href) = insertion else { continue }
            json.beginObject()
            json.member("href", href)
            json.member("place", place)
            json.member("onlyUnstyled", !styled.contains(insertion))
            json.endObject()
        }
    }
}
