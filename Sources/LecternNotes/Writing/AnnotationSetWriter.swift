// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes an annotation set, or a page of annotations, in parts.
struct AnnotationSetWriter {
    let options: NoteWriteOptions

    static func context(_ format: NoteFormat) -> String {
        format == .epub ? "https://www.w3.org/ns/epub-anno.jsonld" : "http://www.w3.org/ns/anno.jsonld"
    }

    private var format: NoteFormat {
        switch options.format {
        case .epub: .epub
        case .w3c: .w3c
        case .readium, .markdown, .html, .csv: .readium
        }
    }

    func text(_ notes: [Note]) -> ByteBuffer {
        let writer = AnnotationWriter(format: format, options: options)
        var bytes: [UInt8] = []
        if options.from == 0 { bytes += head(notes) }
        for (index, note) in notes.enumerated() {
            bytes += (options.from > 0 || index > 0 ? ",\n" : "\n").utf8
            JSONWriter.text(of: writer.item(note)).withBytes { bytes += $0 }
        }
        if !options.more { bytes += "\n]}\n".utf8 }
        return bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
    }

    /// Returns everything before the first item.
    private func head(_ notes: [Note]) -> [UInt8] {
        var set = JSONObject()
        set["@context"] = .string(AnnotationSetWriter.context(format))
        set["id"] = options.set["id"] ?? .string(StableIdentifier.of(["set"] + notes.map(\.id)))
        set["type"] = format == .w3c ? "AnnotationPage" : "AnnotationSet"
        set["generator"] = options.set["generator"]
        set["generated"] = options.set["generated"]
        if format != .epub { set["title"] = options.set["title"] }
        if format != .w3c { set["about"] = options.set["about"] ?? .object(JSONObject()) }
        set = JSONObject(set.members + options.members.without(Set(set.keys + ["items"])).members)
        var bytes = JSONWriter.text(of: .object(set)).withBytes { Array($0) }
        bytes.removeLast()
        return bytes + #","items":["#.utf8
    }
}
