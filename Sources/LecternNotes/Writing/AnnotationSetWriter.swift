// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes an annotation set, or a page of annotations, in parts.
struct AnnotationSetWriter: NoteItems {
    let options: NoteWriteOptions

    static func context(_ format: NoteFormat) -> String {
        format == .epub ? "https://www.w3.org/ns/epub-anno.jsonld" : "http://www.w3.org/ns/anno.jsonld"
    }

    private var format: NoteFormat {
        switch options.format {
        case .epub: .epub
        case .w3c: .w3c
        case .readium, .markdown, .html, .csv, .koreader, .calibre: .readium
        }
    }

    let separator = ","

    func item(_ note: Note, _ index: Int) throws(Failure) -> String? {
        guard note.resource ?? options.firstHref != nil else {
            throw Failure(
                .json,
                "An annotation must name a resource: complete the locator, or set the option \"readingOrder\".",
                path: ["locator", "href"])
        }
        let item = AnnotationWriter(format: format, options: options).item(note)
        return "\n" + JSONWriter.text(of: item).text
    }

    let end = "\n]}\n"

    func encoded(_ text: [UInt8]) -> [UInt8] { text }

    func head(_ notes: [Note]) -> String {
        var set = JSONObject()
        set["@context"] = .string(AnnotationSetWriter.context(format))
        set["id"] = options.set["id"] ?? .string(StableIdentifier.of(["set"] + notes.map(\.id)))
        set["type"] = format == .w3c ? "AnnotationPage" : "AnnotationSet"
        set["generator"] = options.set["generator"]
        set["generated"] = options.set["generated"]
        if format != .epub { set["title"] = options.set["title"] }
        if format != .w3c { set["about"] = options.set["about"] ?? .object(JSONObject()) }
        set = JSONObject(set.members + options.members.without(set.keys + ["items"]).members)
        return JSONWriter.text(of: .object(set)).text.dropLast() + #","items":["#
    }
}
