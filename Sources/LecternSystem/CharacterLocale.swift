// SPDX-License-Identifier: BSD-3-Clause
import CSystem

/// The encoding of text for functions of the C library, on the calling thread only.
public enum CharacterLocale {
    nonisolated(unsafe) private static let utf8 = system_utf8_locale()

    /// Calls `body` with UTF-8 as the encoding, if the system has such a locale.
    public static func withUTF8<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        guard let utf8 else { return try body() }
        let before = uselocale(utf8)
        defer { _ = uselocale(before) }
        return try body()
    }
}
