// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct FormatSnifferTests {
    private func source(_ bytes: [UInt8]) -> any ByteSource {
        MemorySource(bytes.withUnsafeBytes { ByteBuffer(copying: $0) })
    }

    private func sniff(_ text: String, _ hints: FormatSniffer.Hints = .none) throws -> String? {
        try FormatSniffer.sniff(source(Array(text.utf8)), hints: hints)?.mediaType
    }

    private func sniff(_ files: [(String, String)], _ hints: FormatSniffer.Hints = .none) throws -> Format? {
        var zip = ZipBuilder()
        for (path, text) in files { zip.add(path, text) }
        let container = try openContainer(source(zip.build()), name: "x", limits: Limits())
        return try FormatSniffer.sniff(container, hints: hints)
    }

    // MARK: First bytes

    @Test(arguments: [
        ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x00], "application/vnd.rar"),
        ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x01, 0x00], "application/vnd.rar"),
        ([0x50, 0x4B, 0x05, 0x06], "application/zip"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
        (Array("%PDF-1.7".utf8), "application/pdf"), (Array("fLaC".utf8), "audio/flac"),
        (Array("GIF89a".utf8), "image/gif"),
        (Array("RIFF....WEBPVP8 ".utf8), "image/webp"), (Array("RIFF....WAVEfmt ".utf8), "audio/wav"),
    ])
    func filesAreKnownByTheirFirstBytes(_ bytes: [UInt8], _ mediaType: String) throws {
        #expect(try FormatSniffer.sniff(source(bytes))?.mediaType == mediaType)
        #expect(try FormatSniffer.sniff(source(Array(bytes.prefix(2)))) == nil)
    }

    @Test func contentComesBeforeHints() throws {
        let epub = FormatSniffer.Hints(mediaType: "application/epub+zip", fileExtension: nil)
        #expect(try sniff("%PDF-1.4", epub) == "application/pdf")
        #expect(try sniff("PK\u{03}\u{04}", epub) == "application/epub+zip")
        #expect(try sniff("", epub) == "application/epub+zip")
        #expect(try sniff("{}", FormatSniffer.Hints(mediaType: nil, fileExtension: "LCPL")) == MediaType.lcpLicense)
        #expect(try sniff("{}", FormatSniffer.Hints(mediaType: nil, fileExtension: "html")) == "application/json")
    }

    // MARK: Texts

    @Test(arguments: [
        ("{\"a\":[1,],}", "application/json"), ("\u{FEFF}[]", "application/json"), ("{\"a\":", nil), ("12", nil),
        ("", nil),
        (" \n<!DOCTYPE HTML><p>", "text/html"), ("<html/>", "text/html"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "application/xhtml+xml"),
        ("<h:html xmlns:h='http://www.w3.org/1999/xhtml'/>", "application/xhtml+xml"), ("<a/>", "application/xml"),
        ("<a", nil),
        ("<feed/>", "application/xml"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'/>", "application/atom+xml;profile=opds-catalog"),
        ("<a:entry xmlns:a='http://www.w3.org/2005/Atom'/>", "application/atom+xml;type=entry;profile=opds-catalog"),
        (
            "{\"metadata\":{\"title\":\"x\"},\"links\":[{\"rel\":[\"self\"],\"type\":\"application/opds+json\"}]}",
            "application/opds+json"
        ),
        ("{\"metadata\":{\"title\":\"x\"},\"readingOrder\":[{\"type\":\"audio/mpeg\"}]}", "application/audiobook+json"),
        ("{\"metadata\":{\"title\":\"x\"},\"readingOrder\":[{\"type\":\"audio/mpeg\"},{}]}", "application/webpub+json"),
        ("{\"metadata\":{},\"readingOrder\":[{\"type\":\"image/png\"}]}", "application/divina+json"),
    ])
    func documentsAreRead(_ text: String, _ mediaType: String?) throws { #expect(try sniff(text) == mediaType) }

    @Test func documentsInUTF16AreRead() throws {
        let text = "<html xmlns='http://www.w3.org/1999/xhtml'/>"
        let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        let bytes: [UInt8] = [0xFF, 0xFE] + units
        #expect(try FormatSniffer.sniff(source(bytes))?.mediaType == "application/xhtml+xml")
    }

    @Test func hostileDocumentsAreBearable() throws {
        for text in ["[", "{\"a\":", "<a>", "<a b='"] {
            #expect(try sniff(String(repeating: text, count: 500_000)) == nil)
        }
        // From this size on, only the beginning is read.
        #expect(try sniff("{}" + String(repeating: " ", count: Int(ReadiumFormat.maxManifest))) == nil)
        for byte in UInt8.min...UInt8.max {
            _ = try FormatSniffer.sniff(source([byte]))
            _ = try FormatSniffer.sniff(source([UInt8](repeating: byte, count: 2000)))
        }
    }

    // MARK: Containers

    private let manifest = """
        {"metadata": {"title": "x"}, "readingOrder": [{"href": "a", "type": "application/pdf"}]}
        """

    @Test func filesThatSayWhatTheyAreComeFirst() throws {
        #expect(
            try sniff([
                ("mimetype", " application/epub+zip\n"),
                ("manifest.json", manifest),
            ])?.fileExtension == "epub")
        #expect(try sniff([("META-INF/container.xml", "")])?.fileExtension == "epub")
        #expect(try sniff([("manifest.json", manifest)])?.fileExtension == "webpub")
        #expect(try sniff([("manifest.json", manifest), ("license.lcpl", "")])?.fileExtension == "lcpdf")
        #expect(try sniff([("manifest.json", "{"), ("a.png", "")])?.fileExtension == "zip")
        #expect(try sniff([("mimetype", "text/plain")])?.fileExtension == "zip")
    }

    @Test func looseFilesAreKnownByTheirNames() throws {
        #expect(
            try sniff([
                ("a/.hidden.txt", ""), ("a/1.JPG", ""), ("ComicInfo.xml", ""),
                ("Thumbs.db", ""),
            ])?.fileExtension == "cbz")
        #expect(try sniff([("1.mp3", ""), ("list.m3u", ""), ("README", "")])?.fileExtension == "zab")
        #expect(try sniff([("1.mp3", ""), ("1.jpg", ""), ("2.jpg", "")])?.fileExtension == "zip")
        #expect(try sniff([("a.xml", "")])?.fileExtension == "zip")
        let comic = FormatSniffer.Hints(mediaType: nil, fileExtension: "cbz")
        #expect(try sniff([("1.jpg", ""), ("notes.txt", "")], comic)?.fileExtension == "cbz")
    }

    @Test func protectionIsFoundOnlyWhenAskedFor() throws {
        let rights = "<rights xmlns=\"http://ns.adobe.com/adept\"/>"
        let book = [("mimetype", "application/epub+zip"), ("META-INF/rights.xml", rights)]
        #expect(try sniff(book)?.specifications == [.zip, .epub, .adept])
        var zip = ZipBuilder()
        for (path, text) in book { zip.add(path, text) }
        let container = try openContainer(source(zip.build()), name: "x", limits: Limits())
        #expect(try FormatSniffer.sniff(container, findsProtection: false)?.specifications == [.zip, .epub])
    }

    @Test func allFormatsHaveNamesOfTheirOwn() {
        for row in FormatTable.rows {
            #expect(row.aliases.first != nil && row.format.fileExtension != nil)
            #expect(FormatSniffer.sniff(FormatSniffer.Hints(mediaTypes: row.aliases)) == row.format)
        }
    }
}
