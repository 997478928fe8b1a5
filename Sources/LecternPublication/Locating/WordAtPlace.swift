// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// Writes the word at a place in a document, with its sentence and its language (schema `word`).
    public func writeWord(_ query: LocatorQuery, to json: inout JSONWriter) throws(Failure) {
        var locating = Locating(query, in: self, try positionsOfResources())
        let found = try locating.locate()
        guard let described = locating.described else {
            throw Failure(
                .unsupported, "\"\(found.href)\" is not a document with text, or cannot be read.", path: [name])
        }
        try locating.writeWord(at: described, to: &json)
    }
}

extension Locating {
    fileprivate mutating func writeWord(at described: Described, to json: inout JSONWriter) throws(Failure) {
        let (place, document, target) = described
        let offset = place.range.lowerBound
        let block = document.block(at: offset)
        let text = Array(document.text[block])
        let marks = document.marks(in: block, work)
        let node = document.textNode(at: offset).flatMap(document.tree.parent) ?? place.element
        let language =
            node.flatMap(document.tree.nearestLanguage) ?? target.link.more.languages.first
            ?? manifest.metadata.languages.first
        var options = TokenOptions()
        options.abbreviations = true
        options.unit = .word
        let word = Locating.range(of: options, in: text, without: marks, at: offset - block.lowerBound, language)
        options.unit = .sentence
        let start = word?.lowerBound ?? offset - block.lowerBound
        let sentence = Locating.range(of: options, in: text, without: marks, at: start, language)
        json.beginObject()
        for (name, range) in [("word", word), ("sentence", sentence)] {
            guard let range else { continue }
            let place = DocumentPlace(range: block.lowerBound + range.lowerBound..<block.lowerBound + range.upperBound)
            var locator = try self.locator(at: place, of: document, in: target, keeping: false)
            locator.locations.domRange = document.domRange(of: place, document.index.selectors(work))
            // A dictionary does not know a word with the number of a page in it.
            let inside = marks.filter { range.contains($0.lowerBound) }
            if name == "word", !inside.isEmpty {
                let kept = range.filter { at in !inside.contains { $0.contains(at) } }.map { text[$0] }
                locator.text.highlight = String(decoding: kept, as: UTF8.self)
            }
            json.key(named: name)
            locator.write(to: &json)
        }
        json.member("language", ifPresent: language)
        json.endObject()
    }

    /// The segment at an offset, or the one that ends there, or else the next one.
    private static func range(
        of options: TokenOptions, in text: [UInt8], without marks: [Range<Int>], at offset: Int, _ language: String?
    ) -> Range<Int>? {
        let ranges = options.ranges(in: text, without: marks, language: language, most: .max) ?? []
        let next = ranges.partitionPoint { $0.upperBound <= offset }
        if ranges.indices.contains(next), ranges[next].contains(offset) { return ranges[next] }
        if next > 0, ranges[next - 1].upperBound == offset { return ranges[next - 1] }
        return ranges.indices.contains(next) ? ranges[next] : ranges.last
    }
}
