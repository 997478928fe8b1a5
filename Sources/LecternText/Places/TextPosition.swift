// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A range of the text of an element in code points, as the TextPositionSelector of an annotation has it.
struct TextPosition {
    let start: Int
    let end: Int

    /// The text position in the locations of an annotation; nil if they have none.
    init?(_ locations: Locator.Locations) {
        guard let json = locations.json["textPosition"]?.object, let start = json["start"]?.integer,
            let end = json["end"]?.integer, start >= 0, end >= start, let first = Int(exactly: start),
            let last = Int(exactly: end)
        else { return nil }
        self.start = first
        self.end = last
    }

    /// The places in the text nodes of an element; nil if its text is too short.
    func points(in element: MarkupTree.Node, of tree: MarkupTree) -> DocumentPlace.Points? {
        var first: DocumentPoint?
        var passed = 0
        for node in (element + 1)..<max(element + 1, tree.end(of: element)) where !tree.isElement(node) {
            let (count, bytes) = tree.withBytes(of: tree.nodes[Int(node)].slice) { text in
                let offsets = text.indices.filter { text[$0] & 0xC0 != 0x80 }
                func byte(_ position: Int) -> Int? {
                    let place = position - passed
                    if place == offsets.count { return text.count }
                    return offsets.indices.contains(place) ? offsets[place] : nil
                }
                return (offsets.count, (byte(start), byte(end)))
            }
            // A range begins before a character and ends after one.
            if first == nil, let byte = bytes.0, start < passed + count { first = .text(node, byte) }
            if let first, let byte = bytes.1, end > passed || start == end {
                return DocumentPlace.Points(start: first, end: .text(node, byte))
            }
            passed += count
        }
        return nil
    }
}
