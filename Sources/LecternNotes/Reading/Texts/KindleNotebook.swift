// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The HTML that Kindle's applications export for a book: elements with the classes of a title, of chapters, of the
/// headings of entries, and of their texts.
struct KindleNotebook {
    var title = ""
    var entries: [Entry] = []

    private static let classes: Set<String> = [
        "notebookFor", "bookTitle", "authors", "citation", "sectionHeading", "noteHeading", "noteText",
    ]

    static func isOne(_ beginning: String) -> Bool {
        beginning.hasPrefixAfterSpace("<") && ["notebookFor", "noteHeading"].contains(where: beginning.holds)
    }

    static func read(_ html: String, into entries: inout TextEntries) throws(Failure) {
        var section = ""
        var about = JSONObject()
        var notebook = KindleNotebook()
        for field in NoteMarkup.fields(of: html, classes: classes, prefix: "highlight_") {
            switch field.name {
            case "bookTitle":
                notebook.title = field.text
                about["dc:title"] = .string(field.text)
            case "authors" where !field.text.isEmpty: about["dc:creator"] = [.string(field.text)]
            case "sectionHeading": section = field.text
            case "noteHeading":
                notebook.entries.append(Entry(heading: field.text, section: section, color: field.mark))
            case "noteText" where !notebook.entries.isEmpty:
                notebook.entries[notebook.entries.count - 1].text += field.text
            default: break
            }
        }
        if !about.isEmpty { entries.head["about"] = .object(about) }
        try notebook.add(to: &entries)
    }

    /// Adds the entries.  A note is joined to the highlight before it.
    func add(to items: inout TextEntries) throws(Failure) {
        let lines = entries.map(\.line)
        let areNotes = entries.indices.map { isNote($0, lines) } + [false]
        for (index, entry) in entries.enumerated() where !areNotes[index] {
            try items.add(entry, title, note: areNotes[index + 1] ? entries[index + 1] : nil, at: index)
        }
    }

    struct Entry {
        let heading: String
        let section: String
        let color: String
        var text = ""

        init(heading: String, section: String = "", color: String, text: String = "") {
            self.heading = KindleLine.heading(heading)
            self.section = section
            self.color = color
            self.text = text
        }

        var line: KindleLine { KindleLine(heading: heading, hasText: !text.isEmpty) }
    }

    /// Whether an entry is a note of the highlight before it, at whose end it is.  A location has about 150 bytes of
    /// the book; with markup, fewer of them are text.
    private func isNote(_ index: Int, _ lines: [KindleLine]) -> Bool {
        guard index > 0, case let (highlight, note) = (lines[index - 1], lines[index]),
            highlight.kind == .highlight, note.kind == .note
        else { return false }
        guard let start = highlight.location?.lowerBound, let end = note.location?.lowerBound else {
            return highlight.page == note.page
        }
        return (start...start + 1 + entries[index - 1].text.utf8.count / 40).contains(end)
    }
}

extension TextEntries {
    fileprivate mutating func add(
        _ entry: KindleNotebook.Entry, _ title: String, note: KindleNotebook.Entry?, at index: Int
    ) throws(Failure) {
        let texts = [title, entry.heading, entry.text, entry.section, note?.heading ?? "", note?.text ?? ""]
        guard texts.allSatisfy(StreamSafeText.contains) else {
            return try add(problem: "A text has too many combining characters.")
        }
        var item = JSONObject()
        item["title"] = .string(title)
        item["heading"] = .string(entry.heading)
        item["text"] = .string(entry.text)
        let chapter = KindleLine.chapter(ofHeading: entry.heading)
        let others = [("section", entry.section), ("chapter", chapter), ("color", entry.color)]
        for (name, text) in others where !text.isEmpty { item[name] = .string(text) }
        if let note { item["note"] = ["heading": .string(note.heading), "text": .string(note.text)] }
        try add(.object(item), at: index)
    }
}
