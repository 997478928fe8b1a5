// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes notes as annotations of Readium, EPUB Annotations 1.0, or the Web Annotation Data Model.
struct AnnotationWriter {
    let format: NoteFormat
    let options: NoteWriteOptions

    /// Returns the annotation.  If the note was read from the same family of formats, its original item is written,
    /// and only the groups edited since then are replaced.
    func item(_ note: Note) -> JSON {
        let made = made(note)
        let sets: [NoteFormat] = [.readium, .epub]
        let family = sets.contains(format) ? sets : [format]
        guard let former = FormerItem(of: note, in: family, options) else { return .object(made) }
        return .object(patched(former, note, made))
    }

    /// Returns the original item with the groups in which the note differs from what was read.
    private func patched(_ former: FormerItem, _ note: Note, _ made: JSONObject) -> JSONObject {
        let single = ["id", "created", "modified", "creator"].map { ([$0], [$0]) }
        var item = former.patched(made, single + [(["locator", "headings", "page"], ["target"])])
        let edited = [
            (["style", "color"], ["highlight", "color"]), (["tags"], ["tags"]),
            (["body", "kind"], ["type", "value", "format", "language", "textDirection"]),
        ].filter { former.differs($0.0) }
        guard !edited.isEmpty else { return item }
        if former.differs(["kind"]) { for name in ["motivation", "kind"] { item[name] = made[name] } }
        item["bodyValue"] = nil
        guard var body = former.json["body"]?.object, let own = made["body"]?.object, format != .w3c else {
            item["body"] = made["body"]
            return item
        }
        for (_, members) in edited {
            for name in members { body[name] = own[name] }
            if members == ["tags"] { body["tag"] = nil }
        }
        item["body"] = .object(body)
        return item
    }

    // MARK: A new item

    private func made(_ note: Note) -> JSONObject {
        var item = JSONObject()
        item["@context"] = format == .epub ? nil : .string(AnnotationSetWriter.context(format))
        item["id"] = .string(note.id)
        item["type"] = "Annotation"
        item["motivation"] = .string(AnnotationWriter.motivation(note.kind))
        // No motivation says that this is where a device stopped; other programs ignore the member.
        if note.kind == .position { item["kind"] = .string(note.kind.rawValue) }
        item["created"] = .string(note.created ?? note.modified ?? NoteWriter.epoch)
        item["modified"] = note.modified.map(JSON.string)
        item["creator"] = creator(note)
        item["target"] = .object(target(note))
        item["body"] = body(note)
        return item
    }

    /// Annotation sets require an object with an id and a type.
    private func creator(_ note: Note) -> JSON? {
        guard format != .w3c else { return note.creator }
        if let id = note.creator?.string { return ["id": .string(id), "type": "Person"] }
        let type = note.creator?.object?["type"]?.string.flatMap(AnnotationReader.Agent.init(rawValue:))
        return type == nil || note.creator?.object?["id"]?.string == nil ? nil : note.creator
    }

    private static func motivation(_ kind: Note.Kind) -> String {
        switch kind {
        case .bookmark, .position: "bookmarking"
        case .highlight: "highlighting"
        case .note: "commenting"
        }
    }

    private func target(_ note: Note) -> JSONObject {
        var target = JSONObject()
        target["source"] = .string(note.resource ?? options.firstHref ?? "")
        let selectors = SelectorWriter(format: format, options: options).selectors(note)
        if !selectors.isEmpty { target["selector"] = .array(selectors) }
        var meta = JSONObject()
        let headings = note.headings.map { heading -> JSON in
            var own = JSONObject()
            own["level"] = heading.object?["level"]
            own["txt"] = heading.object?["text"]
            return .object(own)
        }
        if !headings.isEmpty { meta["headings"] = .array(headings) }
        meta["page"] = note.pageLabel.map(JSON.string)
        if !meta.isEmpty { target["meta"] = .object(meta) }
        return target
    }

    private func body(_ note: Note) -> JSON? {
        let former = note.body
        let hasBody = note.style != nil || note.color != nil || former != nil || !note.tags.isEmpty
        guard hasBody else { return nil }
        var body = JSONObject()
        let medium = former?["type"]?.string.flatMap(AnnotationReader.Medium.init(rawValue:))
        if let medium, medium != .text, let href = former?["href"] {
            body["type"] = .string(medium.rawValue)
            body["id"] = href
        } else {
            body["type"] = "TextualBody"
            body["value"] = .string(note.text ?? "")
            body["format"] = former?["format"]
            body["language"] = former?["language"]
            body["textDirection"] = former?["direction"]
        }
        body["color"] = note.color.map(JSON.string)
        body["highlight"] = note.style.map(JSON.string)
        guard !note.tags.isEmpty else { return .object(body) }
        guard format == .w3c else {
            body["tags"] = .array(note.tags.map(JSON.string))
            return .object(body)
        }
        let tags = note.tags.map { ["type": "TextualBody", "value": .string($0), "purpose": "tagging"] as JSON }
        return .array([.object(body)] + tags)
    }
}
