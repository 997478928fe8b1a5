// SPDX-License-Identifier: BSD-3-Clause

import LecternNavigator

/// Writes the elements that are added to a document.
struct InsertedMarkup {
    private let syntax: MarkupSyntax
    /// Whether each element must declare its namespace, because the surrounding elements use prefixes.
    private let declaresNamespace: Bool

    static let xhtmlNamespace = "http://www.w3.org/1999/xhtml"

    init(_ syntax: MarkupSyntax, declaresNamespace: Bool = false) {
        self.syntax = syntax
        self.declaresNamespace = declaresNamespace
    }

    func meta(_ attributes: [(String, String)]) -> String { element("meta", attributes) }

    /// The policy of a document, as its first element, because not every host passes headers on.
    func policy(_ policy: String) -> String {
        meta([("http-equiv", "Content-Security-Policy"), ("content", policy)])
            // A policy cannot prevent a web view from resolving the host names of links.
            + meta([("http-equiv", "x-dns-prefetch-control"), ("content", "off")])
    }

    func write(_ insertion: StylesheetInjection.Insertion) -> String {
        switch insertion {
        case .stylesheet(let href): stylesheet([("href", href)])
        case .viewport(let content): meta([("name", "viewport"), ("content", content)])
        case .style(let css): element("style", [("type", "text/css")]) { syntax.writeStyle(Array(css.utf8), to: &$0) }
        }
    }

    func stylesheet(_ attributes: [(String, String)]) -> String {
        element("link", [("rel", "stylesheet"), ("type", "text/css")] + attributes)
    }

    func script(_ text: String) -> String { element("script", []) { syntax.writeScript(text, to: &$0) } }

    func element(
        _ name: String, _ attributes: [(String, String)], content: ((inout [UInt8]) -> Void)? = nil
    ) -> String {
        var out = Array("<\(name)".utf8)
        if declaresNamespace { syntax.writeAttribute("xmlns", InsertedMarkup.xhtmlNamespace, to: &out) }
        for (name, value) in attributes { syntax.writeAttribute(name, value, to: &out) }
        let end = syntax.endTag(name, hasContent: content != nil || syntax.needsEnd(name))
        out.append(contentsOf: (end.isEmpty && !syntax.isHTML ? "/>" : ">").utf8)
        content?(&out)
        return String(decoding: out, as: UTF8.self) + end
    }
}

/// Additions to an element of a document.
struct ElementAddition {
    /// Attributes that replace those with the same name; `style` declarations are prepended to the document's own.
    var attributes: [(name: String, value: String)] = []
    var removed: Set<String> = []
    /// Content to add before and after the document's own.
    var start = ""
    var end = ""

    var hasContent: Bool { !start.isEmpty || !end.isEmpty }

    func applied(to own: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let names = Set(attributes.map(\.name)).union(removed)
        let all = attributes.map { name, value in
            name == "style" ? (name, value + (own.first { $0.name == "style" }?.value ?? "")) : (name, value)
        }
        return all + own.filter { !names.contains($0.name) }
    }
}
