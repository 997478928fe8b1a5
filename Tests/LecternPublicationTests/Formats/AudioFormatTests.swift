// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct AudioFormatTests {
    @Test func recordingsInNaturalOrder() throws {
        let book = try openArchive("a.zab", ["My Book/10.mp3", "My Book/9.m4b", "My Book/.x.mp3", "Thumbs.db"])
        #expect(book.readingOrder == ["My%20Book/9.m4b", "My%20Book/10.mp3"])
        #expect(book.manifest.readingOrder.map(\.type) == ["audio/mp4", "audio/mpeg"])
        #expect(book.title == "My Book")
        #expect(book.manifest.metadata.conformsTo == ["https://readium.org/webpub-manifest/profiles/audiobook"])
        #expect(try book.positions.text.hasPrefix(#"{"total":2,"#))
        #expect(book.manifest.links.map(\.href) == ["~readium/positions"])
        #expect(book.warnings.isEmpty)
    }

    @Test func contentAloneIsEnough() throws {
        #expect(try openArchive("a", ["1.mp3", "list.m3u"]).readingOrder == ["1.mp3"])
        #expect(try openArchive("a.zip", ["1.mp3", "cover.png", "info.txt"]).readingOrder == ["1.mp3"])
        // More pictures than recordings make it another format, unless the file name determines the format.
        #expect(
            failure { () throws(Failure) in try openArchive("a.zip", ["1.mp3", "1.png", "2.png"]) }?.status == .format)
        let book = try openArchive("a.zab", ["1.mp3", "back.png", "Cover.png", "film.mkv"])
        #expect(book.manifest.resources.map(\.href) == ["back.png", "Cover.png"])
        #expect(book.manifest.resources.map(\.rels) == [[], ["cover"]])
        #expect(book.warnings.map { $0.path.last } == ["film.mkv"])
        let typed = try openArchive("a", [("1.mp3", ""), ("c.png", "")], mediaType: "application/x.readium.zab+zip")
        #expect(typed.readingOrder == ["1.mp3"])
    }

    @Test func aPlaylistOfEverythingGivesTheOrder() throws {
        let list = """
            \u{FEFF}#EXTM3U\r
            #EXTINF:12 x="y",Second, really\r
            two.mp3\r
            #EXTINF:-1,\r
            .\\sub\\one.mp3\r
            """
        let book = try openArchive("a.zab", [("two.mp3", ""), ("sub/one.mp3", ""), ("list.m3u8", list)])
        #expect(book.readingOrder == ["two.mp3", "sub/one.mp3"])
        #expect(book.manifest.readingOrder.map(\.title) == ["Second, really", nil])
        #expect(book.manifest.readingOrder.map(\.duration) == [12, nil])
        #expect(book.manifest.metadata.duration == nil)
    }

    @Test func pls() throws {
        let list =
            "[playlist]\nFile2=a.mp3\nLength2=5\nTitle1=B\nFile1=b.mp3\nLength1=2.5\nNumberOfEntries=2\nFile99999999999999999999=x"
        let book = try openArchive("a.zab", [("x/a.mp3", ""), ("x/b.mp3", ""), ("x/l.pls", list)])
        #expect(book.readingOrder == ["x/b.mp3", "x/a.mp3"])
        #expect(book.manifest.readingOrder.map(\.title) == ["B", nil])
        #expect(book.manifest.metadata.duration == 7.5)
    }

    @Test func otherPlaylistsChangeNothing() throws {
        for list in ["b.mp3", "b.mp3\nb.mp3", "b.mp3\n../a.mp3\nc.mp3", "b.mp3\nhttps://example.org/a.mp3", ""] {
            let book = try openArchive("a.zab", [("a.mp3", ""), ("b.mp3", ""), ("l.m3u", list)])
            #expect(book.readingOrder == ["a.mp3", "b.mp3"])
        }
    }

    @Test func aSingleRecording() throws {
        let id3 = Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
        #expect(try openBytes("Song.mp3", id3).readingOrder == ["publication.mp3"])
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
        #expect(try openBytes("Song.mp3", frame).title == "Song")
        #expect(try openBytes("Song", frame).readingOrder == ["publication.mp3"])
        let film = [0, 0, 0, 0] + Array("ftypisom".utf8)
        #expect(failure { () throws(Failure) in try openBytes("Song", film) }?.status == .format)
        #expect(try openBytes("Song.m4a", film).readingOrder == ["publication.mp4"])
        #expect(try openBytes("x", frame, mediaType: "audio/mpeg").readingOrder == ["publication.mp3"])
        #expect(failure { () throws(Failure) in try openBytes("Song.mp3", Array("Text".utf8)) }?.status == .format)
        #expect(failure { () throws(Failure) in try openBytes("Song.mp3", []) }?.status == .format)
    }

    @Test func withoutRecordingsThereIsNothing() {
        #expect(failure { () throws(Failure) in try openArchive("a.zab", ["a.txt"]) }?.status == .format)
    }

    @Test func onlyTheFirstPlaylistsAreRead() throws {
        func book(others: Int) throws(Failure) -> Publication {
            let playlists = (0..<others).map { (path: "\($0).m3u", text: "x.mp3") } + [("z.m3u", "b.mp3\na.mp3")]
            return try openArchive("a.zab", [("a.mp3", ""), ("b.mp3", "")] + playlists)
        }
        #expect(try book(others: 15).readingOrder == ["b.mp3", "a.mp3"])
        #expect(try book(others: 16).readingOrder == ["a.mp3", "b.mp3"])
    }
}
