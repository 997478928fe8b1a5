// SPDX-License-Identifier: BSD-3-Clause

import LecternNavigator
import LecternWeb
import Testing

/// An injection is applied exactly: elements, attributes and their order, in XHTML and in HTML.
@Suite struct StylesheetInjectionTests {
    /// Parts that a document may already have.
    private struct Features {
        var style: String?
        var html: [(String, String)] = []
        var body: [(String, String)] = []

        var text: String {
            let own = style.map { $0.hasPrefix("<") ? $0 : "" } ?? ""
            let attribute = style.map { $0.hasPrefix("<") ? "" : $0 } ?? ""
            return
                "<html xmlns=\"http://www.w3.org/1999/xhtml\"\(Features.text(html))><head><title>|</title>\(own)</head>"
                + "<body\(Features.text(body))><p\(attribute)>a</p></body></html>"
        }

        static func text(_ attributes: [(String, String)]) -> String {
            attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
        }
    }

    private static var all: [Features] {
        let attributes: [[(String, String)]] = [
            [], [("lang", "fr")], [("xml:lang", "")], [("dir", "rtl")],
            [("dir", "ltr"), ("lang", "de"), ("class", "x")],
        ]
        let styles: [String?] = [
            nil, "<link rel=\"stylesheet\" href=\"a.css\"/>", "<style>a{}</style>", " style=\"a: b\"",
        ]
        return styles.flatMap { style in
            attributes.flatMap { html in attributes.map { Features(style: style, html: html, body: $0) } }
        }
    }

    @Test(arguments: StylesheetFamily.allCases) func injection(_ family: StylesheetFamily) throws {
        var styling = StylesheetInjection.Styling()
        styling.family = family
        styling.language = "ja"
        styling.baseURL = "https://readium/assets/"
        styling.fontSheets = ["https://fonts/?a&b"]
        styling.style = "--USER__x: y !important;"
        for features in StylesheetInjectionTests.all {
            var document = StylesheetInjection.Document()
            document.isStyled = features.style != nil
            let language = { (attributes: [(String, String)]) in attributes.first { $0.0.hasSuffix("lang") }?.1 }
            document.language = language(features.html)
            document.bodyLanguage = language(features.body)
            document.hasDirection = features.html.contains { $0.0 == "dir" }
            document.bodyHasDirection = features.body.contains { $0.0 == "dir" }
            let injection = StylesheetInjection(document, styling)
            for kind in [DocumentKind.xhtml, .html] {
                let bytes = try prepare(bytes(features.text), as: kind) {
                    $0.policy = ""
                    $0.data = nil
                    $0.pageSheet = nil
                    $0.styling = styling
                }.bytes
                #expect(kind == .html || isWellFormed(bytes))
                check(String(decoding: bytes, as: UTF8.self), injection, features, kind)
            }
        }
    }

    private func check(
        _ text: String, _ injection: StylesheetInjection, _ features: Features, _ kind: DocumentKind
    ) {
        let text = text.replacing("<meta charset=\"utf-8\">", with: "")
        let style = features.style.map { $0.hasPrefix("<") ? $0 : "" } ?? ""
        let own = kind == .html ? style.replacing("/>", with: ">") : style
        let start = text.split(separator: "<title>|</title>")[0].split(separator: "<head>")[1...].joined()
        #expect(start == elements(injection.headStart, kind))
        #expect(text.contains("</title>\(own)\(elements(injection.headEnd, kind))</head>"), "\(text)")
        let hasLanguage = (features.html + features.body).contains { $0.0.hasSuffix("lang") }
        let mark = hasLanguage ? [] : [(name: "data-lectern-unmarked", value: "")]
        let html = expected(injection.html + mark, injection.removesDirection, features.html, kind)
        #expect(attributes(of: "html", in: text).filter { $0.0 != "xmlns" }.elementsEqual(html, by: ==), "\(text)")
        let body = expected(injection.body, injection.removesBodyDirection, features.body, kind)
        #expect(attributes(of: "body", in: text).elementsEqual(body, by: ==), "\(text)")
    }

    private func elements(_ insertions: [StylesheetInjection.Insertion], _ kind: DocumentKind) -> String {
        let end = kind == .html ? ">" : "/>"
        return insertions.map { insertion in
            switch insertion {
            case .stylesheet(let href): "<link rel=\"stylesheet\" type=\"text/css\" href=\"\(href)\"\(end)"
            case .viewport(let content): "<meta name=\"viewport\" content=\"\(content)\"\(end)"
            case .style(let css):
                "<style type=\"text/css\">\(kind == .html ? css : escaped(css))</style>"
            }
        }.joined()
    }

    private func escaped(_ css: String) -> String { css.replacing("&", with: "&amp;").replacing(">", with: "&gt;") }

    /// Additions come before existing content.
    private func expected(
        _ added: [StylesheetInjection.Attribute], _ removesDirection: Bool, _ own: [(String, String)],
        _ kind: DocumentKind
    ) -> [(String, String)] {
        let added = added.map { (kind == .html && $0.name == "xml:lang" ? "lang" : $0.name, $0.value) }
        let names = added.map(\.0) + (removesDirection ? ["dir"] : [])
        return added + own.filter { !names.contains($0.0) }
    }

    private func attributes(of element: String, in text: String) -> [(String, String)] {
        guard let start = text.firstRange(of: "<" + element) else { return [] }
        let tag = text[start.upperBound...].prefix { $0 != ">" }
        let parts = tag.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        return stride(from: 0, to: parts.count - 1, by: 2).map {
            (parts[$0].filter { $0 != " " && $0 != "=" }, parts[$0 + 1])
        }
    }
}
