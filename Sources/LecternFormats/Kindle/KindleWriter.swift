// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Copies a part of the text, with insertions and other tags.
struct KindleWriter {
    private(set) var output: [UInt8] = []
    private let text: [UInt8]
    private var insertions: ArraySlice<(place: Int, text: String)>

    /// - Parameter insertions: in order.
    init(_ text: [UInt8], _ insertions: [(place: Int, text: String)]) {
        self.text = text
        self.insertions = insertions[...]
    }

    mutating func begin(at place: Int) {
        output.removeAll(keepingCapacity: true)
        skip(before: place)
    }

    /// Leaves out insertions before a place.
    mutating func skip(before place: Int) {
        while let next = insertions.first, next.place < place { insertions = insertions.dropFirst() }
    }

    mutating func write(_ text: String) { output += text.utf8 }

    mutating func write(_ bytes: some Sequence<UInt8>) { output += bytes }

    /// Copies bytes, with insertions.
    mutating func copy(_ range: Range<Int>) {
        var place = range.lowerBound
        while let next = insertions.first, next.place < range.upperBound {
            let stop = max(place, min(next.place, range.upperBound))
            output += text[place..<stop]
            place = stop
            write(next.text)
            insertions = insertions.dropFirst()
        }
        output += text[place..<range.upperBound]
    }

    /// Copies a tag with changed attributes.
    ///
    /// - Parameter change: the attribute with a space before it; nil for one that stays, and empty for one that goes.
    mutating func copy(
        _ tag: KindleTags.Token, _ attributes: [KindleTags.Attribute], _ change: (KindleTags.Attribute) -> String?
    ) {
        var place = tag.range.lowerBound
        for attribute in attributes {
            guard let changed = change(attribute) else { continue }
            copy(place..<attribute.range.lowerBound)
            write(changed)
            place = attribute.range.upperBound
        }
        copy(place..<tag.range.upperBound)
    }
}
