// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A format whose files are neither JSON nor Lua: text in any encoding, read as a whole.
///
/// Such files are written by devices, cut off and edited by hand.  An entry that cannot be read is skipped.
struct TextFormat: Sendable {
    let format: NoteFormat
    /// Whether a file that begins with this text is in the format.
    let isOne: @Sendable (String) -> Bool
    let read: @Sendable (String, inout TextEntries) throws(Failure) -> Void

    /// The last of several forms of a format is also for texts that are not recognised.
    static let all: [TextFormat] = [
        TextFormat(format: .kindle, isOne: KindleNotebook.isOne, read: KindleNotebook.read),
        TextFormat(format: .kindle, isOne: KindleTable.isOne, read: KindleTable.read),
        TextFormat(format: .kindle, isOne: KindleFile.isOne, read: KindleFile.read),
        TextFormat(format: .adobe, isOne: AdobeFile.isOne, read: AdobeFile.read),
        TextFormat(format: .moonReader, isOne: MoonReaderFile.isOne, read: MoonReaderFile.read),
        TextFormat(format: .moonReaderText, isOne: MoonReaderText.isHTML, read: MoonReaderText.readHTML),
        TextFormat(format: .moonReaderText, isOne: MoonReaderText.isOne, read: MoonReaderText.read),
        TextFormat(format: .readwise, isOne: ReadwiseFile.isOne, read: ReadwiseFile.read),
        TextFormat(format: .readEraText, isOne: ReadEraText.isOne, read: ReadEraText.read),
        TextFormat(format: .kobo, isOne: KoboTable.isOne, read: KoboTable.read),
        // Has no signature, so it must be named.
        TextFormat(format: .kobo, isOne: { _ in false }, read: KoboFile.read),
    ]

    /// - Parameters:
    ///   - named: the format that the host names; nil if it is unknown.
    ///   - beginning: the first bytes of a file.
    static func recognised(_ named: NoteFormat?, _ beginning: [UInt8]) throws(Failure) -> TextFormat? {
        let forms = named == nil ? all : all.filter { $0.format == named }
        let text = try NoteText.decoded(beginning)
        return forms.first { $0.isOne(text) } ?? (named == nil ? nil : forms.last)
    }
}

/// The entries of a file, as they become items: an object, or a text with the reason why the entry cannot be read.
struct TextEntries {
    private(set) var items: [NoteFile.Item] = []
    /// The members of the set, such as the book.
    var head = JSONObject()
    var warnings: [Warning] = []
    let source: String

    private static let maxCount = NoteLimits.maxValues / 8

    init(source: String) { self.source = source }

    mutating func add(_ item: JSON, at index: Int? = nil) throws(Failure) {
        guard items.count < TextEntries.maxCount else {
            throw Failure(.limit, "The file has more than \(TextEntries.maxCount) entries.", path: [source])
        }
        items.append(NoteFile.Item(value: item, steps: ["\(index ?? items.count)"]))
    }

    /// Adds an entry with these members, without those that are empty.
    mutating func add(_ members: [(name: String, text: String)]) throws(Failure) {
        guard members.allSatisfy({ StreamSafeText.contains($0.text) }) else {
            return try add(problem: "A text has too many combining characters.")
        }
        try add(
            .object(
                JSONObject(
                    members.compactMap { $0.text.isEmpty ? nil : .init(key: $0.name, value: .string($0.text)) })))
    }

    mutating func add(problem: String) throws(Failure) { try add(.string(problem)) }

    mutating func warn(_ message: String) { warnings.append(Warning(.moderate, message, path: [source])) }
}

extension JSONReader {
    /// Returns a text of an entry; an empty one if it is missing.
    func text(_ name: String) throws(Failure) -> String { try optionalMember(name).map(NoteRules.text) ?? "" }
}
