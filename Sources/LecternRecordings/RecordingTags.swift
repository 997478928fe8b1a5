// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The tags of a recording, independent of its format.
public struct RecordingTags: Sendable {
    /// The tags that audiobooks use.  Raw values are names in Vorbis comments and in user-defined fields of ID3 and MP4.
    public enum Name: String, CaseIterable, Sendable {
        case title, album, subtitle, artist, albumArtist = "albumartist", composer, narrator, publisher, date, genre
        case language, description, track = "tracknumber", disc = "discnumber", series, seriesPart = "seriespart", isbn

        /// Other spellings, without spaces, hyphens and underscores.
        private static let others: [String: Name] = [
            "reader": .narrator, "narratedby": .narrator, "performer": .narrator, "organization": .publisher,
            "label": .publisher, "year": .date, "track": .track, "disc": .disc, "disk": .disc, "part": .seriesPart,
            "movementname": .series, "movement": .seriesPart, "comment": .description,
        ]

        /// The tag of this name, in any case.
        init?(named name: some Collection<UInt8>) {
            let plain = name.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }.map(ASCII.lowercased)
            let text = String(decoding: plain, as: UTF8.self)
            guard let found = Name(rawValue: text) ?? Name.others[text] else { return nil }
            self = found
        }
    }

    private var values: [Name: [String]] = [:]
    /// The times and titles of chapters in Vorbis comments, by their number.
    private var marks: [Int: Recording.Chapter] = [:]
    private var unmarked: [Int: String] = [:]

    private static let mostValues = 1000

    var isEmpty: Bool { values.isEmpty }

    init() {}

    /// The tags in the object that `Recording.write(to:)` writes.
    init(kept object: JSONObject) {
        for name in Name.allCases {
            for value in object[name.rawValue]?.array ?? [] {
                if let text = value.string { add(name, text) }
            }
        }
    }

    /// The values of a tag, without repetitions.
    public subscript(name: Name) -> [String] { values[name] ?? [] }

    /// The first value that one of these tags has.
    public func first(_ names: Name...) -> String? { names.lazy.compactMap { values[$0]?.first }.first }

    /// The number at the start of a tag: 3 in "03/12".
    public func number(_ name: Name) -> Int? {
        first(name).flatMap { Int(String(Substring($0.utf8.prefix(while: ASCII.isDigit)))) }
    }

    /// Adds values; several persons are separated by semicolons.
    mutating func add(_ name: Name, _ text: String) {
        let isList = [Name.artist, .albumArtist, .composer, .narrator, .genre].contains(name)
        let parts = isList ? text.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)) } : [text]
        for part in parts.map({ name == .genre ? RecordingTags.genre($0) : $0.collapsed })
        where !part.isEmpty && StreamSafeText.contains(part) {
            var known = values[name] ?? []
            guard known.count < RecordingTags.mostValues, !known.contains(part) else { continue }
            known.append(part)
            values[name] = known
        }
    }

    /// A genre without its number in ID3: "(101)Speech", "101".
    private static func genre(_ text: String) -> String {
        let name = text.utf8.drop { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") || ASCII.isDigit($0) }
        return String(Substring(name)).collapsed
    }

    // MARK: Chapters in Vorbis comments

    /// `CHAPTER001=00:01:02.500`, `CHAPTER001NAME=…` (Xiph, Chapter Extension).
    mutating func addChapter(_ name: ArraySlice<UInt8>, _ text: String) {
        let digits = name.prefix(while: ASCII.isDigit)
        guard let number = Int(String(decoding: digits, as: UTF8.self)), marks.count < Recording.mostChapters else {
            return
        }
        if name.count > digits.count {
            unmarked[number] = text.collapsed
        } else if let start = RecordingTags.seconds(text) {
            marks[number] = Recording.Chapter(start: start)
        }
    }

    var chapters: [Recording.Chapter] {
        marks.map { number, mark in
            Recording.Chapter(start: mark.start, title: unmarked[number].flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    private static func seconds(_ text: String) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { Double(String(Substring($0))) }
        guard parts.count == 3 else { return nil }
        return parts.reduce(0.0 as Double?) { sum, part in
            guard let sum, let part, part.isFinite, part >= 0 else { return nil }
            return sum * 60 + part
        }
    }
}
