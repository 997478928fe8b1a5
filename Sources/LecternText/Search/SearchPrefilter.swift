// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternMarkup
import LecternModel

/// Rejects most documents that do not contain a text, in one pass and without building a tree.
///
/// It extracts the text from the markup, folds it, and searches for the folded query.  A document that contains the
/// query is never rejected: it only leaves out text, and white space between words, that the text of the tree leaves
/// out as well.  It does not decide if the markup is unusual and a parser may interpret it differently.
public final class SearchPrefilter {
    /// The longest part of the folded query without hyphens and ellipses in UTF-8, followed by a NUL.
    private let wanted: [UInt8]
    private let folding: TextFolding
    /// The folding of each ASCII byte, or 0 for a byte that needs special treatment.
    private let plain: [UInt8]
    private var room: UnsafeMutableBufferPointer<UInt8>

    /// Returns nil if the query folds to nothing, or only to hyphens or stops.
    init?(_ query: String, _ options: SearchOptions) {
        folding = TextFolding(
            keepsCase: options.caseSensitive && !options.exact,
            keepsDiacritics: options.diacriticSensitive && !options.exact)
        var wanted: [UInt8] = []
        var query = query
        query.withUTF8 { [folding] query in
            var reader = FoldedReader(query, folding)
            while let element = reader.next() { UTF8Encoding.encode(element.value) { wanted.append($0) } }
        }
        // A dash also matches several hyphens, and an ellipsis several stops with white space.
        let stop = UInt8(ascii: ".")
        let hasEllipsis = zip(wanted, wanted.dropFirst()).contains { $0 == stop && $1 == stop }
        let part =
            wanted.split { $0 == UInt8(ascii: "-") || hasEllipsis && $0 == stop }.max { $0.count < $1.count } ?? []
        guard !part.isEmpty, !wanted.contains(0) else { return nil }
        self.wanted = part + [0]
        plain = (0...UInt8.max).map { [folding] byte in
            guard byte > 0, byte < 0x80, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") else { return 0 }
            let entry = folding(Unicode.Scalar(byte))
            return entry.count == 1 ? UInt8(truncatingIfNeeded: entry.scalars.0) : 0
        }
        room = .allocate(capacity: SearchPrefilter.first)
    }

    deinit { room.deallocate() }

    /// The initial size of the buffer in bytes, and the maximum that is kept for the next document.  A larger buffer is
    /// released before a tree allocates as much.
    private static let first = 1 << 16
    private static let kept = 1 << 20

    private func makeRoom(_ count: Int) {
        room.deallocate()
        room = .allocate(capacity: count)
    }

    /// Whether the document may contain the text.
    public func mayMatch(_ document: UnsafeRawBufferPointer) -> Bool {
        let bytes = document.assumingMemoryBound(to: UInt8.self)
        let (mayBeUTF8, skipped) = TextEncoding.mayBeUTF8(bytes)
        guard mayBeUTF8 else { return true }
        // Few letters fold to more bytes than they have.  A document that consists of such letters is let through.
        let needed = bytes.count + bytes.count / 4 + 2 * SievedText.slack
        if room.count < needed { makeRoom(needed) }
        defer { if room.count > SearchPrefilter.kept { makeRoom(SearchPrefilter.first) } }
        guard let source = bytes.baseAddress, let base = room.baseAddress else { return true }
        return plain.withUnsafeBufferPointer { plain in
            guard let table = plain.baseAddress else { return true }
            /// nil where all forms have the same text.
            func contains(withMarks: Bool) -> Bool? {
                var text = SievedText(
                    source + skipped, end: source + bytes.count, out: base,
                    outEnd: base + room.count - SievedText.slack, table, folding, withMarks: withMarks)
                guard text.read(), !wanted.withUnsafeBufferPointer(text.contains) else { return true }
                return withMarks && !text.hasMarks ? nil : false
            }
            guard let found = contains(withMarks: true) else { return false }
            return found || contains(withMarks: false) ?? false
        }
    }
}
