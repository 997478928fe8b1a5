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

    private static let maxLength = 1024
    private static let dashes: [Unicode.Scalar] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

    /// Whether a line begins like the second line of an entry.
    static func begins(_ line: some Collection<UInt8>) -> Bool {
        let text = String(decoding: line.prefix(16), as: UTF8.self).unicodeScalars
        guard let dash = text.first, dashes.contains(dash) else { return false }
        return text.dropFirst().first == " "
    }

    /// Returns nil if this is not the second line of an entry.
    init?(_ line: String, hasText: Bool) {
        guard KindleLine.begins(line.utf8), line.utf8.count <= KindleLine.maxLength else { return nil }
        text = line
        var parts = line.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)).trimmed.lowercased() }
        let last = parts.count > 1 ? parts.removeLast() : nil
        // In some languages, the kind follows the location.
        kind = parts.lazy.compactMap(KindleWords.kind).first ?? (hasText ? .highlight : .bookmark)
        date = last.flatMap { KindleDate($0)?.text }
        read(places: parts)
    }

    /// Reads the heading of an entry in the HTML of a Kindle: `Highlight (yellow) - A chapter > Page 3 · Location 30`.
    init(heading: String, hasText: Bool) {
        text = heading
        let lowercased = heading.lowercased()
        kind = KindleWords.kind(in: KindleLine.split(lowercased).kind) ?? (hasText ? .highlight : .bookmark)
        read(places: KindleLine.split(lowercased).places)
    }

    /// Returns a heading on a single line of limited length.
    static func heading(_ text: String) -> String {
        let lines = text.utf8.split(separator: 0x0A).map { String(Substring($0)) }
        return String(decoding: lines.joined(separator: " ").utf8.prefix(maxLength), as: UTF8.self)
    }

    /// The chapter that a heading names between the kind and the place.
    static func chapter(ofHeading heading: String) -> String { split(heading).chapter }

    /// The kind is before the first dash.  The page and the location are after the last angle bracket, or on both of
    /// its sides.
    private static func split(_ heading: String) -> (kind: String, chapter: String, places: [String]) {
        let bytes = heading.utf8
        guard let dash = bytes[...].firstIndex(of: " - ".utf8) else { return (heading, "", []) }
        let rest = bytes[dash...].dropFirst(3)
        var parts = rest.split(separator: UInt8(ascii: ">")).map { String(Substring($0)).trimmed }
        var places = (parts.popLast() ?? "").split(separator: "·").map { String($0).trimmed }
        if places.count == 1, let page = parts.last, KindleWords.pages.contains(where: page.lowercased().hasPrefix) {
            places = parts.suffix(1) + places
            parts.removeLast()
        }
        return (String(Substring(bytes[..<dash])), parts.joined(separator: " > "), places)
    }

    private mutating func read(places: [String]) {
        for part in places {
            let isPage = KindleWords.pages.contains(where: part.holds)
            var found = KindleLine.numbers(in: part)
            if isPage, page == nil {
                page = KindleLine.page(part)
                // A location may follow in the same part.
                found = Array(found.dropFirst().drop { $0.followsDash })
            }
            location = KindleLine.location(found) ?? location
        }
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
