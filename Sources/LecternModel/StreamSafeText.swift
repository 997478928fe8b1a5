// SPDX-License-Identifier: BSD-3-Clause

/// Whether text can be compared and hashed in reasonable time.
///
/// Strings are equal when they are canonically equivalent, so Swift sorts the combining characters behind each base
/// before it compares or hashes them, in quadratic time: 50 KB of accents in one key cost seconds.  No script needs more
/// than a few, so text from outside that has very many is refused.  (UAX #15, 13: Stream-Safe Text Format)
public enum StreamSafeText {
    /// The standard says 30; this leaves room for text that is decorated on purpose.
    public static let maxRun = 128

    public static func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { contains($0) }
    }

    /// - Parameter bytes: UTF-8.  Invalid bytes are accepted here.
    public static func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        while at < bytes.count {
            if bytes[at] >= 0x80, isCombining(start(of: at, in: bytes), in: bytes) {
                guard let end = runEnd(around: at, in: bytes) else { return false }
                at = end
            }
            // A combining character has at least two bytes: no run that is too long lies between two looks.
            at += maxRun
        }
        return true
    }

    /// The end of the run that `place` is inside of; nil when it is too long.
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

    /// Where the character begins that has a byte at `place`.
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
        // They have the class of a base, but fall apart into combining characters.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
