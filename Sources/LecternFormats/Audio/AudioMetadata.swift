// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternRecordings

/// The metadata of recordings by their tags, as audiobooks use them: the artist is the author, the composer the narrator.
enum AudioMetadata {
    /// - Parameter title: used if the tags have no title, or several.
    static func metadata(_ tags: [RecordingTags], title: LocalizedString) -> Metadata {
        let all = { (name: RecordingTags.Name) in tags.flatMap { $0[name] }.withoutRepetitions }
        let first = { (name: RecordingTags.Name) in tags.lazy.compactMap { $0.first(name) }.first }
        var metadata = Metadata(title: title)
        metadata.conformsTo = [Profile.audiobook.rawValue]
        let albums = all(.album)
        let titles = albums.isEmpty && tags.count == 1 ? all(.title) : albums
        if titles.count == 1, let one = titles.first { metadata.title = LocalizedString(one) }
        metadata.subtitle = first(.subtitle).map { LocalizedString($0) }
        let authors = all(.artist).isEmpty ? all(.albumArtist) : all(.artist)
        let narrators = all(.narrator).isEmpty ? all(.composer).filter { !authors.contains($0) } : all(.narrator)
        let people: [([String], Contributors.Kind)] = [
            (authors, .author), (narrators, .narrator), ([first(.publisher)].compactMap(\.self), .publisher),
        ]
        for (names, kind) in people {
            for name in names { metadata.contributors.add(Contributor(name: LocalizedString(name)), as: kind) }
        }
        metadata.published = first(.date).flatMap(DateText.dayOrMoment)
        metadata.languages = all(.language).compactMap(LanguageTag.canonical).withoutRepetitions
        metadata.subjects = all(.genre).map { Subject(name: LocalizedString($0)) }
        metadata.description = first(.description)
        metadata.identifier = first(.isbn).flatMap { ISBN.urn($0, scheme: "ISBN") }
        if let series = first(.series) {
            let number = first(.seriesPart).flatMap { text in
                text.utf8.split(separator: UInt8(ascii: "/")).first.flatMap { finiteNumber(String(Substring($0))) }
            }
            metadata.belongsTo = [("series", [Contributor(name: LocalizedString(series), position: number)])]
        }
        return metadata
    }

    /// Sorts recordings by disc and track number, if each has a different one.
    static func ordered(_ links: [Link], _ recordings: MeasuredRecordings) -> [Link] {
        var places: [Int: Link] = [:]
        for link in links {
            guard let tags = recordings[link]?.tags, let track = tags.number(.track), 0..<1_000_000 ~= track,
                case let disc = tags.number(.disc) ?? 0, 0..<1_000_000 ~= disc,
                places.updateValue(link, forKey: disc * 1_000_000 + track) == nil
            else { return links }
        }
        return places.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Ignores a title that all recordings share: it is the title of the book.
    static func setTitles(_ links: inout [Link], _ recordings: MeasuredRecordings) {
        let titles = links.map { recordings[$0]?.tags.first(.title) }
        guard links.count == 1 || Set(titles).count > 1 else { return }
        for (index, title) in titles.enumerated() where links[index].title == nil { links[index].title = title }
    }
}
