// SPDX-License-Identifier: BSD-3-Clause

/// A string as a dictionary key, equal only to the same sequence of code points.
///
/// Swift compares strings by canonical equivalence.  In JSON, and in names that the host chooses, \u{E9} as one code
/// point and as two are different.  Hash values are a greater problem: all spellings of a text have the same one, so
/// input could cause any number of collisions.
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
    /// Whether both strings consist of the same code points.
    public func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.hasSameBytes(as: $0) }
        }
        // A string without contiguous storage, which the library never creates.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
