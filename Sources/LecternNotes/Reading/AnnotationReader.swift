// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the items of a Readium annotation set, or of EPUB Annotations 1.0 (W3C), which is derived from it.
///
/// Members that the formats require must be present; unknown ones are kept with the note.
struct AnnotationReader {
    let context: NoteContext

    private enum Motivation: String, CaseIterable { case bookmarking, highlighting, commenting }
    enum Medium: String, CaseIterable {
        case text = "TextualBody", image = "Image", audio = "Audio", video = "Video"
    }
    enum Agent: String, CaseIterable {
        case person = "Person", organization = "Organization", software = "Software"
    }

    private static let styles: Set<String> = ["solid", "underline", "strikethrough", "outline"]
    private static let colors: Set<String> = ["pink", "orange", "yellow", "green", "blue", "purple"]

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        var draft = NoteDraft(id: try NoteRules.identifier(item.required("id")))
        let type = try item.required("type")
        guard try type.string() == "Annotation" else { throw type.failure("Expected \"Annotation\".") }
        let motivation = try item.optionalMember("motivation")?.choice(Motivation.self)
        draft.created = try AnnotationReader.date(item.required("created"))
        draft.modified = try item.optionalMember("modified").map(AnnotationReader.date)
        draft.creator = try item.optionalMember("creator").map(AnnotationReader.creator)
        var warnings = try target(item.required("target"), &draft)
        if let body = try item.optionalMember("body") { warnings += try self.body(body, &draft) }
        switch motivation {
        case .bookmarking: draft.kind = AnnotationReader.bookmark(item)
        // A note or a highlight, depending on whether it has text.
        case .highlighting: draft.isRange = true
        case .commenting, nil: break
        }
        return NoteReading(try draft.note(context.format, item), warnings)
    }

    /// Returns the kind of a bookmark: a reading position has a member of its own.
    static func bookmark(_ item: JSONReader) -> Note.Kind {
        item.value.object?["kind"]?.string == Note.Kind.position.rawValue ? .position : .bookmark
    }

    static func date(_ json: JSONReader) throws(Failure) -> String {
        _ = try NoteRules.date(json)
        return try json.string()
    }

    private static func creator(_ json: JSONReader) throws(Failure) -> JSON {
        _ = try json.required("id").string()
        _ = try json.required("type").choice(Agent.self)
        if let name = try json.optionalMember("name") { try localizable(name) }
        return json.value
    }

    private static func localizable(_ json: JSONReader) throws(Failure) {
        if json.value.string == nil { _ = try json.object() }
    }

    // MARK: Target

    /// Reads the target.  Some programs write the source alone, or a single selector.
    private func target(_ json: JSONReader, _ draft: inout NoteDraft) throws(Failure) -> [Warning] {
        let isSource = json.value.string != nil
        let source = isSource ? json : try json.required("source")
        draft.href = try source.nonEmptyString()
        var selectors = SelectorReader()
        if !isSource, let list = try json.optionalMember("selector") {
            for selector in try list.oneOrMore({ one throws(Failure) in one }) { try selectors.read(selector) }
        }
        if let fragment = Href.fragment(draft.href), !fragment.isEmpty { selectors.add(fragment: String(fragment)) }
        draft.locations = selectors.finished
        draft.quote = selectors.quote
        draft.isRange = selectors.isRange
        draft.href = Href.withoutFragment(draft.href)
        guard !draft.href.isEmpty else { throw source.failure("The annotation does not name a resource.") }
        if !isSource, let meta = try json.optionalMember("meta") { try AnnotationReader.meta(meta, &draft) }
        return selectors.warnings
    }

    /// Reads the page and the headings.
    static func meta(_ json: JSONReader, _ draft: inout NoteDraft) throws(Failure) {
        draft.page = try json.optionalMember("page").map { page throws(Failure) in try page.string() }
        for heading in try json.optionalMember("headings")?.elements() ?? [] {
            var kept = JSONObject()
            kept["level"] = try heading.optionalMember("level")?.value
            kept["text"] = .string(try heading.required("txt").string())
            draft.headings.append(.object(kept))
        }
    }

    // MARK: Body

    private func body(_ json: JSONReader, _ draft: inout NoteDraft) throws(Failure) -> [Warning] {
        let medium = try json.required("type").choice(Medium.self)
        draft.color = try json.optionalMember("color")?.nonEmptyString()
        draft.style = try json.optionalMember("highlight")?.nonEmptyString()
        draft.tags = try AnnotationReader.tags(json)
        var warnings: [Warning] = []
        if draft.style == "bookmark" { draft.style = nil }
        if let style = draft.style, !AnnotationReader.styles.contains(style) {
            let path = json.step("highlight", .null).path
            warnings.append(
                Warning(.minor, "The style \"\(style)\" is not defined in this format; it is kept.", path: path))
        }
        if let color = draft.color, !AnnotationReader.colors.contains(color) {
            let path = json.step("color", .null).path
            warnings.append(
                Warning(.minor, "The color \"\(color)\" is not defined in this format; it is kept.", path: path))
        }
        guard medium == .text else {
            draft.body["href"] = .string(try json.required("id").string())
            draft.body["type"] = .string(medium.rawValue)
            return warnings + [Warning(.minor, "The body is not text; it is left to the host.", path: json.path)]
        }
        var text = try AnnotationReader.text(json.required("value"))
        if let language = try json.optionalMember("language")?.string() { text["language"] = .string(language) }
        if let direction = try json.optionalMember("textDirection").map(NoteRules.direction) {
            text["direction"] = .string(direction)
        }
        let format = try json.optionalMember("format")?.string()
        guard text["text"]?.string?.isEmpty == false else { return warnings }
        if let format { text["format"] = .string(format) }
        if text["language"] == nil, let language = context.language { text["language"] = .string(language) }
        if text["direction"] == nil, let direction = context.direction { text["direction"] = .string(direction) }
        draft.body = text
        return warnings
    }

    /// Reads a string, or a localizable string: `{text | stringValue, language, direction}`.
    static func text(_ json: JSONReader) throws(Failure) -> JSONObject {
        var found = JSONObject()
        guard json.value.object != nil else {
            found["text"] = .string(try NoteRules.text(json))
            return found
        }
        let isOlder = json.value.object?["stringValue"] != nil
        let value = try json.required(isOlder ? "stringValue" : "text")
        found["text"] = .string(try NoteRules.text(value))
        if let language = try json.optionalMember("language")?.string() { found["language"] = .string(language) }
        if let direction = try json.optionalMember("direction").map(NoteRules.direction) {
            found["direction"] = .string(direction)
        }
        return found
    }

    /// Reads `tags`, or Thorium's single `tag`, which may be empty.
    static func tags(_ json: JSONReader) throws(Failure) -> [String] {
        var tags: [String] = []
        for tag in try json.optionalMember("tags")?.elements() ?? [] { tags.append(try tag.string()) }
        if let tag = try json.optionalMember("tag")?.string(), !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        return tags
    }
}
