// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct LPFFormatTests {
    private func open(
        _ manifest: String, _ files: [(path: String, text: String)] = []
    ) throws(Failure) -> Publication {
        try openArchive("Book.lpf", [("publication.json", manifest)] + files)
    }

    private func metadata(_ members: String) throws -> JSONObject {
        let book = try open(#"{"readingOrder": "a.html", \#(members)}"#, [("a.html", "")])
        let json = try JSONParser.parse(book.manifestJSON.text, source: "manifest")
        return try #require(json.object?["metadata"]?.object)
    }

    @Test func membersHaveTheNamesOfReadium() throws {
        let found = try metadata(
            """
            "@context": ["https://schema.org", {"language": "fr"}], "type": ["Audiobook", "Book"], "id": "urn:x:1",
            "name": [{"value": "Titre"}, {"value": "Title", "language": "en"}], "inLanguage": ["fr", "en"],
            "author": ["A", {"name": "B", "id": "urn:b"}], "creator": {"name": {"value": "C", "language": "de"}},
            "readBy": "N", "duration": "PT1H1M1.5S", "datePublished": "2020-01-02", "readingProgression": "rtl",
            "accessMode": ["textual"], "accessModeSufficient": [{"type": "ItemList", "itemListElement": ["textual"]}],
            "accessibilitySummary": "S", "abridged": true
            """)
        #expect(found["@type"] == "http://schema.org/Audiobook")
        #expect(found["identifier"] == "urn:x:1")
        #expect(found["title"] == ["fr": "Titre", "en": "Title"])
        #expect(found["language"] == ["fr", "en"])
        #expect(found["author"] == [["name": "A"], ["name": "B", "identifier": "urn:b"], ["name": ["de": "C"]]])
        #expect(found["narrator"] == [["name": "N"]])
        #expect(found["duration"] == 3661.5)
        #expect(found["published"] == "2020-01-02")
        #expect(found["readingProgression"] == "rtl")
        #expect(found["accessibility"]?.object?["accessModeSufficient"] == [["textual"]])
        #expect(found["accessibility"]?.object?["summary"] == "S")
        #expect(found["http://schema.org/abridged"] == true)
    }

    @Test func linksAreTranslated() throws {
        let book = try open(
            """
            {"name": "T", "readingOrder": [{"url": "/a.mp3", "encodingFormat": "audio/mpeg", "name": {"value": "One"},
            "duration": "PT90S", "alternate": [{"url": "a.html", "alternate": {"url": "b.html"}}]}, {"name": "no url"}, 5],
            "resources": ["c.png", {"url": "../d.png", "rel": "cover"}]}
            """, [("a.mp3", ""), ("c.png", ""), ("d.png", "D")])
        let link = try #require(book.manifest.readingOrder.first)
        #expect(book.readingOrder == ["a.mp3"])
        #expect(link.title == "One")
        #expect(link.duration == 90)
        #expect(link.alternates.map(\.href) == ["a.html"])
        #expect(link.alternates.first?.alternates.isEmpty == true)
        #expect(book.manifest.resources.map(\.href) == ["c.png", "d.png"])
        #expect(book.manifest.resources.map(\.rels) == [[], ["cover"]])
        #expect(book.manifest.metadata.conformsTo == [Profile.audiobook.rawValue])
    }

    @Test func theContentsAreAListInAPage() throws {
        let list = #"<ol><li><a href="a.html#x">One</a><ol><li><a href="../t/b.html">Two</a></li></ol></li></ol>"#
        let page = #"<p>x<section role="x doc-toc"><h1>Contents</h1>\#(list)</section>"#
        let book = try open(
            #"{"name": "T", "readingOrder": ["a.html"], "resources": [{"url": "t/toc.html", "rel": "contents"}]}"#,
            [("a.html", ""), ("t/toc.html", page)])
        #expect(book.manifest.toc.notation == "One=t/a.html#x (Two=t/b.html)")
        let inEntryPage = try open(
            #"{"name": "T", "readingOrder": ["a.html"]}"#, [("a.html", ""), ("index.html", "<nav>\(list)</nav>")])
        #expect(inEntryPage.manifest.toc.notation == "One=a.html#x (Two=t/b.html)")
    }

    @Test func theEntryPageMayHoldTheManifest() throws {
        let page = """
            <!doctype html><title> The  Page </title><link rel="x publication" href="#m">
            <script id=other>1</script><script id=m type="application/ld+json">{"url": "x"}</script><p>Text
            """
        let book = try openArchive("a.lpf", [("index.html", page)])
        #expect(book.title == "The Page")
        #expect(book.readingOrder == ["index.html"])
        let linked = try openArchive(
            "a.lpf",
            [
                ("index.html", #"<link rel="publication" href="m/p.json">"#),
                ("m/p.json", #"{"name": "L", "readingOrder": ["c.html"]}"#), ("m/c.html", ""),
            ])
        #expect(linked.readingOrder == ["m/c.html"])
    }

    @Test func whatIsNoManifestIsRefused() {
        for text in ["", "[]", "{}", "{", #"{"name": "T"}"#, #"{"readingOrder": [{}]}"#] {
            #expect(failure { () throws(Failure) in try open(text) }?.status == .format)
        }
        for files in [["a.html"], ["index.html"], ["manifest.json"]] {
            #expect(failure { () throws(Failure) in try openArchive("a.lpf", files) }?.status == .format)
        }
    }

    @Test(arguments: [
        ("P1DT1S", 86401.0), ("PT0.5S", 0.5), ("P2W", 1_209_600), ("PT1H", 3600), ("", nil), ("P", nil), ("PT", nil),
        ("P1M", nil), ("PT1S1H", nil), ("1H", nil), ("PT1e400S", nil), ("PT-1S", nil), ("PT1H1H", nil), ("PTS", nil),
    ])
    func durations(_ text: String, _ seconds: Double?) { #expect(ISODuration.seconds(text) == seconds) }

    @Test func manyMembersAreReadInLinearTime() throws {
        let members = (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let book = try open("{\"name\": \"T\", \"readingOrder\": \"a.html\", \(members)}", [("a.html", "")])
        #expect(book.manifest.metadata.other.count == 100_000)
    }

    /// References expand to the length of the path of the document that they are relative to.
    @Test func longPathsAreBounded() throws {
        let folder = String(repeating: "a", count: 60_000)
        let page = "<nav role=doc-toc><ol>" + String(repeating: "<li><a href=a.html>x</a>", count: 20_000)
        let book = try open(
            #"{"name": "T", "readingOrder": [{"url": "\#(folder)/t.html", "rel": "contents"}]}"#,
            [(folder + "/t.html", page)])
        #expect(book.manifest.toc.isEmpty)
        #expect(book.messages.contains { $0.hasSuffix("bytes, the limit for a path of this length.") })
        let references = Array(repeating: #""a""#, count: 20_000).joined(separator: ",")
        let failure = failure { () throws(Failure) in
            try openArchive(
                "a.lpf",
                [
                    ("index.html", "<link rel=publication href='\(folder)/p.json'>"),
                    (folder + "/p.json", #"{"name": "T", "readingOrder": [\#(references)]}"#),
                ])
        }
        #expect(failure?.status == .limit)
    }
}
