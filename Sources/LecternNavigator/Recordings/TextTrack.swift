// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Captions or subtitles of a recording, in WebVTT.
public struct TextTrack: Sendable {
    /// The value of the setting `captions` that selects it: its language, or else its title or its file name.
    public let name: String
    public let href: String
    /// BCP 47.
    public let language: String?
    public let title: String?

    /// The value of the setting without captions.
    static let off = "off"

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", name)
        json.member("href", href)
        json.member("language", ifPresent: language)
        json.member("title", ifPresent: title)
        json.endObject()
    }

    static func isTrack(_ link: Link) -> Bool {
        (link.type ?? MediaType.guess(path: link.href)).flatMap(MediaType.essence) == "text/vtt"
    }

    /// The tracks of a recording, in the order of the manifest; each has another name.
    fileprivate static func all(_ links: [Link]) -> [TextTrack] {
        var names: Set<ExactText> = [ExactText(off)]
        var hrefs: Set<ExactText> = []
        var tracks: [TextTrack] = []
        for link in links where hrefs.insert(ExactText(link.href)).inserted {
            let language = link.more.languages.first.flatMap(LanguageTag.canonical)
            let candidates = [language, link.title, link.fileName, link.href]
            guard
                let name = candidates.compactMap({ $0 }).first(where: { !$0.isEmpty && !names.contains(ExactText($0)) })
            else { continue }
            names.insert(ExactText(name))
            tracks.append(TextTrack(name: name, href: link.href, language: language, title: link.title))
        }
        return tracks
    }
}

/// The text tracks of each item of a reading order.  They are alternates or children of the recording.  One that is
/// listed in the resources or the links of the manifest belongs to the recording with the same file name
/// (`film.vtt` or `film.de.vtt` to `film.mp4`), or to the only recording.
public struct TextTracks: Sendable {
    private let tracks: [[TextTrack]]

    /// A limit for each recording.
    private static let most = 200

    public init(_ manifest: Manifest) {
        let recordings = manifest.readingOrder.indices.filter { manifest.readingOrder[$0].isRecording }
        var links: [[Link]] = Array(repeating: [], count: manifest.readingOrder.count)
        for index in recordings {
            let link = manifest.readingOrder[index]
            links[index] = (link.alternates + link.children).filter(TextTrack.isTrack)
        }
        let others = recordings.isEmpty ? [] : (manifest.resources + manifest.links).filter(TextTrack.isTrack)
        let byName = Dictionary(
            recordings.map { (ExactText(manifest.readingOrder[$0].stem), $0) }, uniquingKeysWith: { first, _ in first })
        for link in others {
            let stem = link.stem
            let named = byName[ExactText(stem)] ?? byName[ExactText(Link.withoutExtension(stem))]
            guard let index = named ?? (recordings.count == 1 ? recordings.first : nil) else { continue }
            links[index].append(link)
        }
        tracks = links.map { TextTrack.all(Array($0.prefix(TextTracks.most))) }
    }

    public subscript(index: Int) -> [TextTrack] { tracks.indices.contains(index) ? tracks[index] : [] }

    /// The tracks by which the reader chooses captions: the first of each name.
    var offered: [TextTrack] {
        var names: Set<ExactText> = []
        return Array(tracks.joined().filter { names.insert(ExactText($0.name)).inserted }.prefix(TextTracks.most))
    }
}

extension Link {
    /// Whether it is audio or video.
    var isRecording: Bool { [LinkFilter.Kind.audio, .video].contains { LinkFilter(kind: $0).matches(self) } }

    /// The path without the extension.
    fileprivate var stem: String { Link.withoutExtension(String(Href.path(href))) }

    fileprivate var fileName: String {
        let path = Href.entryPath(href) ?? href
        return Link.withoutExtension(String(path.split(separator: "/").last ?? ""))
    }

    fileprivate static func withoutExtension(_ path: String) -> String {
        let bytes = path.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
            !bytes[dot...].contains(UInt8(ascii: "/")), dot != bytes.startIndex
        else { return path }
        return String(path[..<dot])
    }
}

extension SettingsTable {
    /// Returns the table with these captions offered.
    func offering(_ captions: [TextTrack]) -> SettingsTable {
        guard let row = row("captions"), !definitions[row].isOfHost else { return self }
        var definitions = definitions
        definitions[row].values?.append(contentsOf: captions.map { .string($0.name) })
        definitions[row].valueLabels += captions.map { $0.title ?? $0.name }
        definitions[row].shape = .any
        return SettingsTable(kind: kind, definitions)
    }
}
