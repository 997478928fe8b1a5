// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A template with fields of a note: `{{name}}`, which is escaped for the format, and `{{#name}}…{{/name}}` for a
/// section that is only written if the field has a value.
struct NoteTemplate: Sendable {
    /// Literal text, a field, or a section.
    private indirect enum Piece: Sendable {
        case text(String)
        case field(String)
        case section(String, [Piece])
    }

    private let begin: [Piece]
    private let note: [Piece]
    private let end: [Piece]
    private let format: NoteWriteOptions.Format

    private typealias Texts = (begin: String, note: String, end: String)

    /// The place of a bookmark is its page already.
    private static func page(_ text: String) -> String {
        ["highlight", "note"].map { "{{#\($0)}}{{#page}}\(text){{/page}}{{/\($0)}}" }.joined()
    }

    private static let builtIn: [NoteWriteOptions.Format: Texts] = [
        .markdown: (
            "{{#title}}# {{title}}\n\n{{/title}}",
            "{{#chapter}}## {{chapter}}\n\n{{/chapter}}{{#quote}}> {{quote}}\n\n{{/quote}}{{#text}}{{text}}\n\n{{/text}}"
                + page("Page {{page}}\n\n")
                + "{{#tags}}Tags: {{tags}}\n\n{{/tags}}{{#bookmark}}Bookmark: {{place}}\n\n{{/bookmark}}", ""
        ),
        .html: (
            "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>{{title}}</title></head>\n<body>\n"
                + "{{#title}}<h1>{{title}}</h1>\n{{/title}}",
            "{{#chapter}}<h2>{{chapter}}</h2>\n{{/chapter}}<article id=\"{{id}}\" class=\"{{kind}}\">\n"
                + "{{#quote}}<blockquote><p>{{quote}}</p></blockquote>\n{{/quote}}{{#text}}<p>{{text}}</p>\n{{/text}}"
                + page("<p class=\"page\">Page {{page}}</p>\n")
                + "{{#tags}}<p class=\"tags\">{{tags}}</p>\n{{/tags}}{{#bookmark}}<p>{{place}}</p>\n{{/bookmark}}</article>\n",
            "</body>\n</html>\n"
        ),
        .csv: (
            "id,kind,chapter,href,progression,quote,text,tags,style,color,created,modified,page\r\n",
            "{{id}},{{kind}},{{heading}},{{href}},{{progression}},{{quote}},{{text}},{{tags}},{{style}},{{color}},"
                + "{{created}},{{modified}},{{page}}\r\n", ""
        ),
    ]

    static let fields = [
        "id", "kind", "title", "author", "chapter", "heading", "place", "page", "href", "progression", "quote",
        "before",
        "after", "text", "tags", "style", "color", "creator", "created", "modified", "bookmark", "highlight", "note",
    ]

    /// Returns nil for formats that have no template.
    init?(_ format: NoteWriteOptions.Format, _ custom: JSONReader?) throws(Failure) {
        guard let texts = NoteTemplate.builtIn[format] else {
            if let custom {
                throw custom.failure("Only the formats \"markdown\", \"html\" and \"csv\" use a template.")
            }
            return nil
        }
        try custom?.rejectUnknownMembers(["begin", "note", "end"])
        func pieces(_ name: String, _ builtIn: String) throws(Failure) -> [Piece] {
            let member = try custom?.optionalMember(name)
            let text = try member?.string() ?? (custom == nil ? builtIn : "")
            guard text.utf8.count <= NoteLimits.maxText, let pieces = NoteTemplate.parse(text) else {
                throw (member ?? JSONReader(.null, source: "template")).failure(
                    "The template is too long, or has an unknown or unclosed field.")
            }
            return pieces
        }
        begin = try pieces("begin", texts.begin)
        note = try pieces("note", texts.note)
        end = try pieces("end", texts.end)
        self.format = format
    }

    /// Fields that may have several lines.
    private static let prose: Set<String> = ["quote", "before", "after", "text"]

    /// - Parameter written: the text before the field.
    private func escape(_ text: String, _ name: String, after written: String) -> String {
        let isProse = NoteTemplate.prose.contains(name)
        return switch format {
        case .html: isProse ? NoteProse(text).html(after: written) : text.htmlEscaped
        case .csv: NoteEscaping.csv(text)
        default: isProse ? NoteProse(text).markdown(after: written) : NoteEscaping.markdown(text)
        }
    }

    /// Returns nil if a field is unknown or not closed.
    private static func parse(_ text: String) -> [Piece]? {
        // The open sections, outermost first.
        var open: [(name: String, pieces: [Piece])] = [("", [])]
        var rest = Substring(text).utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            let from = rest[start...]
            guard from.starts(with: "{{".utf8) else {
                let next = rest.index(after: start)
                open[open.count - 1].pieces.append(.text(String(Substring(rest[..<next]))))
                rest = rest[next...]
                continue
            }
            open[open.count - 1].pieces.append(.text(String(Substring(rest[..<start]))))
            guard let end = from.firstIndex(of: UInt8(ascii: "}")), from[end...].starts(with: "}}".utf8) else {
                return nil
            }
            var name = String(Substring(from.dropFirst(2)[..<end])).trimmed
            rest = rest[rest.index(end, offsetBy: 2)...]
            let mark = name.utf8.first
            if mark == UInt8(ascii: "#") || mark == UInt8(ascii: "/") { name.removeFirst() }
            guard fields.contains(name), open.count < 16 else { return nil }
            if mark == UInt8(ascii: "#") {
                open.append((name, []))
            } else if mark == UInt8(ascii: "/") {
                guard open.count > 1, let section = open.popLast(), section.name == name else { return nil }
                open[open.count - 1].pieces.append(.section(name, section.pieces))
            } else {
                open[open.count - 1].pieces.append(.field(name))
            }
        }
        guard open.count == 1 else { return nil }
        return open[0].pieces + [.text(String(Substring(rest)))]
    }

    // MARK: Filling in

    func text(_ notes: [Note], _ options: NoteWriteOptions) throws(Failure) -> ByteBuffer {
        var text = ""
        let book = NoteTemplate.values(of: options)
        if options.from == 0 { try fill(begin, book, &text) }
        var chapter: String?
        for note in notes {
            var values = book.merging(values(of: note, options)) { $1 }
            // Written once, before the first note of the chapter.
            if values["heading"] == chapter { values["chapter"] = nil } else { chapter = values["heading"] }
            try fill(self.note, values, &text)
        }
        if !options.more { try fill(end, book, &text) }
        return ByteBuffer(text)
    }

    private func fill(_ pieces: [Piece], _ values: [String: String], _ text: inout String) throws(Failure) {
        for piece in pieces {
            switch piece {
            case .text(let own): text += own
            case .field(let name):
                if let raw = values["raw " + name] {
                    text += NoteProse.continued(raw, after: text)
                } else {
                    text += escape(values[name] ?? "", name, after: text)
                }
            case .section(let name, let inner):
                if values[name]?.isEmpty == false { try fill(inner, values, &text) }
            }
            guard text.utf8.count <= NoteLimits.maxWritten else {
                throw Failure(.limit, "The text has more than \(NoteLimits.maxWritten) bytes: write it in parts.")
            }
        }
    }

    private static func values(of options: NoteWriteOptions) -> [String: String] {
        let about = options.set["about"]?.object
        let title = options.set["title"]?.string ?? about?["dc:title"]?.string
        let authors = about?["dc:creator"].map { $0.array ?? [$0] } ?? []
        return ["title": title ?? "", "author": authors.compactMap(\.string).joined(separator: ", ")]
    }

    private func values(of note: Note, _ options: NoteWriteOptions) -> [String: String] {
        var values = ["id": note.id, "kind": note.kind.rawValue, note.kind.rawValue: "1"]
        let locations = note.locations
        let heading = note.heading
        values["heading"] = heading ?? ""
        values["chapter"] = heading ?? ""
        // Without a label, the number of the page of a PDF.
        let page = note.pageLabel ?? locations.parsedFragments.page.map { "\($0)" }
        values["page"] = page
        let href = format == .csv ? note.href : NoteEscaping.address(note.href)
        values["href"] = href
        values["progression"] = locations.progression.map { "\($0)" }
        values["place"] = page ?? heading ?? href
        if !options.protected {
            values["quote"] = note.quote.highlight
            values["before"] = note.quote.before
            values["after"] = note.quote.after
        }
        values["text"] = note.text
        if format == .markdown, note.body?["format"]?.string == "text/markdown" {
            values["raw text"] = note.text.map(NoteEscaping.inert(markdown:))
        }
        values["tags"] = note.tags.joined(separator: ", ")
        values["style"] = note.style
        values["color"] = note.color
        values["creator"] = note.creator?.string ?? note.creator?.object?["name"]?.string
        values["created"] = note.created
        values["modified"] = note.modified
        return values
    }
}
