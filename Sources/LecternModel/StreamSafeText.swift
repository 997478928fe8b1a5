// SPDX-License-Identifier: BSD-3-Clause

/// Checks that text can be compared and hashed in reasonable time.
///
/// Swift compares strings by canonical equivalence: it sorts the combining characters after each base before
/// comparing or hashing, in quadratic time, so 50 KB of accents in one key take seconds.  No script needs more than a
/// few, so untrusted text with very many is rejected. (UAX #15, 13: Stream-Safe Text Format)
public enum StreamSafeText {
    /// The standard says 30; this leaves room for deliberately decorated text.
    public static let maxRun = 128

    public static func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { contains($0) }
    }

    /// - Parameter bytes: UTF-8; invalid bytes are accepted.
    public static func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        while at < bytes.count {
            if bytes[at] >= 0x80, isCombining(start(of: at, in: bytes), in: bytes) {
                guard let end = runEnd(around: at, in: bytes) else { return false }
                at = end
            }
            // A combining character has at least two bytes, so a run that is too long cannot fit between two probes.
            at += maxRun
        }
        return true
    }

    /// Returns the end of the run around `place`, or nil if it is too long.
    private static func runEnd(around place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var length = 0
        var first = start(of: place, in: bytes)
        while first > 0 {
            let previous = start(of: first - 1, in: bytes)
            guard isCombining(previous, in: bytes) else { break }
            length += 1
            guard length <= maxRun else { return nil }
            first = previous
        }
        var end = start(of: place, in: bytes)
        while end < bytes.count, isCombining(end, in: bytes) {
            length += 1
            guard length <= maxRun else { return nil }
            end += 1
            while end < bytes.count, isContinuation(bytes[end]) { end += 1 }
        }
        return end
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Returns the start of the character that contains the byte at `place`.
    private static func start(of place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = place
        while start > 0, place - start < 3, isContinuation(bytes[start]) { start -= 1 }
        return start
    }

    private static func isCombining(_ start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let lead = bytes[start]
        let length = lead < 0xCC ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard length > 1, bytes.count - start >= length else { return false }
        var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[start + offset] & 0x3F) }
        return Unicode.Scalar(value).map(isCombining) ?? false
    }

    static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        // Starters (class 0) that decompose into combining characters.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
