// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The decorations of one group, with unique ids: of those that are given the same id, only the last one counts.
///
/// There may be a million of them, so it keeps the text that they came as, and where each of them stands in it.
public struct DecorationList: Sendable {
    /// The text that was read, which no other list has.
    let original: ByteBuffer
    /// Those of decorations that were not kept as they are written there.
    private let others: [ByteBuffer]
    let records: [DecorationRecord]
    /// All resources that the records name.
    let resources: [String]
    private let index: DecorationIndex
    /// What was found out about another list when this one was read.
    private var matches: DecorationMatches?
    /// Where the first id is that was there before.
    private let repeated: Int?

    init(
        _ records: [DecorationRecord], in text: ByteBuffer, others: [ByteBuffer],
        _ resources: [String], _ matches: DecorationMatches?
    ) {
        original = text
        self.others = others
        self.resources = resources
        let index = DecorationIndex(records) {
            DecorationList.id(of: $0, text, others).hasSameBytes(as: DecorationList.id(of: $1, text, others))
        }
        guard let isReplaced = index.replaced else {
            self.records = records
            self.matches = matches
            self.index = index
            repeated = nil
            return
        }
        let first = isReplaced.firstIndex(of: true) ?? 0
        let id = DecorationList.id(of: records[first], text, others)
        repeated = records.indices.dropFirst(first + 1).first {
            DecorationList.id(of: records[$0], text, others).hasSameBytes(as: id)
        }
        self.records = zip(records, isReplaced).filter { !$0.1 }.map(\.0)
        self.matches = matches?.without(isReplaced)
        // All ids are different now.
        self.index = DecorationIndex(self.records) { _, _ in false }
    }

    public init(_ decorations: [Decoration] = []) {
        var names = ResourceNames()
        var texts: [ByteBuffer] = []
        var records: [DecorationRecord] = []
        for decoration in decorations {
            if texts.last !== decoration.text { texts.append(decoration.text) }
            records.append(DecorationRecord(decoration, text: texts.count, &names))
        }
        self.init(records, in: ByteBuffer(""), others: texts, names.names, nil)
    }

    /// Throws if two decorations have the same id.
    public func checkIDs(source: String) throws(Failure) {
        guard let repeated else { return }
        throw Failure(.json, "Another decoration has the same id.", path: [source, "/\(repeated)/id"])
    }

    public var count: Int { records.count }
    public var isEmpty: Bool { records.isEmpty }
    public var decorations: [Decoration] { records.map(decoration) }

    public subscript(id: String) -> Decoration? {
        let text = JSONWriter.text(of: .string(id))
        defer { withExtendedLifetime(text) {} }
        let bytes = UnsafeBufferPointer(start: text.base, count: text.count)
        return position(ofID: bytes, hash: DecorationIndex.hash(bytes)).map { decoration(at: $0) }
    }

    /// Where a former list has each decoration.
    func matches(in former: DecorationList) -> DecorationMatches {
        if let matches, matches.text === former.original { return matches }
        return DecorationMatches(of: self, in: former)
    }

    /// The same list, to be kept.
    var withoutMatches: DecorationList {
        var list = self
        list.matches = nil
        return list
    }

    // MARK: Decorations

    func decoration(at position: Int) -> Decoration { decoration(records[position]) }

    private func decoration(_ record: DecorationRecord) -> Decoration {
        Decoration(
            text: record.text == 0 ? original : others[Int(record.text) - 1],
            places: record.places.moved(by: record.place.start), interactions: record.interactions,
            resource: resources[Int(record.resource)])
    }

    func decorations(in resource: String) -> [Decoration] {
        let isWanted = resources.map { $0 == resource }
        return records.filter { isWanted[Int($0.resource)] }.map(decoration)
    }

    /// The resources that decorations are in, in their order; one may be there again in another spelling.
    var usedResources: [String] {
        var isUsed = Array(repeating: false, count: resources.count)
        for record in records { isUsed[Int(record.resource)] = true }
        return zip(resources, isUsed).filter(\.1).map(\.0)
    }

    func resource(at position: Int) -> String { resources[Int(records[position].resource)] }

    // MARK: Bytes, which are valid for as long as the list is alive

    /// The id as JSON spells it, with its quotes.
    func id(at position: Int) -> UnsafeBufferPointer<UInt8> {
        DecorationList.id(of: records[position], original, others)
    }

    static func id(
        of record: DecorationRecord, _ text: ByteBuffer, _ others: [ByteBuffer]
    ) -> UnsafeBufferPointer<UInt8> {
        let place = record.places.id.moved(by: record.place.start)
        return record.text == 0 ? text.bytes(at: place) : others[Int(record.text) - 1].bytes(at: place)
    }

    /// The decoration as it was read; empty when it was not kept as written.
    func bytes(at position: Int) -> UnsafeBufferPointer<UInt8> { original.bytes(at: records[position].place) }

    // MARK: Finding

    func hash(at position: Int) -> UInt32 { records[position].hash }

    /// - Parameter id: as JSON spells it, with its quotes.
    private func position(ofID id: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
        index.position(hash) { self.hash(at: $0) == hash && self.id(at: $0).hasSameBytes(as: id) }
    }

    /// - Parameter next: behind the last one that was found.  Most lists hardly change, so it is probably there, or a
    ///   decoration has been left out.
    func position(ofID id: UnsafeBufferPointer<UInt8>, hash: UInt32, near next: inout Int) -> Int? {
        var found: Int?
        if next < count, self.id(at: next).hasSameBytes(as: id) {
            found = next
        } else if next + 1 < count, self.id(at: next + 1).hasSameBytes(as: id) {
            found = next + 1
        } else {
            found = position(ofID: id, hash: hash)
        }
        if let found { next = found + 1 }
        return found
    }

    /// The same decorations, with places that a page finds.  Only new ones with a CFI are looked at, resource by resource.
    func followed(by follow: (Locator) -> Locator) throws(Failure) -> DecorationList {
        let wanted = records.indices.filter { position in
            !(matches?.all[position].isSame ?? false) && decoration(at: position).mentionsCFI
        }
        if wanted.isEmpty { return self }
        var list = decorations
        for position in wanted.sorted(by: { resource(at: $0) < resource(at: $1) }) {
            let locator = try list[position].locator
            let found = follow(locator)
            if found != locator { list[position] = try list[position].with(found) }
        }
        return DecorationList(list)
    }

    // MARK: Writing

    /// An array of decorations (schema `decorations`).
    public func write(to json: inout JSONWriter) {
        json.array(records) { decoration($0).write(to: &$1) }
    }

    public func text() -> ByteBuffer {
        var json = JSONWriter(capacity: records.reduce(16) { $0 + $1.places.size })
        write(to: &json)
        return json.finish()
    }
}

extension ByteBuffer {
    /// Valid for as long as the buffer is alive.
    func bytes(at place: TextPlace) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + place.start, count: place.count)
    }
}
