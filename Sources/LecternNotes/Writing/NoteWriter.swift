// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes the items of a format whose files have a head, items with separators, and an end.
protocol NoteItems {
    /// Returns everything before the first item.
    func head(_ notes: [Note]) -> String
    var separator: String { get }
    var end: String { get }
    /// Returns nil for a note that is not an item.
    ///
    /// - Parameter index: the number of notes before this one.
    func item(_ note: Note, _ index: Int) throws(Failure) -> String?
    /// Encodes a part of the file.
    func encoded(_ text: [UInt8]) -> [UInt8]
}

/// Writes notes as text, possibly in parts: several calls produce one document.
public enum NoteWriter {
    static let epoch = "1970-01-01T00:00:00Z"

    /// - Parameter notes: schema `notes-list`.
    public static func text(_ notes: JSONReader, _ options: NoteWriteOptions) throws(Failure) -> ByteBuffer {
        let reader = notes
        let notes = try NoteMerge.list(reader)
        if let template = options.template { return try template.text(notes, options) }
        let items = items(options)
        var text = options.from == 0 ? Array(items.head(notes).utf8) : []
        var isFirst = options.from == 0
        for (index, note) in notes.enumerated() {
            guard let item = try item(note, index, items, options, reader) else { continue }
            text += ((isFirst ? "" : items.separator) + item).utf8
            isFirst = false
        }
        if !options.more { text += items.end.utf8 }
        return items.encoded(text).withUnsafeBytes { ByteBuffer(copying: $0) }
    }

    private static func items(_ options: NoteWriteOptions) -> any NoteItems {
        switch options.format {
        case .koreader: KOReaderWriter(options: options)
        case .calibre: CalibreWriter(options: options)
        case .readium, .epub, .w3c, .markdown, .html, .csv: AnnotationSetWriter(options: options)
        }
    }

    /// Adds the path of the note to failures.
    private static func item(
        _ note: Note, _ index: Int, _ items: any NoteItems, _ options: NoteWriteOptions, _ reader: JSONReader
    ) throws(Failure) -> String? {
        do throws(Failure) {
            return try items.item(note, Int(clamping: options.from) &+ index)
        } catch {
            guard error.status == .json else { throw error }
            let place = error.path.reduce(reader.step("\(index)", .null)) { $0.step($1, .null) }
            throw place.failure(error.message)
        }
    }
}
