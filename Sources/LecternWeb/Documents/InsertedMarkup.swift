// SPDX-License-Identifier: BSD-3-Clause

import LecternNavigator

/// Writes elements and attributes for a document of any encoding: in ASCII alone.
struct InsertedMarkup {
    /// How elements end that have no content.
    private let end: String
    /// The prefix of the names of elements, with its colon.
    let prefix: String
    /// A declaration of the namespace for elements that would have none.
    private let namespace: String
    private let isXML: Bool

    static let html = InsertedMarkup(end: ">", prefix: "", namespace: "", isXML: false)
    static let xhtmlNamespace = "http://www.w3.org/1999/xhtml"

    /// - Parameter declares: whether each element has to declare its namespace.
    static func xhtml(prefix: String, declares: Bool) -> InsertedMarkup {
        InsertedMarkup(
            end: "/>", prefix: prefix, namespace: declares ? " xmlns=\"\(xhtmlNamespace)\"" : "", isXML: true)
    }

    func meta(_ attributes: [(String, String)]) -> String { element("meta", attributes) + end }

    func write(_ insertion: StylesheetInjection.Insertion) -> String {
        switch insertion {
        case .stylesheet(let href): stylesheet(href)
        case .viewport(let content): meta([("name", "viewport"), ("content", content)])
        case .style(let css):
            element("style", [("type", "text/css")]) + ">" + styleText(css) + "</\(prefix)style>"
        }
    }

    func stylesheet(_ href: String) -> String {
        element("link", [("rel", "stylesheet"), ("type", "text/css"), ("href", href)]) + end
    }

    /// The start tag of the head, and what ends it.
    var head: (start: String, end: String) { (element("head", []) + ">", "</\(prefix)head>") }

    private func element(_ name: String, _ attributes: [(String, String)]) -> String {
        "<\(prefix)\(name)\(namespace)" + attributes.map { " " + InsertedMarkup.attribute($0.0, $0.1) }.joined()
    }

    // MARK: Text

    static func attribute(_ name: String, _ value: String) -> String { "\(name)=\"\(escaped(value))\"" }

    /// The value of an attribute, for either kind of quotation mark.
    static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r":
                // XML has no way to say these.
                text += "\u{20}"
            case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
            case "\u{FFFE}", "\u{FFFF}": break
            default: text += "&#x\(String(scalar.value, radix: 16));"
            }
        }
        return text
    }

    /// CSS as the content of an element.  In HTML that is text without references.
    private func styleText(_ css: String) -> String {
        var text = ""
        for scalar in css.unicodeScalars {
            switch scalar {
            case "&" where isXML: text += "&amp;"
            case "<" where isXML: text += "&lt;"
            case ">" where isXML: text += "&gt;"
            case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
            default: text += "\\\(String(scalar.value, radix: 16)) "
            }
        }
        return text
    }
}
