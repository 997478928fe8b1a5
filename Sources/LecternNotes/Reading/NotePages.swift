// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Options for reading a file with notes (schema `note-read-options`).
public struct NoteReadOptions: Sendable {
    var format: NoteFormat?
    var readingOrder: [String] = []
    /// Whether invalid items are skipped; otherwise, the file is rejected.
    var skipInvalid = false

    public init(_ json: JSONReader?) throws(Failure) {
        guard let json else { return }
        try json.rejectUnknownMembers(["format", "readingOrder", "skipInvalid"])
        format = try json.optionalMember("format")?.choice(NoteFormat.self)
        for href in try json.optionalMember("readingOrder")?.elements() ?? [] {
            readingOrder.append(try href.nonEmptyString())
        }
        skipInvalid = try json.optionalMember("skipInvalid")?.bool() ?? false
    }
}

/// The notes of a file, page by page (schema `notes`).
///
/// The file is read once to check it, then again for each page, so that only one page is in memory at a time.
public struct NotePages {
    /// Reads bytes at an offset, and returns how many; 0 at the end.
    public typealias Read = (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    private static let source = "annotations"

    private let read: Read
    private let file: NoteFile
    private let context: NoteContext
    private let skipInvalid: Bool
    /// The known starts of pages, including the page after the last one read.
    private var marks: [Mark]
    /// The index of the next page, and the number of pages once it is known.
    private var at = 0
    private var count: Int?

    private struct Mark {
        var offset: UInt64
        var index: Int
    }

    /// Throws if an item is invalid, unless `skipInvalid` is set.
    public init(_ options: NoteReadOptions, read: @escaping Read) throws(Failure) {
        self.read = read
        file = try NoteFile(source: NotePages.source, format: options.format, read: read)
        skipInvalid = options.skipInvalid || file.format.isText
        var context = NoteContext(format: file.format, readingOrder: options.readingOrder)
        for one in file.head["@context"]?.array ?? [] {
            context.language = one.object?["@language"]?.string ?? context.language
            context.direction = one.object?["@direction"]?.string ?? context.direction
        }
        self.context = context
        switch file.items {
        case .array(let offset, _): marks = [Mark(offset: offset, index: 0)]
        case .values: marks = [Mark(offset: 0, index: 0)]
        }
        guard !skipInvalid, let first = marks.first else { return }
        var items = items(from: first)
        while let item = try items.next() { _ = try file.format.read(item.get(), context) }
    }

    // MARK: Pages

    /// Returns the page after the last one returned, or nil at the end.
    public mutating func next() throws(Failure) -> ByteBuffer? {
        if let count, at >= count { return nil }
        let (page, end) = try page(at)
        if marks.count == at + 1 { if let end { marks.append(end) } else { count = at + 1 } }
        at += 1
        return page
    }

    /// Returns the page before the last one returned, or nil at the beginning.
    public mutating func previous() throws(Failure) -> ByteBuffer? {
        guard at > 1 else {
            at = Swift.min(at, 1)
            return nil
        }
        let (page, _) = try page(at - 2)
        at -= 1
        return page
    }

    /// Reads a page, and returns it with the start of the next one.
    private func page(_ number: Int) throws(Failure) -> (ByteBuffer, Mark?) {
        var items = items(from: marks[number])
        var notes: [Note] = []
        var warnings = WarningLog()
        var skipped = WarningLog()
        for warning in number == 0 ? file.warnings : [] {
            warnings.add(warning.severity, warning.message, warning.path)
        }
        var size = 0
        while notes.count < NoteLimits.page, size < NoteLimits.maxNote, let item = try items.next() {
            size += items.lastSize
            let reading: NoteReading
            do throws(Failure) {
                reading = try file.format.read(item.get(), context)
            } catch {
                guard skipInvalid, error.status == .json || error.status == .limit else { throw error }
                skipped.add(.moderate, error.message, error.path)
                continue
            }
            for warning in reading.warnings { warnings.add(warning.severity, warning.message, warning.path) }
            if let warning = reading.skipped { skipped.add(warning.severity, warning.message, warning.path) }
            if let note = reading.note { notes.append(note) }
        }
        var json = JSONWriter(capacity: 1 << 16)
        json.beginObject()
        if number == 0 { writeSet(&json) }
        json.key("notes")
        json.array(notes) { $0.write(to: &$1) }
        json.key("warnings")
        json.array(warnings.all) { $0.write(to: &$1) }
        json.key("skipped")
        json.array(skipped.all) { $0.write(to: &$1) }
        json.endObject()
        let mark = items.mark
        return (json.finish(), try items.next() == nil ? nil : mark)
    }

    private func writeSet(_ json: inout JSONWriter) {
        json.key("set")
        json.beginObject()
        json.member("format", file.format.rawValue)
        json.members(of: file.head.without(["@context", "type", "format"]))
        json.endObject()
    }

    // MARK: Items

    /// The items from a position on; each may be a failure to parse.
    private struct Items {
        var mark: Mark
        var stream: JSONStream?
        var values: [NoteFile.Item] = []
        var steps: [String] = []
        var lastSize = 0

        mutating func next() throws(Failure) -> Result<JSONReader, Failure>? {
            let value: Result<JSON, Failure>
            var path = steps + ["\(mark.index)"]
            if stream != nil {
                guard let found = try streamed(path) else { return nil }
                value = found
            } else {
                guard mark.index < values.count else { return nil }
                value = .success(values[mark.index].value)
                path = values[mark.index].steps
            }
            mark.index += 1
            return value.map { value in
                path.reduce(JSONReader(value, source: NotePages.source)) { $0.step($1, value) }
            }
        }

        private mutating func streamed(_ path: [String]) throws(Failure) -> Result<JSON, Failure>? {
            guard var own = stream else { return nil }
            stream = nil
            defer { stream = own }
            if try own.peek() == UInt8(ascii: "]") { return nil }
            let value = try own.item(path)
            lastSize = Int(clamping: own.offset &- mark.offset)
            _ = try own.take(",")
            mark.offset = own.offset
            return value
        }
    }

    private func items(from mark: Mark) -> Items {
        switch file.items {
        case .array(_, let steps):
            let stream = JSONStream(source: NotePages.source, at: mark.offset, read: read)
            return Items(mark: mark, stream: stream, steps: steps)
        case .values(let values):
            return Items(mark: mark, values: values)
        }
    }
}
