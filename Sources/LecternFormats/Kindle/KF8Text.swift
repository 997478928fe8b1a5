// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The text of KF8: documents that are put together from skeletons and fragments, and flows such as style sheets.
struct KF8Text {
    /// The documents one after the other, with the positions that links count.
    private(set) var text: [UInt8] = []
    private(set) var documents: [KindleTargets.Document] = []
    /// Flow 0 is the text itself, and empty here.
    private(set) var flows: [[UInt8]] = []
    /// The position in the text at which each fragment is inserted.
    private var fragments: [Int] = []

    private static let mostDocuments = 20_000

    init(
        _ bytes: [UInt8], _ database: inout PalmDatabase, _ header: KindleHeader, _ log: inout WarningLog
    ) throws(Failure) {
        let raw = KindleRecord(bytes)
        let boundaries = try KF8Text.boundaries(&database, header.flowRecord, size: bytes.count)
        flows = boundaries.enumerated().map { number, flow in number == 0 ? [] : Array(bytes[flow]) }
        let main = boundaries.first ?? 0..<bytes.count
        let skeletons = try KindleIndex(&database, at: header.skeletonIndex).entries
        let fragments = try KindleIndex(&database, at: header.fragmentIndex).entries
        self.fragments = fragments.map { KF8Text.number($0.name) }
        var next = 0
        for skeleton in skeletons.prefix(KF8Text.mostDocuments) {
            guard let start = skeleton.number(6), let length = skeleton.number(6, 1), let count = skeleton.number(1),
                start >= text.count, main.contains(start)
            else {
                log.add(.major, "A document is damaged; it is left out.", [])
                continue
            }
            let end = min(next + count, fragments.count)
            let own = next < end ? fragments[next..<end] : []
            next = max(next, end)
            add(raw, start, length, own, most: main.upperBound)
        }
        guard documents.isEmpty else { return }
        text = Array(bytes[main])
        documents = [KindleTargets.Document(path: MadeDocument.path(1), range: 0..<text.count)]
    }

    /// Puts a document together: fragments follow their skeleton, in the order in which they are inserted.
    private mutating func add(
        _ raw: KindleRecord, _ start: Int, _ length: Int, _ fragments: ArraySlice<KindleIndex.Entry>, most: Int
    ) {
        // Positions count from the beginning of the text, so a part that was left out leaves a gap.
        text += repeatElement(0x20, count: start - text.count)
        let skeleton = raw.slice(start, min(length, most - start))
        var place = skeleton.startIndex
        var source = skeleton.endIndex
        for fragment in fragments {
            let insertion = KF8Text.number(fragment.name)
            // Text behind the place of insertion stays there.
            let count = max(0, min(insertion - text.count, skeleton.endIndex - place))
            text += skeleton[place..<place + count]
            place += count
            let part = raw.slice(source, max(0, min(fragment.number(6, 1) ?? 0, most - source)))
            text += part
            source += part.count
        }
        text += skeleton[place...]
        documents.append(
            KindleTargets.Document(path: MadeDocument.path(documents.count + 1), range: start..<text.count))
    }

    /// The position of an offset in a fragment.
    func position(fragment: Int, offset: Int) -> Int? {
        guard fragments.indices.contains(fragment), offset >= 0, offset < KindleText.maxText else { return nil }
        return min(fragments[fragment] + offset, text.count)
    }

    private static func boundaries(
        _ database: inout PalmDatabase, _ number: Int?, size: Int
    ) throws(Failure) -> [Range<Int>] {
        guard let number, let record = try database.record(number), record.begins(with: "FDST"),
            let count = record.u32(8)
        else { return [0..<size] }
        var found: [Range<Int>] = []
        for flow in 0..<min(count, mostDocuments) {
            guard let start = record.u32(12 + 8 * flow), let end = record.u32(16 + 8 * flow) else { break }
            // Flows do not share bytes.
            let from = max(found.last?.upperBound ?? 0, min(start, size))
            found.append(from..<max(from, min(end, size)))
        }
        return found.isEmpty ? [0..<size] : found
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        Int(String(decoding: digits.prefix(10), as: UTF8.self)) ?? 0
    }
}
