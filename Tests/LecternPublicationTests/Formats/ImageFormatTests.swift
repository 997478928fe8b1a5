// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct ImageFormatTests {
    @Test func pagesAreSortedAndJunkIsIgnored() throws {
        let comic = try openArchive(
            "My Comic.cbz",
            [
                "10.png", "2.JPG", "__MACOSX/._2.JPG", ".hidden/1.png", "a/.2.png", "Thumbs.db", "a/desktop.ini",
                "notes.txt", "LICENSE",
            ])
        #expect(comic.readingOrder == ["2.JPG", "10.png"])
        #expect(comic.manifest.readingOrder.map(\.type) == ["image/jpeg", "image/png"])
        #expect(comic.title == "My Comic")
        #expect(comic.warnings.isEmpty)
        #expect(comic.manifest.metadata.conformsTo == ["https://readium.org/webpub-manifest/profiles/divina"])
        #expect(comic.manifest.metadata.layout == .fixed)
        #expect(comic.manifest.readingOrder.map(\.rels) == [["cover"], []])
    }

    @Test func foreignFilesAreLeftOutWithAWarning() throws {
        let comic = try openArchive("a.cbz", ["1.png", "film.mp4", "song.mp3"])
        #expect(comic.readingOrder == ["1.png"])
        #expect(comic.warnings.map { $0.path.last } == ["film.mp4", "song.mp3"])
    }

    @Test func theCommonFolderIsTheTitle() throws {
        #expect(try openArchive("a.cbz", ["The Comic/1.png", "The Comic/b/2.png"]).title == "The Comic")
        #expect(try openArchive("a.cbz", ["One/1.png", "One more/2.png"]).title == "a")
    }

    @Test func aColonIsNoScheme() throws {
        let comic = try openArchive("a.cbz", ["Batman: Year One 1.png", "x/y:z.png"])
        #expect(comic.readingOrder == ["Batman%3A%20Year%20One%201.png", "x/y:z.png"])
        for href in comic.readingOrder {
            #expect(try comic.read(href) == "x")
            #expect(try comic.get(href).link.type == "image/png")
        }
    }

    @Test func withoutImagesThereIsNothing() {
        #expect(failure { () throws(Failure) in try openArchive("a.cbz", ["a.txt"]) }?.status == .format)
        #expect(failure { () throws(Failure) in try openArchive("a.cbz", [String]()) }?.status == .format)
    }

    @Test func positionsCountPages() throws {
        let comic = try openArchive("a.cbz", ["1.png", "2.png"])
        #expect(
            try comic.positions.text == """
                {"total":2,"positions":[{"href":"1.png","type":"image/png","locations":{"position":1,"totalProgression":0.0}},\
                {"href":"2.png","type":"image/png","locations":{"position":2,"totalProgression":0.5}}]}
                """)
    }

    @Test func aSingleImage() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]
        let image = try openBytes("Drawing", png)
        #expect(image.readingOrder == ["publication.png"])
        #expect(image.title == "Drawing")
        #expect(try image.get("publication.png").read(offset: 1, length: 3).text == "PNG")
        #expect(try openBytes("book.epub", png).readingOrder == ["publication.png"])
    }

    @Test func aFolderOfImages() throws {
        let folder = try TemporaryFolder()
        try folder.write("2.png", [1])
        try folder.write("10.png", [1])
        try folder.write("a/1.png", [1])
        let comic = try Publication.open(path: folder.path, OpenContext())
        #expect(comic.readingOrder == ["2.png", "10.png", "a/1.png"])
    }

    @Test func fiveThousandPages() throws {
        let paths = (0..<5000).map { "page \($0).png" }
        var zip = ZipBuilder()
        for path in paths.reversed() { zip.add(path, "") }
        let bytes = zip.build()
        #expect(try openBytes("a.cbz", bytes).readingOrder.count == 5000)
    }
}
