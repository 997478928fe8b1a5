// SPDX-License-Identifier: BSD-3-Clause

/// How well a CFI matches the document that it was resolved in.
public enum CFIFit: Int, Sendable, Comparable {
    /// All assertions hold.
    case exact
    /// An asserted id or text was found at another place, which was used instead.
    case corrected
    /// An asserted id or text was not found, or the offset is past the end of the text.
    case doubtful

    public static func < (a: CFIFit, b: CFIFit) -> Bool { a.rawValue < b.rawValue }
}
