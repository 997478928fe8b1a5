// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The HTML that Kindle's applications export for a book: elements with the classes of a title, of chapters, of the
/// headings of entries, and of their texts.
enum KindleNotebook {
    private static let classes: Set<String> = [
        "notebookFor", "bookTitle", "authors", "citation", "sectionHeading", "noteHeading", "noteText",
    ]

    static func isOne(_ beginning: String) -> Bool {
        beginning.hasPrefixAfterSpace("<") && ["notebookFor", "noteHeading"].contains(where: beginning.holds)
    }

    static func read(_ html: String, into entries: inout TextEntries) throws(Failure) {
        var title = "", section = ""
        var about = JSONObject()
        var found: [Entry] = []
        for field in NoteMarkup.fields(of: html, classes: classes, prefix: "highlight_") {
            switch field.name {
            case "bookTitle":
                title = field.text
                about["dc:title"] = .string(title)
            case "authors" where !field.text.isEmpty: about["dc:creator"] = [.string(field.text)]
            case "sectionHeading": section = field.text
            case "noteHeading":
                found.append(Entry(heading: KindleLine.heading(field.text), section: section, color: field.mark))
            case "noteText" where !found.isEmpty: found[found.count - 1].text += field.text
            default: break
            }
        }
        if !about.isEmpty { entries.head["about"] = .object(about) }
        for (index, entry) in found.enumerated() where !isNote(index, found) {
            let next = index + 1
            let isJoined = found.indices.contains(next) && isNote(next, found)
            try entries.add(entry, title, note: isJoined ? found[next] : nil, at: index)
        }
    }

    fileprivate struct Entry {
        let heading: String
        let section: String
        let color: String
        var text = ""

        var line: KindleLine { KindleLine(heading: heading, hasText: !text.isEmpty) }
    }

    /// Whether an entry is a note of the highlight before it, at whose end it is.  A location has about 150 bytes of
    /// the book; with markup, fewer of them are text.
    private static func isNote(_ index: Int, _ entries: [Entry]) -> Bool {
        guard index > 0, case let (highlight, note) = (entries[index - 1].line, entries[index].line),
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
