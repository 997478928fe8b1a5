// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
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

/// The blocks of a document.
public struct MarkdownBlocks: Sendable {
    var blocks: [MarkdownBlock] = []
    /// The lists and quotes, each after the one around it.
    var containers: [MarkdownContainer] = []
}

/// A paragraph, a heading or the like.
struct MarkdownBlock: Sendable {
    let text: MarkdownText
    /// The innermost list or quote around it: an index into the containers, or -1.
    var container: Int32 = -1
    /// Whether it is a note, and not just a text that a reference may lead to.
    var isNote = false
    /// The places that a reference to this text leads to.
    var noteTargets: [String] = []
    /// The innermost list or quote around the note.
    var noteContainer: Int32 = -1
}

/// An item of a list, or a quote.
struct MarkdownContainer: Sendable {
    enum Kind: Sendable {
        case quote
        case item(list: MarkupTree.Node, marker: [UInt8])
    }

    let kind: Kind
    /// An index into the containers, or -1.
    var parent: Int32

    /// What the first line of a block begins with, and all others.
    var prefixes: (first: [UInt8], others: [UInt8]) {
        switch kind {
        case .quote: (Array("> ".utf8), Array("> ".utf8))
        case .item(_, let marker): (marker, [UInt8](repeating: 0x20, count: marker.count))
        }
    }

    /// Whether two items are of one list.
    func isOfSameList(_ other: MarkdownContainer) -> Bool {
        guard parent == other.parent, case .item(let list, _) = kind, case .item(let second, _) = other.kind else {
            return false
        }
        return list == second
    }
}
