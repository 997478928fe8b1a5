// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// XHTML documents that are made from text in another format.
public enum MadeDocument {
    /// - Parameters:
    ///   - head: elements behind the title.
    ///   - body: well-formed markup.
    public static func xhtml(title: String, language: String?, head: String = "", body: String) -> ByteBuffer {
        let language = language.map { " lang=\"\($0.htmlEscaped)\" xml:lang=\"\($0.htmlEscaped)\"" } ?? ""
        return ByteBuffer(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\(language)>
            <head><title>\(title.htmlEscaped)</title>\(head)</head>
            <body>
            \(body)</body>
            </html>

            """)
    }

    /// A document whose body need not be well-formed.
    static func html(title: String, language: String?, head: String = "", body: String) -> ByteBuffer {
        let language = language.map { " lang=\"\($0.htmlEscaped)\"" } ?? ""
        return ByteBuffer(
            """
            <!DOCTYPE html>
            <html\(language)>
            <head><meta charset="utf-8"><title>\(title.htmlEscaped)</title>\(head)</head>
            <body>
            \(body)</body>
            </html>

            """)
    }

    /// The path of a document, by its number from 1.
    static func path(_ number: Int, extension pathExtension: String = "xhtml") -> String {
        let digits = String(number)
        return "text/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "." + pathExtension
    }
}
