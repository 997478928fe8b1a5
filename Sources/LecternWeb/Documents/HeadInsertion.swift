// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The insertions into the head of a document.
struct HeadInsertion {
    let markup: InsertedMarkup
    /// Nil for a page of a fixed layout.
    let injection: StylesheetInjection?
    /// The very first element, which applies to everything after it.
    var policy = ""
    var start = ""
    var end = ""

    init(
        _ preparation: DocumentPreparation, _ outline: DocumentOutline, _ scanner: MarkupScanner,
        _ markup: InsertedMarkup
    ) {
        self.markup = markup
        var document = StylesheetInjection.Document()
        document.isStyled = outline.isStyled
        document.language = outline.root.flatMap { HeadInsertion.language(of: $0, scanner) }
        document.bodyLanguage = outline.body.flatMap { HeadInsertion.language(of: $0, scanner) }
        document.hasDirection = outline.root.map { scanner.attribute("dir", of: $0) != nil } ?? false
        document.bodyHasDirection = outline.body.map { scanner.attribute("dir", of: $0) != nil } ?? false
        injection = preparation.styling.map { StylesheetInjection(document, $0, preparation.arrangement) }
        if !preparation.policy.isEmpty {
            policy = markup.meta([("http-equiv", "Content-Security-Policy"), ("content", preparation.policy)])
            // No policy prevents a web view from resolving the host names of links.
            policy += markup.meta([("http-equiv", "x-dns-prefetch-control"), ("content", "off")])
        }
        if !preparation.script.isEmpty { policy += markup.script(preparation.script) }
        start = (injection?.headStart ?? []).map(markup.write).joined()
        end = (injection?.headEnd ?? []).map(markup.write).joined()
        if let sheet = preparation.pageSheet { end += markup.stylesheet(sheet) }
    }

    private static func language(of tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> String? {
        let names: [StaticString] = scanner.isXML ? ["xml:lang", "lang"] : ["lang", "xml:lang"]
        return names.lazy.compactMap { scanner.attribute($0, of: tag) }.first.map { scanner.text($0.value) }
    }
}

/// The namespace of the elements of an XHTML document.
struct XHTMLNamespace {
    let markup: InsertedMarkup
    /// The declaration of the default namespace that the root lacks: without it, its elements are not HTML.
    let added: [(String, String)]

    init(_ root: MarkupScanner.Tag, _ head: MarkupScanner.Tag?, _ scanner: MarkupScanner) {
        let named = head ?? root
        let prefix = scanner.text(named.name.lowerBound..<named.local.lowerBound)
        let declared = (head.flatMap { scanner.attribute("xmlns", of: $0) } ?? scanner.attribute("xmlns", of: root))
            .map { scanner.text($0.value) }
        let isMissing = declared == nil && root.local == root.name
        added = isMissing ? [("xmlns", InsertedMarkup.xhtmlNamespace)] : []
        let isHTML = !prefix.isEmpty || isMissing || declared == InsertedMarkup.xhtmlNamespace
        markup = .xhtml(prefix: prefix, declares: !isHTML)
    }
}
