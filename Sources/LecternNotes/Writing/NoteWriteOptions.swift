// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Options for writing notes (schema `note-write-options`).
public struct NoteWriteOptions: Sendable {
    enum Format: String, CaseIterable { case readium, epub, w3c, markdown, html, csv, koreader, calibre }

    let format: Format
    /// The index of the first note; the head is only written if it is 0.
    private(set) var from: UInt64 = 0
    /// Whether another call follows; the end is only written by the last one.
    private(set) var more = false
    /// Whether text of the book is left out.
    private(set) var protected = false
    /// Members of the annotation set.
    private(set) var set = JSONObject()
    /// Additional members that no specification defines.
    private(set) var members = JSONObject()
    private(set) var template: NoteTemplate?
    /// The hrefs of the reading order.
    private(set) var hrefs: [String] = []
    private var readingOrder: [ExactText: Int] = [:]
    /// The first resource, for notes that name none; their quotes are also found in other resources.
    private(set) var firstHref: String?

    private static let setMembers = ["id", "title", "about", "generator", "generated"]

    public init(_ json: JSONReader?) throws(Failure) {
        let json = json ?? JSONReader(.object(JSONObject()), source: "options")
        try json.rejectUnknownMembers(
            ["format", "from", "more", "protected", "readingOrder", "template", "members"] + NoteWriteOptions.setMembers
        )
        format = try json.optionalMember("format")?.choice(Format.self) ?? .readium
        from = try json.optionalMember("from")?.unsignedInteger(in: 0...(1 << 53)) ?? 0
        more = try json.optionalMember("more")?.bool() ?? false
        protected = try json.optionalMember("protected")?.bool() ?? false
        for (index, href) in (try json.optionalMember("readingOrder")?.elements() ?? []).enumerated() {
            let href = ExactText(Href.normalized(try href.string()))
            readingOrder[href] = readingOrder[href] ?? index
            hrefs.append(href.text)
            if index == 0, !href.text.isEmpty { firstHref = href.text }
        }
        for name in NoteWriteOptions.setMembers {
            guard let member = try json.optionalMember(name) else { continue }
            switch name {
            case "about": _ = try member.object()
            case "generated": _ = try NoteRules.date(member)
            case "generator": if member.value.string == nil { _ = try member.object() }
            default: _ = try member.nonEmptyString()
            }
            set[name] = member.value
        }
        members = try json.optionalMember("members")?.object() ?? JSONObject()
        let custom = try json.optionalMember("template")
        template = try NoteTemplate(format, custom)
    }

    /// Returns the index of a resource in the reading order, from 0.
    func index(of href: String?) -> Int? {
        href.flatMap { readingOrder[ExactText(Href.normalized(String(Href.path($0))))] }
    }

    /// Returns the resource of a note, for formats that number resources; of a note that names none, the first one.
    func resource(of note: Note) throws(Failure) -> (index: Int, href: String) {
        guard !hrefs.isEmpty else {
            throw Failure(
                .argument, "This format refers to resources by number, which requires the option \"readingOrder\".",
                path: ["options"])
        }
        guard let href = note.resource ?? firstHref, let index = index(of: href) else {
            throw Failure(
                .json, "The reading order does not have the resource of the note.", path: ["locator", "href"])
        }
        return (index, hrefs[index])
    }
}
