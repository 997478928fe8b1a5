// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Changes the attributes of a start tag.  An existing attribute is replaced, never duplicated.
struct StartTagEditing {
    private let tag: MarkupScanner.Tag
    private let scanner: MarkupScanner
    private let source: SourceUnits
    /// Insertions after the name, in the order in which they were added.
    private var added = ""
    private var edits: [SplicedBytes.Edit] = []
    private var isRemoved: Set<String> = []

    init(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner, _ source: SourceUnits) {
        self.tag = tag
        self.scanner = scanner
        self.source = source
    }

    /// All changes.
    var all: [SplicedBytes.Edit] {
        added.isEmpty ? edits : [source.edit(tag.name.upperBound..<tag.name.upperBound, added.utf8)] + edits
    }

    private func present(_ name: String) -> [MarkupScanner.Attribute] {
        tag.attributes.filter {
            let present = scanner.text($0.name)
            return (scanner.isXML ? present : present.asciiLowercased) == name
        }
    }

    /// Applies the changes of a style sheet injection to an element.
    mutating func apply(_ values: [(String, String)], removesDirection: Bool) {
        if removesDirection { remove("dir") }
        for (name, value) in values {
            set(scanner.isXML ? name : StartTagEditing.htmlName(name), value)
        }
    }

    /// HTML has no namespaces.
    static func htmlName(_ name: String) -> String { name == "xml:lang" ? "lang" : name }

    mutating func set(_ name: String, _ value: String) {
        if name == "style" { return setStyle(value) }
        if !isRemoved.contains(name) { remove(name) }
        added += " " + InsertedMarkup.attribute(name, value)
    }

    mutating func remove(_ name: String) {
        isRemoved.insert(name)
        for attribute in present(name) {
            // A space replaces it, in case the attributes next to it touch it.
            edits.append(source.edit(attribute.range, " ".utf8))
        }
    }

    /// Inserts declarations before the existing ones: they are important, and complete, which the others may not be.
    private mutating func setStyle(_ value: String) {
        guard let style = present("style").first else {
            added += " " + InsertedMarkup.attribute("style", value)
            return
        }
        guard !value.isEmpty else { return }
        let start = style.value.lowerBound..<style.value.lowerBound
        let text = InsertedMarkup.escaped(value)
        if style.quote != 0 {
            edits.append(source.edit(start, InsertedMarkup.escaped(value, quote: style.quote).utf8))
        } else if !style.hasValue {
            edits.append(source.edit(start, "=\"\(text)\"".utf8))
        } else if let quote = ["\"", "'"].first(where: { !scanner.slice(style.value).contains($0.utf8.first ?? 0) }) {
            let text = quote + InsertedMarkup.escaped(value, quote: quote.utf8.first ?? 0)
            edits.append(source.edit(start, text.utf8))
            let end = style.value.upperBound..<style.value.upperBound
            edits.append(source.edit(end, quote.utf8))
        } else {
            // In HTML the first of two attributes is used.
            added += " " + InsertedMarkup.attribute("style", value)
        }
    }
}

extension StartTagEditing {
    /// Adds content to an element with a self-closing tag.
    static func open(
        _ tag: MarkupScanner.Tag, _ content: String, _ scanner: MarkupScanner, _ source: SourceUnits
    ) -> SplicedBytes.Edit {
        // "/>" is the end of the tag, and nothing may come between the two characters.
        source.edit(tag.end - 2..<tag.end, ">\(content)</\(scanner.text(tag.name))>".utf8)
    }
}
