// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// The text of an HTML file of notes, as lines: white space is collapsed, and blocks begin and end lines.
///
/// Only the order of the tags counts, as programs write elements that are not nested properly.
struct NoteMarkup: HTMLTokenSink {
    /// The text from an element with a certain class up to the next one.
    struct Field {
        /// The class; empty before the first of these elements.
        let name: String
        /// The class of an element inside with this prefix, without it.
        fileprivate(set) var mark = ""
        fileprivate var bytes: [UInt8] = []

        var text: String { String(decoding: bytes, as: UTF8.self).trimmed }
    }

    private(set) var fields = [Field(name: "")]
    private let classes: Set<String>
    private let prefix: String
    /// The element whose content is no text.
    private var hidden: String?
    private var hasSpace = false

    static let wantsAttributes = true
    let isStopped = false, readsSections = false, keepsNUL = false

    private static let contents: [String: HTMLContent] = [
        "title": .escapableText, "style": .rawText, "script": .script,
    ]
    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "footer", "h1",
        "h2",
        "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "tr",
        "ul",
    ]

    /// Reads the text of a file.
    ///
    /// - Parameter prefix: the beginning of the class whose rest marks a field.
    static func fields(of html: String, classes: Set<String> = [], prefix: String = "") -> [Field] {
        var markup = NoteMarkup(classes: classes, prefix: prefix)
        var html = html
        html.withUTF8 { HTMLTokenizer.run($0, into: &markup) }
        return markup.fields
    }

    /// Reads the text of a file without fields.
    static func text(of html: String) -> String { fields(of: html).map(\.text).joined() }

    private init(classes: Set<String>, prefix: String) {
        self.classes = classes
        self.prefix = prefix
    }

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        let name = NoteMarkup.name(tag.name)
        if let content = NoteMarkup.contents[name] {
            hidden = name
            return content
        }
        breakLine(at: name)
        for attribute in tag.attributes where attribute.name.elementsEqual("class".utf8) {
            for word in attribute.value.split(whereSeparator: ASCII.isSpace) {
                let word = NoteMarkup.name(word)
                if classes.contains(word) {
                    fields.append(Field(name: word))
                } else if !prefix.isEmpty, word.hasPrefix(prefix) {
                    fields[fields.count - 1].mark = String(word.utf8.dropFirst(prefix.utf8.count)) ?? ""
                }
            }
        }
        return .data
    }

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        let name = NoteMarkup.name(name)
        if hidden == name { hidden = nil } else { breakLine(at: name) }
    }

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard hidden == nil else { return }
        for byte in bytes {
            if ASCII.isSpace(byte) {
                hasSpace = true
            } else {
                append(hasSpace ? [0x20, byte] : [byte])
                hasSpace = false
            }
        }
    }

    /// Returns the name of an element or a class; an empty one if it is longer than those of programs.
    private static func name(_ bytes: some Collection<UInt8>) -> String {
        bytes.count > 32 ? "" : String(decoding: bytes, as: UTF8.self)
    }

    private mutating func breakLine(at name: String) {
        guard NoteMarkup.blocks.contains(name) else { return }
        append([0x0A])
        hasSpace = false
    }

    private mutating func append(_ bytes: [UInt8]) { fields[fields.count - 1].bytes += bytes }
}
