// SPDX-License-Identifier: BSD-3-Clause

import LecternNavigator

/// Writes elements and attributes for a document of any encoding, in ASCII only.
struct InsertedMarkup {
    /// The end of elements without content.
    private let end: String
    /// The prefix of the names of elements, with its colon.
    let prefix: String
    /// A namespace declaration for elements that would have no namespace.
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

    /// - Parameter text: must not contain markup characters.
    func script(_ text: String) -> String { element("script", []) + ">" + text + "</\(prefix)script>" }

    /// The start tag and the end tag of the head.
    var head: (start: String, end: String) { (element("head", []) + ">", "</\(prefix)head>") }

    private func element(_ name: String, _ attributes: [(String, String)]) -> String {
        "<\(prefix)\(name)\(namespace)" + attributes.map { " " + InsertedMarkup.attribute($0.0, $0.1) }.joined()
    }

    // MARK: Text

    static func attribute(_ name: String, _ value: String) -> String { "\(name)=\"\(escaped(value))\"" }

    /// The value of an attribute in these quotation marks.
    static func escaped(_ value: String, quote: UInt8 = UInt8(ascii: "\"")) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && byte != quote && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
                && byte != UInt8(ascii: ">")
        }
        if isPlain { return value }
        return written(value) { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"" where quote == UInt8(ascii: "\""): "&quot;"
            case "'" where quote == UInt8(ascii: "'"): "&#39;"
            case "\n", "\t", "\r", "\"", "'": nil
            // XML cannot represent these.
            case _ where scalar.value < 0x20 || scalar == "\u{FFFE}" || scalar == "\u{FFFF}": " "
            case _ where scalar.isASCII: nil
            default: "&#x\(String(scalar.value, radix: 16));"
            }
        }
    }

    /// CSS as the content of an element.  In HTML that is text without references.
    private func styleText(_ css: String) -> String {
        InsertedMarkup.written(css) { scalar in
            switch scalar {
            case "&" where isXML: "&amp;"
            case "<" where isXML: "&lt;"
            case ">" where isXML: "&gt;"
            case _ where scalar.isASCII: nil
            default: "\\\(String(scalar.value, radix: 16)) "
            }
        }
    }

    /// A text in which some characters are replaced, including all that are not ASCII.
    private static func written(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 64)
        for scalar in text.unicodeScalars {
            if let replacement = replacement(scalar) {
                bytes.append(contentsOf: replacement.utf8)
            } else {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
