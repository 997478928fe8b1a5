// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The second line of an entry of `My Clippings.txt`, in the language of the Kindle: `- Your Highlight on page 3 |
/// Location 30-31 | Added on Monday, 1 January 2024 10:00:00`.
struct KindleLine {
    let text: String
    let kind: Note.Kind
    private(set) var page: String?
    private(set) var location: ClosedRange<Int>?
    /// nil if the language is unknown.
    private(set) var date: String?

    var hasLocation: Bool { location != nil }

    /// The keys that a note shares with its highlight: the end and the start of the location, or the page.
    var places: [String] {
        guard let location else { return page.map { ["page \($0)"] } ?? [] }
        let ends = ["\(location.upperBound)", "\(location.lowerBound)"]
        return location.lowerBound == location.upperBound ? [ends[0]] : ends
    }

    private static let dashes: [Unicode.Scalar] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

    /// Whether a line begins like the second line of an entry.
    static func begins(_ line: some Collection<UInt8>) -> Bool {
        let text = String(decoding: line.prefix(16), as: UTF8.self).unicodeScalars
        guard let dash = text.first, dashes.contains(dash) else { return false }
        return text.dropFirst().first == " "
    }

    /// Returns nil if this is not the second line of an entry.
    init?(_ line: String, hasText: Bool) {
        guard KindleLine.begins(line.utf8), line.utf8.count <= 1024 else { return nil }
        text = line
        var parts = line.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)).trimmed.lowercased() }
        let last = parts.count > 1 ? parts.removeLast() : nil
        let known = KindleWords.kinds.first { _, words in words.contains { word in parts.first?.holds(word) ?? false } }
        for part in parts {
            let isPage = KindleWords.pages.contains(where: part.holds)
            var found = KindleLine.numbers(in: part)
            if isPage, page == nil {
                page = KindleLine.page(part)
                // A location may follow in the same part.
                found = Array(found.dropFirst().drop { $0.followsDash })
            }
            location = KindleLine.location(found) ?? location
        }
        kind = known?.kind ?? (hasText ? .highlight : .bookmark)
        date = last.flatMap { KindleDate($0)?.text }
    }

    /// Returns the first number, or Roman numeral, of a part with a page.
    private static func page(_ part: String) -> String? {
        if let range = numbers(in: part).first { return "\(range.number)" }
        return part.split(separator: " ").map(String.init).first { word in
            word.utf8.allSatisfy { "ivxlcdm".utf8.contains($0) }
        }
    }

    /// Returns the last number or range.  Older Kindles abbreviate the end of a range to the digits that differ.
    private static func location(_ found: [(number: Int, followsDash: Bool)]) -> ClosedRange<Int>? {
        guard let last = found.last else { return nil }
        guard last.followsDash, found.count > 1 else { return last.number...last.number }
        let start = found[found.count - 2].number
        var (end, scale) = (last.number, 1)
        while scale <= last.number { scale *= 10 }
        if end < start { end += start / scale * scale }
        return start...Swift.max(start, end)
    }

    private static func numbers(in part: String) -> [(number: Int, followsDash: Bool)] {
        var found: [(number: Int, followsDash: Bool)] = []
        var (digits, before) = ("", Unicode.Scalar(0x20 as UInt8))
        var followsDash = false
        for scalar in Array(part.unicodeScalars) + [" "] {
            if scalar.isASCII, ASCII.isDigit(UInt8(truncatingIfNeeded: scalar.value)) {
                if digits.isEmpty { followsDash = !found.isEmpty && dashes.contains(before) }
                digits.unicodeScalars.append(scalar)
                before = scalar
                continue
            }
            if digits.utf8.count <= 9, let number = Int(digits) { found.append((number, followsDash)) }
            digits = ""
            before = scalar
        }
        return found
    }
}

/// Words used by Kindles in several languages, in lower case.
enum KindleWords {
    static let kinds: [(kind: Note.Kind, words: [String])] = [
        (
            .bookmark,
            [
                "bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "закладк", "书签", "書籤",
                "ブックマーク", "zakładk", "bokmärke",
            ]
        ),
        (
            .highlight,
            [
                "highlight", "markierung", "surlign", "subrayado", "evidenziazione", "destaque", "markering", "выделен",
                "标注", "標註", "ハイライト", "podkreśl", "clip",
            ]
        ),
        (.note, notes),
    ]
    static let notes = ["note", "notiz", "nota", "notitie", "заметк", "笔记", "筆記", "メモ", "notatk", "anteckning"]
    static let pages = ["page", "seite", "página", "pagina", "ページ", "页", "頁", "стр", "strona", "stronie", "sida"]

    static let months: [[String]] = [
        ["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "января"],
        ["february", "februar", "février", "febrero", "febbraio", "fevereiro", "februari", "февраля"],
        ["march", "märz", "mars", "marzo", "março", "maart", "марта"],
        ["april", "avril", "abril", "aprile", "апреля"],
        ["may", "mai", "mayo", "maggio", "maio", "mei", "мая"],
        ["june", "juni", "juin", "junio", "giugno", "junho", "июня"],
        ["july", "juli", "juillet", "julio", "luglio", "julho", "июля"],
        ["august", "août", "agosto", "augustus", "августа"],
        ["september", "septembre", "septiembre", "settembre", "setembro", "сентября"],
        ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "октября"],
        ["november", "novembre", "noviembre", "novembro", "ноября"],
        ["december", "dezember", "décembre", "diciembre", "dicembre", "dezembro", "декабря"],
    ]
    static let afternoons = ["pm", "p.m.", "下午", "午後"]
    static let mornings = ["am", "a.m.", "上午", "午前"]
}

/// A date as written by a Kindle, in local time, which is read as UTC.
struct KindleDate {
    /// RFC 3339.
    let text: String

    /// - Parameter line: the text in lower case.
    init?(_ line: String) {
        var (numbers, clock): ([Int], [Int]) = ([], [])
        var month: Int?
        var (isMorning, isAfternoon) = (false, false)
        // Numbers and words may follow each other without a space.
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
        return words
    }
}

extension String {
    /// Whether this is the word, or contains it if the script does not separate words by spaces.
    fileprivate func isOrHolds(_ word: String) -> Bool {
        word.utf8.allSatisfy { $0 < 0x80 } ? self == word : holds(word)
    }
}
