// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A date as written by a Kindle, in local time, which is read as UTC.
struct KindleDate {
    /// RFC 3339.
    let text: String

    /// - Parameter line: the text in lower case.
    init?(_ line: String) {
        var (numbers, clock): ([Int], [Int]) = ([], [])
        var month: Int?
        var (isMorning, isAfternoon) = (false, false)
        for word in KindleDate.words(line) {
            if word.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ":") }) {
                let parts = word.utf8.split(separator: UInt8(ascii: ":")).map { Int(String(Substring($0))) ?? -1 }
                if parts.count > 1 { clock = parts } else { numbers += parts }
            } else {
                month = month ?? KindleWords.months.firstIndex { $0.contains(word) }.map { $0 + 1 }
                isMorning = isMorning || KindleWords.mornings.contains(where: word.isOrHolds)
                isAfternoon = isAfternoon || KindleWords.afternoons.contains(where: word.isOrHolds)
            }
        }
        guard let year = numbers.first(where: { $0 >= 1000 }), year <= 9999, (2...3).contains(clock.count) else {
            return nil
        }
        let others = numbers.filter { (1...31).contains($0) }
        // 2024年1月2日 has no month name.
        let isNumeric = month == nil && others.count == 2 && numbers.first == year
        guard let day = isNumeric ? others.last : others.first, let month = month ?? (isNumeric ? others.first : nil)
        else { return nil }
        var hour = clock[0]
        if isMorning || isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let second = clock.count > 2 ? clock[2] : 0
        let written = "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(clock[1])):\(two(second))Z"
        guard let text = DateText.rfc3339(written) else { return nil }
        self.text = text
    }

    /// Numbers and words may follow each other without a space, and `p. m.` has one.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var wasNumber: Bool?
        for scalar in line.unicodeScalars {
            if scalar == " " || scalar == "," || scalar == "\u{202F}" || scalar == "\u{A0}" {
                wasNumber = nil
                continue
            }
            let isNumber = scalar.isASCII && (ASCII.isDigit(UInt8(truncatingIfNeeded: scalar.value)) || scalar == ":")
            if wasNumber == isNumber, let last = words.indices.last {
                words[last].unicodeScalars.append(scalar)
            } else {
                words.append(String(scalar))
            }
            wasNumber = isNumber
        }
        for index in words.indices.dropLast() where words[index + 1] == "m." { words[index] += "m." }
        return words
    }
}

extension String {
    /// Whether this is the word, or contains it if the script does not separate words by spaces.
    fileprivate func isOrHolds(_ word: String) -> Bool {
        word.utf8.allSatisfy { $0 < 0x80 } ? self == word : holds(word)
    }
}
