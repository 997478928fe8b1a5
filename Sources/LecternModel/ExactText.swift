// SPDX-License-Identifier: BSD-3-Clause

/// A text as the key of a table: only the same characters in the same spelling are equal.
///
/// Two strings of Swift are equal when they are canonically equivalent.  To JSON, and to a host that chose them as names,
/// an \u{E9} in one code point and one in two are different.  Hashes of strings are worse: any number of spellings of one
/// text have the same.
public struct ExactText: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (a: ExactText, b: ExactText) -> Bool { a.text.isExactly(b.text) }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether it is spelled with the same code points.
    public func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.hasSameBytes(as: $0) }
        }
        // A string that is not contiguous, which none of ours is.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
