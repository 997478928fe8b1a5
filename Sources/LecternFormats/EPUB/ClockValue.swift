// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Clock values of SMIL, used for durations (EPUB 3.3, 9.2.2.1).
public enum ClockValue {
    /// Converts a clock value to seconds: "0:32:29", "34:56.5", "12.5min", "3h", "76ms", "42".  Returns nil if it is
    /// not valid.  In SMIL, clips may have the name of a metric before the value: "npt=1.5s".
    public static func seconds(_ text: String) -> Double? {
        let trimmed = text.trimmed
        let text = trimmed.hasPrefix("npt=") ? String(trimmed.dropFirst(4)) : trimmed
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return count(text)
        case 2: return full(nil, parts[0], parts[1])
        case 3: return full(parts[0], parts[1], parts[2])
        default: return nil
        }
    }

    private static let units: [(suffix: String, seconds: Double)] = [("h", 3600), ("min", 60), ("ms", 0.001), ("s", 1)]

    /// A number with a unit.  Without a unit it is in seconds.
    private static func count(_ text: String) -> Double? {
        for unit in units where text.hasSuffix(unit.suffix) {
            return decimal(text.utf8.dropLast(unit.suffix.utf8.count)).map { $0 * unit.seconds }
        }
        return decimal(text.utf8[...])
    }

    private static func full(
        _ hours: Substring.UTF8View?, _ minutes: Substring.UTF8View, _ seconds: Substring.UTF8View
    ) -> Double? {
        guard let minutes = decimal(minutes), minutes < 60, let seconds = decimal(seconds), seconds < 60 else {
            return nil
        }
        guard let hours else { return minutes * 60 + seconds }
        return decimal(hours).map { $0 * 3600 + minutes * 60 + seconds }
    }

    /// Digits with at most one decimal point between them.
    private static func decimal(_ text: Substring.UTF8View) -> Double? {
        guard let first = text.first, ASCII.isDigit(first), text.count <= 32,
            text.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }), text.last != UInt8(ascii: ".")
        else { return nil }
        return Double(Substring(text))
    }
}
