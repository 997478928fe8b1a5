// SPDX-License-Identifier: BSD-3-Clause

/// How far a CFI fits what it leads to.
public enum CFIFit: Int, Sendable, Comparable {
    /// It leads there.
    case asSaid
    /// An id, or the text around the place, says that the place is elsewhere.
    case corrected
    /// An id, or the text, is not there, or the offset is behind the end of its text.
    case doubtful

    public static func < (a: CFIFit, b: CFIFit) -> Bool { a.rawValue < b.rawValue }
}
