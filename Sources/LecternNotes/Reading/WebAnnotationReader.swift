// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads annotations of the W3C Web Annotation Data Model, which may have almost any form.
///
/// Members that a note cannot express are kept with it.  If the place is one of these, the annotation is skipped.
struct WebAnnotationReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        _ = try item.object()
        let id = try item.optionalMember("id")?.string() ?? StableIdentifier.of(item.value)
        guard !id.isEmpty, id.utf8.count <= NoteLimits.maxIdentifier else {
            return NoteReading(skipped: "The id is empty or too long.", at: item)
        }
        var draft = NoteDraft(id: id)
        guard let target = try item.optionalMember("target"), let one = WebAnnotationReader.one(target) else {
            let several = item.step("target", item.value.object?["target"] ?? .null)
            return NoteReading(skipped: "Expected exactly one target.", at: several)
        }
        var warnings: [Warning] = []
        guard read(target: one, &draft, &warnings) else {
            return NoteReading(skipped: "The target is not a resource or a part of one.", at: target)
        }
        if let value = item.value.object?["bodyValue"]?.string { draft.body["text"] = .string(value) }
        for body in WebAnnotationReader.list(item, "body") { read(body: body, &draft) }
        draft.tags = draft.tags.map(ExactText.init).withoutRepetitions.map(\.text)
        if draft.body["text"]?.string?.utf8.count ?? 0 > NoteLimits.maxText {
            return NoteReading(skipped: "The text is too long.", at: item)
        }
        if motivations(item).contains("bookmarking") { draft.kind = AnnotationReader.bookmark(item) }
        if motivations(item).contains("highlighting") { draft.isRange = true }
        draft.creator = item.value.object?["creator"].flatMap { $0.string != nil || $0.object != nil ? $0 : nil }
        draft.created = date(item, "created", &warnings)
        draft.modified = date(item, "modified", &warnings)
        return NoteReading(try draft.note(context.format, item), warnings)
    }

    /// Returns the only element of an array, or a value that is not an array.
    private static func one(_ json: JSONReader) -> JSONReader? {
        guard let values = json.value.array else { return json }
        return values.count == 1 ? values.first.map { json.step("0", $0) } : nil
    }

    /// Returns the elements of a member that may be a single value, an array, or missing.
    private static func list(_ json: JSONReader, _ name: String) -> [JSONReader] {
        guard let value = json.value.object?[name], !value.isNull else { return [] }
        let member = json.step(name, value)
        return (try? member.oneOrMore { one throws(Failure) in one }) ?? []
    }

    private func motivations(_ item: JSONReader) -> [String] {
        WebAnnotationReader.list(item, "motivation").compactMap(\.value.string)
    }

    private func date(_ item: JSONReader, _ name: String, _ warnings: inout [Warning]) -> String? {
        guard let value = item.value.object?[name], !value.isNull else { return nil }
        do throws(Failure) {
            return try AnnotationReader.date(item.step(name, value))
        } catch {
            warnings.append(Warning(.minor, error.message, path: error.path))
            return nil
        }
    }

    // MARK: Target

    /// Reads the target; returns whether it is a single resource.
    private func read(target: JSONReader, _ draft: inout NoteDraft, _ warnings: inout [Warning]) -> Bool {
        let object = target.value.object
        guard
            let address = target.value.string ?? object?["source"]?.string ?? object?["source"]?.object?["id"]?.string
                ?? object?["id"]?.string, !address.isEmpty
        else { return false }
        if object?["items"] != nil { return false }
        var selectors = SelectorReader()
        if let fragment = Href.fragment(address), !fragment.isEmpty { selectors.add(fragment: String(fragment)) }
        for selector in WebAnnotationReader.list(target, "selector") {
            do throws(Failure) {
                try selectors.read(selector)
            } catch {
                warnings.append(Warning(.moderate, error.message, path: error.path))
            }
        }
        if object?["state"] != nil {
            let state = target.step("state", .null).path
            warnings.append(Warning(.minor, "The state of a target is not supported; it is kept.", path: state))
        }
        warnings += selectors.warnings
        if let meta = object?["meta"] { try? AnnotationReader.meta(target.step("meta", meta), &draft) }
        draft.href = Href.withoutFragment(address)
        draft.type = object?["format"]?.string.flatMap(MediaType.essence)
        draft.locations = selectors.finished
        draft.quote = selectors.quote
        draft.isRange = selectors.isRange
        return !draft.href.isEmpty
    }

    // MARK: Body

    private func read(body json: JSONReader, _ draft: inout NoteDraft) {
        guard let body = json.value.object else { return }
        if body["type"]?.string == "Choice" {
            if let first = WebAnnotationReader.list(json, "items").first(where: { $0.value.object?["value"] != nil }) {
                read(body: first, &draft)
            }
            return
        }
        if let tags = try? AnnotationReader.tags(json) { draft.tags += tags }
        func word(_ name: String) -> String? { body[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        draft.color = draft.color ?? word("color")
        draft.style = draft.style ?? word("highlight")
        guard let value = body["value"], let text = try? AnnotationReader.text(json.step("value", value)) else {
            return
        }
        if body["purpose"]?.string == "tagging" {
            if let tag = text["text"]?.string { draft.tags.append(tag) }
            return
        }
        guard draft.body["text"] == nil, text["text"]?.string?.isEmpty == false else { return }
        draft.body = text
        for (name, member) in [("format", "format"), ("language", "language"), ("direction", "textDirection")] {
            if let value = body[member]?.string, name != "direction" || NoteRules.Direction(rawValue: value) != nil {
                draft.body[name] = .string(value)
            }
        }
    }
}
