// SPDX-License-Identifier: BSD-3-Clause

/// Dates as they occur in books: the web profile of ISO 8601 (W3C, Date and Time Formats), from a year to a moment.
public enum DateText {
    /// Returns the moment in UTC in the form of RFC 3339, or nil if the text is not a date.
    public static func rfc3339(_ text: String) -> String? {
        epochMilliseconds(text).flatMap { rfc3339(epochMilliseconds: $0) }
    }

    /// Returns the date in the form of RFC 3339: a day if the text has no time, otherwise the moment in UTC.  A year and a
    /// month begin with their first day, since the manifest has nothing less precise.
    public static func dayOrMoment(_ text: String) -> String? {
        guard let moment = rfc3339(text) else { return nil }
        return text.utf8.contains(UInt8(ascii: ":")) ? moment : String(moment.prefix(10))
    }

    /// Returns the moment in milliseconds since 1970, or nil if the text is not a date.  Missing components default
    /// to their lowest value, and a time without an offset is UTC.
    public static func epochMilliseconds(_ text: String) -> Int64? {
        var text = text.trimmed
        return text.withUTF8 { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.moment()
        }
    }

    /// Returns nil for years that RFC 3339 cannot express.  The fraction is omitted if it is zero.
    public static func rfc3339(epochMilliseconds: Int64) -> String? {
        // The first millisecond of the year 1 and the last of 9999.
        guard -62_135_596_800_000...253_402_300_799_999 ~= epochMilliseconds else { return nil }
        let milliseconds = Int(floorModulus(epochMilliseconds, 1000))
        let seconds = (epochMilliseconds - Int64(milliseconds)) / 1000
        let time = Int(floorModulus(seconds, 86400))
        let days = (seconds - Int64(time)) / 86400
        let (year, month, day) = civil(Int(days))
        var text: [UInt8] = []
        text.reserveCapacity(24)
        append(year, 4, "-", to: &text)
        append(month, 2, "-", to: &text)
        append(day, 2, "T", to: &text)
        append(time / 3600, 2, ":", to: &text)
        append(time / 60 % 60, 2, ":", to: &text)
        append(time % 60, 2, milliseconds == 0 ? "Z" : ".", to: &text)
        if milliseconds != 0 { append(milliseconds, 3, "Z", to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the remainder, which is never negative.
    private static func floorModulus(_ value: Int64, _ modulus: Int64) -> Int64 {
        let remainder = value % modulus
        return remainder < 0 ? remainder + modulus : remainder
    }

    /// Appends a number, padded with zeros to `digits`, and a separator.
    private static func append(_ number: Int, _ digits: Int, _ mark: Unicode.Scalar, to text: inout [UInt8]) {
        var unit = digits == 4 ? 1000 : digits == 3 ? 100 : 10
        while unit > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
        text.append(UInt8(ascii: mark))
    }

    // MARK: The Gregorian calendar

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Counts years from March, so that the leap day is the last day of the year.
    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let sinceMarch = days + 719_468
        let era = sinceMarch / 146_097
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = (shiftedMonth + 2) % 12 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    // MARK: Text

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        private var place = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        private var next: UInt8? { place < bytes.count ? bytes[place] : nil }
        private var isAtEnd: Bool { place >= bytes.count }

        /// Parses the whole text.
        mutating func moment() -> Int64? {
            guard let year = number(4), year > 0 else { return nil }
            var month = 1
            var day = 1
            var milliseconds: Int64 = 0
            if skip("-") {
                guard let number = self.number(2), 1...12 ~= number else { return nil }
                month = number
                if skip("-") {
                    guard let number = self.number(2), 1...DateText.daysInMonth(month, of: year) ~= number else {
                        return nil
                    }
                    day = number
                    if skip("T") || skip("t") || skip(" ") {
                        guard let time = millisecondsOfDay(), let offset = offset() else { return nil }
                        milliseconds = time - Int64(offset) * 1000
                    }
                }
            }
            guard isAtEnd else { return nil }
            return Int64(DateText.daysSinceEpoch(year, month, day)) * 86_400_000 + milliseconds
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            place += 1
            return true
        }

        /// Parses exactly `count` digits.
        private mutating func number(_ count: Int) -> Int? {
            guard count <= bytes.count - place else { return nil }
            var value = 0
            for byte in bytes[place..<place + count] {
                guard ASCII.isDigit(byte) else { return nil }
                value = value * 10 + Int(byte & 15)
            }
            place += count
            return value
        }

        /// Parses hh:mm, hh:mm:ss or hh:mm:ss.f; digits beyond milliseconds are dropped.
        private mutating func millisecondsOfDay() -> Int64? {
            guard let hours = number(2), hours <= 24, skip(":"), let minutes = number(2), minutes < 60 else {
                return nil
            }
            var seconds = 0
            var milliseconds = 0
            if skip(":") {
                guard let number = number(2), number <= 60 else { return nil }
                seconds = number
                if skip(".") || skip(",") { milliseconds = fraction() }
            }
            return Int64(hours * 3600 + minutes * 60 + seconds) * 1000 + Int64(milliseconds)
        }

        private mutating func fraction() -> Int {
            var value = 0
            var unit = 100
            while let digit = next, ASCII.isDigit(digit) {
                value += Int(digit & 15) * unit
                unit /= 10
                place += 1
            }
            return value
        }

        /// Parses Z, +hh:mm, +hhmm or +hh, and returns seconds; a missing offset is UTC.
        private mutating func offset() -> Int? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let isNegative = skip("-")
            guard isNegative || skip("+"), let hours = number(2), hours < 24 else { return nil }
            let hasMinutes = skip(":") || !isAtEnd
            guard let minutes = hasMinutes ? number(2) : 0, minutes < 60 else { return nil }
            return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
    }
}
