// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The elements and attributes to add to a document of a reflowable publication for Readium CSS.
public struct StylesheetInjection: Sendable {
    /// The relevant properties of a document.
    public struct Document: Sendable {
        /// Whether the publisher has styled it, with a link or style element or a style attribute.
        public var isStyled = false
        /// `lang` or `xml:lang`.
        public var language: String?
        public var bodyLanguage: String?
        /// Whether the root has a `dir` attribute.
        public var hasDirection = false
        public var bodyHasDirection = false

        public init() {}
    }

    /// The style sheets and fonts of the host, and the settings.
    public struct Styling: Sendable {
        public var family = StylesheetFamily.default
        public var language: String?
        /// Ends with a slash.
        public var baseURL = ""
        /// The beginning of the names of the style sheets.
        public var prefix = "ReadiumCSS-"
        public var fonts: [FontFamily] = []
        /// Font style sheets at other URLs.
        public var fontSheets: [String] = []
        /// The style attribute of the root.
        public var style = ""

        public init() {}
    }

    public enum Insertion: Sendable, Equatable {
        case stylesheet(String)
        case style(String)
        /// The content of a meta element.
        case viewport(String)
    }

    public typealias Attribute = (name: String, value: String)

    /// Elements in document order.
    public private(set) var headStart: [Insertion] = []
    public private(set) var headEnd: [Insertion] = []
    /// Attributes to add before the existing ones.
    public private(set) var html: [Attribute] = []
    public private(set) var body: [Attribute] = []
    /// Whether existing `dir` attributes are removed.
    public private(set) var removesDirection = false
    public private(set) var removesBodyDirection = false

    public init(_ document: Document, _ styling: Styling) {
        let sheets = styling.baseURL + styling.family.folder + styling.prefix
        headStart = [.stylesheet(sheets + "before.css")]
        headEnd = [.viewport("width=device-width, height=device-height, initial-scale=1.0")]
        if !document.isStyled { headEnd.append(.stylesheet(sheets + "default.css")) }
        headEnd += [.stylesheet(sheets + "after.css"), .style(StylesheetInjection.audioControls)]
        let fonts = StylesheetInjection.fontLines(styling)
        if !fonts.isEmpty { headEnd.append(.style(fonts.joined(separator: "\n"))) }
        addLanguage(document, styling.language)
        removesDirection = document.hasDirection
        removesBodyDirection = document.bodyHasDirection
        if let direction = styling.family.direction {
            html.append(("dir", direction))
            body.append(("dir", direction))
        }
        html.append(("style", styling.style))
    }

    /// Assistive technology and hyphenation need a language; the document's own takes precedence.
    private mutating func addLanguage(_ document: Document, _ language: String?) {
        guard document.language == nil else { return }
        if let own = document.bodyLanguage, !own.isEmpty {
            html.append(("xml:lang", own))
        } else if let language {
            html.append(("xml:lang", language))
            if document.bodyLanguage == nil { body.append(("xml:lang", language)) }
        }
    }

    /// Readium CSS limits the size of media, which would also apply to audio controls.
    private static let audioControls = "audio[controls] { width: revert; height: revert; }"

    private static func fontLines(_ styling: Styling) -> [String] {
        var lines = styling.fontSheets.map { "@import url(\(CSSNotation.quotedURL($0)));" }
        for font in styling.fonts {
            for file in font.files {
                let source = file.href.utf8.contains(UInt8(ascii: ":")) ? file.href : styling.baseURL + file.href
                var face = "font-family: \(CSSNotation.quoted(font.family)); src: url(\(CSSNotation.quoted(source)));"
                if let weight = file.weight { face += " font-weight: \(weight);" }
                if let style = file.style { face += " font-style: \(style.rawValue);" }
                lines.append("@font-face { \(face) }")
            }
        }
        return lines
    }
}

extension StylesheetFamily {
    /// The folder of its style sheets in Readium CSS.
    fileprivate var folder: String { self == .default ? "" : rawValue + "/" }
}
