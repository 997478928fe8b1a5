// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension DecorationList {
    public init(_ json: JSONReader) throws(Failure) {
        var decorations: [Decoration] = []
        for element in try json.elements() { decorations.append(try Decoration(element)) }
        self.init(decorations)
    }

    /// Reads JSON text (schema `decorations`), which is copied.
    ///
    /// - Parameters:
    ///   - source: what an error path calls the text.
    ///   - former: a list that is probably much the same.
    public init(
        text input: UnsafeRawBufferPointer, source: String, like former: DecorationList? = nil
    ) throws(Failure) {
        try self.init(input, ByteBuffer.init(copying:), source, former)
    }

    /// As above, with text that the caller keeps for as long as the list and all that is taken from it are in use.
    public init(
        keptText input: UnsafeRawBufferPointer, source: String, like former: DecorationList? = nil
    ) throws(Failure) {
        try self.init(input, ByteBuffer.init(borrowing:), source, former)
    }

    private init(
        _ input: UnsafeRawBufferPointer, _ buffer: (UnsafeRawBufferPointer) -> ByteBuffer, _ source: String,
        _ former: DecorationList?
    ) throws(Failure) {
        guard input.count <= TextPlace.maxTextSize else {
            throw Failure(.limit, "The decorations are more than \(TextPlace.maxTextSize) bytes.", path: [source])
        }
        if var reading = DecorationReading(buffer(input), source, like: former), try reading.all() {
            self = reading.list
        } else {
            // Something in the text is not JSON, or is nested so deep that the scanner gave up.
            try self.init(JSONReader(JSONParser.parse(input, source: source), source: source))
        }
    }
}

/// Reads a list, of which most is probably in a former one: a decoration that is there with the same bytes is not read
/// again.
///
/// This module is compiled for size; what runs for each of a hundred thousand decorations is compiled for speed.
private struct DecorationReading: ~Copyable {
    private let source: String
    private let former: DecorationList
    private let hasFormer: Bool
    /// Where the next one probably is in the former list.
    private var next = 0
    /// The numbers that the resources of the former list have in this one.
    private var numbers: [UInt32?]
    /// After how many it is guessed how many there will be.
    private static let sample = 256

    private let text: ByteBuffer
    private var scanner: DecorationScanner
    private var others: [ByteBuffer] = []
    private var records: [DecorationRecord] = []
    private var matches: [DecorationMatches.Match] = []

    /// - Returns: nil when the text is not UTF-8.
    init?(_ text: ByteBuffer, _ source: String, like former: DecorationList?) {
        guard let scanner = DecorationScanner(text) else { return nil }
        self.scanner = scanner
        self.text = text
        self.source = source
        self.former = former ?? DecorationList()
        hasFormer = former != nil
        numbers = Array(repeating: nil, count: self.former.resources.count)
        reserve(self.former.count)
    }

    private mutating func reserve(_ count: Int) {
        records.reserveCapacity(count)
        if hasFormer { matches.reserveCapacity(count) }
    }

    var list: DecorationList {
        let matches = hasFormer ? DecorationMatches(matches, in: former) : nil
        return DecorationList(records, in: text, others: others, scanner.resources.names, matches)
    }

    /// Whether the text is a well-formed array.
    @_optimize(speed)
    mutating func all() throws(Failure) -> Bool {
        defer { withExtendedLifetime((text, former)) {} }
        guard scanner.take(UInt8(ascii: "[")) else { return false }
        guard !scanner.take(UInt8(ascii: "]")) else { return scanner.isAtEnd() }
        repeat {
            if records.count == DecorationReading.sample {
                // The others are probably as long as these.
                reserve(text.count / scanner.at * records.count + records.count)
            }
            if takeFormer(next) || takeFormer(next + 1) { continue }
            guard try takeOther() else { return false }
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "]")) && scanner.isAtEnd()
    }

    @_optimize(speed)
    private mutating func takeFormer(_ position: Int) -> Bool {
        guard position < former.count else { return false }
        let bytes = former.bytes(at: position)
        guard !bytes.isEmpty, scanner.take(bytes) else { return false }
        let record = former.records[position]
        let known = numbers[Int(record.resource)]
        let resource = known ?? scanner.resources.number(ofResource: former.resource(at: position))
        if known == nil { numbers[Int(record.resource)] = resource }
        let place = scanner.at - bytes.count..<scanner.at
        records.append(record.moved(to: place, resource: resource))
        matches.append(DecorationMatches.Match(position, isSame: true))
        next = position + 1
        return true
    }

    /// - Returns: whether JSON comes next.
    @_optimize(speed)
    private mutating func takeOther() throws(Failure) -> Bool {
        var record: DecorationRecord
        if let found = scanner.decoration() {
            record = found
        } else {
            guard let other = scanner.value() else { return false }
            let value = try JSONParser.parse(UnsafeRawBufferPointer(other), source: source)
            let reader = JSONReader(.null, source: source).step("\(records.count)", value)
            let decoration = try Decoration(reader)
            others.append(decoration.text)
            record = DecorationRecord(decoration, text: others.count, &scanner.resources)
        }
        let id = DecorationList.id(of: record, text, others)
        record.hash = DecorationIndex.hash(id)
        records.append(record)
        guard hasFormer else { return true }
        let found = former.position(ofID: id, hash: record.hash, near: &next)
        matches.append(found.map { DecorationMatches.Match($0) } ?? .none)
        return true
    }
}
