// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// The amount of text and images in a publication, by resource and by section.
struct PublicationStatistics: Sendable {
    let sections: [ReadingSections.Section]
    /// In reading order.
    fileprivate(set) var slices: [ReadingSlice] = []
    /// The indices of resources with text that was counted.
    fileprivate(set) var texts: Set<Int> = []
    /// The reasons why resources are not counted, by the index in the reading order.
    fileprivate(set) var failures: [Int: Failure] = [:]

    var whole: ReadingCount { slices.reduce(into: ReadingCount()) { $0 += $1.count } }

    /// The sums for each index.  Slices without an index are left out.
    func counts(of total: Int, by index: (ReadingSlice) -> Int?) -> [ReadingCount] {
        var counts = Array(repeating: ReadingCount(), count: total)
        for slice in slices {
            if let index = index(slice), counts.indices.contains(index) { counts[index] += slice.count }
        }
        return counts
    }
}

extension Publication {
    /// The statistics, which are computed once, and kept across runs if they are complete.
    func statistics() throws(Failure) -> PublicationStatistics {
        try values.value { () throws(Failure) in
            let sections = ReadingSections(manifest)
            return try kept(
                "statistics 2", read: { PublicationStatistics($0, sections, in: self.manifest) },
                write: { $0.failures.isEmpty ? $0.json : nil },
                compute: { () throws(Failure) in try self.counted(sections) })
        }
    }

    private func counted(_ sections: ReadingSections) throws(Failure) -> PublicationStatistics {
        let work = work("statistics")
        var statistics = PublicationStatistics(sections: sections.sections)
        var section: Int?
        for (number, link) in manifest.readingOrder.enumerated() {
            try work.report(number, of: manifest.readingOrder.count)
            let starts = sections.starts[number] ?? []
            var counter = SliceCounter(resource: number, section: section)
            do throws(Failure) {
                if try count(link, starts, &counter, work) { statistics.texts.insert(number) }
            } catch {
                try work.check()
                if error.isOfSource { throw error }
                statistics.failures[number] = error
                counter = SliceCounter(resource: number, section: section)
            }
            statistics.slices += counter.slices
            section = starts.last?.section ?? counter.section
        }
        return statistics
    }

    /// - Returns: whether it has text.
    private func count(
        _ link: Link, _ starts: [SliceCounter.Start], _ counter: inout SliceCounter, _ work: Work
    ) throws(Failure) -> Bool {
        if ReadingPart.isPDF(link) {
            try counter.read(PDFPageTexts(link, of: self, work), starts, work)
            return true
        }
        if let type = ContentDocument.type(of: link) {
            let tree = try document(get(link), type: type, work)
            try counter.read(tree, DocumentFootnotes(tree, link, noteResources, work), starts, work)
            return true
        }
        for start in starts { counter.cut(at: 0, section: start.section) }
        if LinkFilter(kind: .bitmap).matches(link) { counter.add(ReadingCount(images: 1)) }
        counter.end(at: 1)
        return false
    }
}

// MARK: Kept across runs

extension PublicationStatistics {
    /// {"texts": [resource, …], "slices": [[resource, section or -1, start, end, number, …], …]}
    fileprivate var json: ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.key("texts")
        json.array(texts.sorted()) { $1.integer($0) }
        json.key("slices")
        json.array(slices) { slice, json in
            json.beginArray()
            json.integer(slice.resource)
            json.integer(slice.section ?? -1)
            json.double(slice.range.lowerBound)
            json.double(slice.range.upperBound)
            for number in slice.count.numbers { json.integer(number) }
            json.endArray()
        }
        json.endObject()
        return json.finish()
    }

    /// nil if it does not fit the publication.
    fileprivate init?(_ kept: ByteBuffer, _ sections: ReadingSections, in manifest: Manifest) {
        self.sections = sections.sections
        let json = kept.withBytes { try? JSONParser.parse($0, source: "statistics", maxDepth: 3) }
        guard let object = json?.object, let texts = object["texts"]?.array, let slices = object["slices"]?.array else {
            return nil
        }
        let resources = manifest.readingOrder.indices
        self.texts = Set(texts.compactMap { $0.integer.flatMap { Int(exactly: $0) } }.filter(resources.contains))
        guard self.texts.count == texts.count else { return nil }
        for slice in slices {
            guard let slice = ReadingSlice(slice), resources.contains(slice.resource),
                slice.section.map(sections.sections.indices.contains) ?? true
            else { return nil }
            self.slices.append(slice)
        }
    }
}

extension ReadingSlice {
    fileprivate init?(_ json: JSON) {
        guard let values = json.array, values.count == 4 + ReadingCount.numberCount,
            let resource = values[0].integer.flatMap({ Int(exactly: $0) }),
            let section = values[1].integer.flatMap({ Int(exactly: $0) }),
            let start = values[2].number, let end = values[3].number, 0 <= start, start <= end, end <= 1
        else { return nil }
        let numbers = values[4...].compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        guard let count = ReadingCount(numbers: numbers) else { return nil }
        self.init(resource: resource, section: section < 0 ? nil : section, range: start...end, count: count)
    }
}

extension ReadingCount {
    fileprivate static let numberCount = 7
    /// No publication has more of anything.
    private static let most = 1 << 32

    fileprivate var numbers: [Int] {
        [text.words, text.characters, text.ideographs, notes.words, notes.characters, notes.ideographs, images]
    }

    fileprivate init?(numbers: [Int]) {
        guard numbers.count == ReadingCount.numberCount,
            numbers.allSatisfy({ (0...ReadingCount.most).contains($0) })
        else { return nil }
        self.init(
            text: TextCount(words: numbers[0], characters: numbers[1], ideographs: numbers[2]),
            notes: TextCount(words: numbers[3], characters: numbers[4], ideographs: numbers[5]), images: numbers[6])
    }
}
