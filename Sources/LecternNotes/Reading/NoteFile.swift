// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A file with notes: the contents of its head, and the location of its items.
struct NoteFile {
    let format: NoteFormat
    /// The members of the set, other than its items.
    let head: JSONObject
    let items: Items
    /// Warnings about the file as a whole.
    var warnings: [Warning] = []

    enum Items {
        /// Read in chunks; with the offset of the first item, and the pointer of the array.
        case array(offset: UInt64, steps: [String])
        /// In memory.
        case values([Item])
    }

    struct Item {
        let value: JSON
        /// The steps of its pointer.
        let steps: [String]
    }

    /// Members that contain items.
    private static let names = ["items", "rows", "annotations", "entries", "documents", "docs"]

    /// Reads the head and locates the items.
    ///
    /// - Parameter format: nil to detect the format.
    init(source: String, format: NoteFormat?, read: @escaping JSONStream.Read) throws(Failure) {
        var stream = JSONStream(source: source, read: read)
        try stream.skipMark()
        if format?.isText ?? true, let text = try TextFormat.recognised(format, NoteFile.beginning(read)) {
            self = try NoteFile.entries(text, source, read)
            return
        }
        switch try stream.peek() {
        case UInt8(ascii: "{"): self = try NoteFile.document(&stream, format, read)
        case UInt8(ascii: "["): self = try NoteFile.list(&stream, format, read)
        default: self = try NoteFile.text(source, format, read)
        }
    }

    private init(format: NoteFormat, head: JSONObject, items: Items) {
        self.format = format
        self.head = head
        self.items = items
    }

    private static let unknown = "The text is in no known format of notes."

    // MARK: JSON

    private static func document(
        _ stream: inout JSONStream, _ wanted: NoteFormat?, _ read: @escaping JSONStream.Read
    ) throws(Failure) -> NoteFile {
        var skim = Skim()
        try skim.object(&stream, [])
        try skim.end(&stream)
        let source = stream.source
        let first = try skim.items.flatMap { items throws(Failure) in try NoteFile.first(items.offset, source, read) }
        let member = skim.items?.steps.last ?? "items"
        let head = skim.head
        guard let format = wanted ?? NoteFormat(head: head, member: member, first: first) else {
            throw JSONReader(.null, source: source).step("type", .null).failure(unknown)
        }
        let root = JSONReader(.object(head), source: source)
        if format == .readium || format == .epub { try checkSet(root) }
        if let items = format.items {
            let json = try parsed(all(source, read), source)
            // The rest of a backup is not about notes.
            let head = format == .readEra ? JSONObject() : head
            return NoteFile(format: format, head: head, items: .values(try items(json, source)))
        }
        if let items = skim.items {
            return NoteFile(format: format, head: head, items: .array(offset: items.offset, steps: items.steps))
        }
        if format == .w3c, head["type"]?.string == "Annotation" {
            return NoteFile(format: format, head: JSONObject(), items: .values([Item(value: .object(head), steps: [])]))
        }
        // The items are missing, or not an array.
        for name in names where head[name] != nil { _ = try root.required(name).elements() }
        throw root.step(format == .hypothesis ? "rows" : "items", .null).failure("The items are missing.")
    }

    private static func checkSet(_ root: JSONReader) throws(Failure) {
        let type = try root.required("type")
        guard try type.string() == "AnnotationSet" else { throw type.failure("Expected \"AnnotationSet\".") }
        _ = try root.required("id").nonEmptyString()
        _ = try root.required("about").object()
        _ = try root.optionalMember("generated").map(NoteRules.date)
    }

    private static func list(
        _ stream: inout JSONStream, _ wanted: NoteFormat?, _ read: @escaping JSONStream.Read
    ) throws(Failure) -> NoteFile {
        try stream.expect("[")
        let offset = stream.offset
        let source = stream.source
        // A title may begin with a bracket, too.
        let byte = try stream.peek()
        guard wanted != nil || isValue(byte) else { throw Failure(.json, unknown, path: [source]) }
        let first = try first(offset, source, read)
        guard let format = wanted ?? NoteFormat(head: JSONObject(), member: nil, first: first) else {
            throw Failure(.json, unknown, path: [source])
        }
        var skim = Skim()
        stream = JSONStream(source: source, read: read)
        try stream.skipMark()
        try skim.array(&stream, [])
        try skim.end(&stream)
        return NoteFile(format: format, head: JSONObject(), items: .array(offset: offset, steps: []))
    }

    /// Whether a value, or the end of an array, may begin with a byte.
    private static func isValue(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || #"]{["-tfn"#.utf8.contains(byte) }

    /// Returns the first item that is an object, for detecting the format.
    private static func first(
        _ offset: UInt64, _ source: String, _ read: @escaping JSONStream.Read
    ) throws(Failure) -> JSON? {
        var stream = JSONStream(source: source, at: offset, read: read)
        for _ in 0..<16 {
            if try stream.peek() == UInt8(ascii: "]") { return nil }
            if case .success(let value) = try stream.item([]), value.object != nil { return value }
            guard try stream.take(",") else { return nil }
        }
        return nil
    }

    /// Scans the whole text once: collects the head and skips the items.
    private struct Skim {
        /// The last of several members with the same name wins.
        var head: JSONObject {
            var head = JSONObject()
            head.merge(JSONObject(members))
            return head
        }
        private var members: [JSONObject.Member] = []
        var items: (offset: UInt64, steps: [String])?
        private var size: UInt64 = 0

        mutating func object(_ stream: inout JSONStream, _ steps: [String]) throws(Failure) {
            try stream.expect("{")
            if try stream.take("}") { return }
            repeat {
                let name = try stream.value(steps)
                guard let name = name.string else { throw stream.failure("Expected the name of a member in quotes") }
                try stream.expect(":")
                try member(name, &stream, steps)
            } while try stream.take(",")
            try stream.expect("}")
        }

        private mutating func member(
            _ name: String, _ stream: inout JSONStream, _ steps: [String]
        ) throws(Failure) {
            let byte = try stream.peek()
            let path = steps + [name]
            if items == nil, names.contains(name), byte == UInt8(ascii: "[") { return try array(&stream, path) }
            // The first page of a collection is nested in it.
            if steps.isEmpty, name == "first", byte == UInt8(ascii: "{") { return try object(&stream, path) }
            let start = stream.offset
            let value = try stream.value(path)
            size &+= stream.offset &- start
            guard size <= UInt64(NoteLimits.maxNote) else {
                throw Failure(
                    .limit, "The members beside the items have more than \(NoteLimits.maxNote) bytes.",
                    path: [stream.source])
            }
            if steps.isEmpty { members.append(.init(key: name, value: value)) }
        }

        mutating func array(_ stream: inout JSONStream, _ steps: [String]) throws(Failure) {
            try stream.expect("[")
            items = (stream.offset, steps)
            if try stream.take("]") { return }
            repeat { try stream.skipValue() } while try stream.take(",")
            try stream.expect("]")
        }

        func end(_ stream: inout JSONStream) throws(Failure) {
            guard try stream.peek() == 0 else { throw stream.failure("Unexpected text after the JSON value") }
        }
    }

    // MARK: Formats that are read as a whole

    /// Reads the file that calibre adds to a book, or the tables of KOReader.
    private static func text(
        _ source: String, _ wanted: NoteFormat?, _ read: JSONStream.Read
    ) throws(Failure) -> NoteFile {
        let bytes = try all(source, read)
        let magic = CalibreWriter.magic.trimmed
        if bytes.starts(with: magic.utf8) {
            guard let decoded = Base64.decode(bytes.dropFirst(magic.utf8.count)) else {
                throw Failure(.json, "The data is not valid Base64.", path: [source])
            }
            let items = try JSONReader(try parsed(decoded, source), source: source).elements().enumerated().map {
                Item(value: $0.element.value, steps: ["\($0.offset)"])
            }
            return NoteFile(format: .calibre, head: JSONObject(), items: .values(items))
        }
        // KOReader writes a comment and a table.
        let rest = bytes.drop(while: ASCII.isSpace)
        guard ["--", "return"].contains(where: { rest.starts(with: $0.utf8) }) else {
            let message = wanted.map { "The text is not in the format \"\($0.rawValue)\"." }
            throw Failure(.json, message ?? unknown, path: [source])
        }
        let table = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try LuaTable.parse(bytes, source: source)
        }
        let head = try JSONReader(table, source: source).object()
        let tables = try KOReaderTables(table, source: source)
        var file = NoteFile(
            format: .koreader, head: head.without(KOReaderTables.names), items: .values(tables.items))
        file.warnings = tables.warnings
        return file
    }

    private static func entries(
        _ text: TextFormat, _ source: String, _ read: JSONStream.Read
    ) throws(Failure) -> NoteFile {
        var entries = TextEntries(source: source)
        try text.read(NoteText.decoded(all(source, read)), &entries)
        if entries.items.isEmpty { entries.warn("The file has no notes.") }
        var file = NoteFile(format: text.format, head: entries.head, items: .values(entries.items))
        file.warnings = entries.warnings
        return file
    }

    /// Reads enough to recognise a text, whole lines if possible.
    private static func beginning(_ read: JSONStream.Read) throws(Failure) -> [UInt8] {
        let bytes = try piece(at: 0, of: 4096, read)
        guard bytes.count == 4096, let end = bytes.lastIndex(of: 0x0A) else { return bytes }
        return Array(bytes[...end])
    }

    private static func piece(
        at offset: Int, of size: Int, _ read: JSONStream.Read
    ) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        var problem: Failure?
        bytes.withUnsafeMutableBytes { space in
            do throws(Failure) { count = try read(UInt64(offset), space) } catch { problem = error }
        }
        if let problem { throw problem }
        guard (0...size).contains(count) else { return [] }
        return Array(bytes[..<count])
    }

    private static func parsed(_ bytes: [UInt8], _ source: String) throws(Failure) -> JSON {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        return try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try JSONParser.parse(
                UnsafeRawBufferPointer(bytes), source: source, maxDepth: 64, maxValues: NoteLimits.maxValues)
        }
    }

    private static func all(_ source: String, _ read: JSONStream.Read) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try piece(at: bytes.count, of: 64 << 10, read)
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= NoteLimits.maxTotal else {
                throw Failure(.limit, "The file has more than \(NoteLimits.maxTotal) bytes.", path: [source])
            }
        }
    }
}
