// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternRecordings

/// The table of contents of recordings: the tracks of a cue sheet, otherwise their chapters.
enum AudioContents {
    static func tracks(_ sheet: CueSheet, _ links: [Link], base: HrefBase) -> [Link] {
        sheet.tracks.enumerated().compactMap { index, track in
            let wanted = Playlist.href(track.file, base)
            // The recording may have been converted since the sheet was written: "Book.wav" is "Book.mp3".
            let link =
                links.first { $0.href == wanted }
                ?? links.first { FormatHints.stem(of: $0.href) == FormatHints.stem(of: wanted) }
            return link.map { entry($0, track.start ?? 0, track.title, number: index + 1) }
        }
    }

    /// The chapters of each recording.  A recording with one chapter has none of its own.
    static func chapters(_ links: [Link], _ recordings: MeasuredRecordings) -> [Link] {
        let lists = links.map { link in
            let chapters = recordings[link]?.chapters ?? []
            guard chapters.count > 1 else { return [] as [Link] }
            return chapters.enumerated().map { entry(link, $1.start, $1.title, number: $0 + 1) }
        }
        if links.count == 1 { return lists[0] }
        guard lists.contains(where: { !$0.isEmpty }) else { return [] }
        return zip(links, lists).map { link, chapters in
            Link(href: link.href, title: link.title ?? stem(link), children: chapters)
        }
    }

    private static func entry(_ link: Link, _ start: Double, _ title: String?, number: Int) -> Link {
        let time = start > 0 ? MediaFragment.seconds(start).map { "#t=" + $0 } ?? "" : ""
        return Link(href: link.href + time, title: title ?? "\(number)")
    }

    private static func stem(_ link: Link) -> String? {
        Href.entryPath(link.href).map { FormatHints.stem(of: Candidate.lastComponent(of: $0)) }
    }
}
