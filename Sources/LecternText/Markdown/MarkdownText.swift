// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Markdown in which the labels of notes are still missing.
public struct MarkdownText: Sendable {
    var bytes: [UInt8] = []
    /// The references to notes, by the offsets at which their labels are to be inserted.
    var references: [(offset: Int, reference: MarkdownReference)] = []

    init() {}

    init(_ text: String) { bytes = Array(text.utf8) }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func += (text: inout MarkdownText, other: MarkdownText) {
        text.references += other.references.map { ($0.offset + text.bytes.count, $0.reference) }
        text.bytes += other.bytes
    }

    /// Removes white space at the end, but not before a reference.
    mutating func trimEnd() {
        let start = references.last?.offset ?? 0
        while bytes.count > start, let last = bytes.last, ASCII.isSpace(last) { bytes.removeLast() }
    }

    /// The text with the labels of its references.
    func labelled(_ label: (MarkdownReference) -> [UInt8]) -> [UInt8] {
        guard !references.isEmpty else { return bytes }
        var result: [UInt8] = []
        var written = 0
        for (offset, reference) in references where written...bytes.count ~= offset {
            result += bytes[written..<offset]
            result += label(reference)
            written = offset
        }
        return result + bytes[written...]
    }
}

/// A reference to a note.
struct MarkdownReference: Sendable {
    /// Where it leads: a resource and an id.
    let target: String
    /// The reference as it is in the text.
    let text: [UInt8]
}

/// A paragraph, a heading or the like, in the lists and quotes that contain it.
public struct MarkdownBlock: Sendable {
    enum Container: Equatable, Sendable {
        case quote(Int32)
        case item(Int32, list: Int32, marker: [UInt8])

        /// What the first line of a block begins with, and all others.
        var prefixes: (first: [UInt8], others: [UInt8]) {
            switch self {
            case .quote: (Array("> ".utf8), Array("> ".utf8))
            case .item(_, _, let marker): (marker, [UInt8](repeating: 0x20, count: marker.count))
            }
        }
    }

    var containers: [Container] = []
    let text: MarkdownText
    /// Whether it is a note, and not just a text that a reference may lead to.
    var isNote = false
    /// The places that a reference to this text leads to.
    var noteTargets: [String] = []
    /// How many of the containers are around the note.
    var noteDepth = 0
    /// Of the element that the block comes from.
    let node: Int32
}
