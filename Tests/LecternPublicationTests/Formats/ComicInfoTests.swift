// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPublication

@Suite struct ComicInfoTests {
    private let pages = (0..<4).map { (path: "\($0).png", text: "x") }

    private func open(_ xml: String, at path: String = "ComicInfo.xml") throws -> Publication {
        try openArchive("a.cbz", pages + [(path, xml)])
    }

    @Test func itMayBeAnywhere() throws {
        for path in ["ComicInfo.xml", "COMICINFO.XML", "a/b/comicinfo.xml"] {
            #expect(try open("<ComicInfo><Title>T</Title></ComicInfo>", at: path).title == "T")
        }
        let two =
            pages + [
                ("a/ComicInfo.xml", "<ComicInfo><Title>A</Title></ComicInfo>"),
                ("ComicInfo.xml", "<ComicInfo><Title>B</Title></ComicInfo>"),
            ]
        #expect(try openArchive("a.cbz", two).title == "B")
    }

    @Test func pagesAreCountedInTheReadingOrder() throws {
        let comic = try open(
            """
            <ComicInfo><Pages><Page Image="2" Type="FrontCover"/><Page Image="2" Type="Story"/>
            <Page Image="3" DoublePage="1"/><Page Image="-1"/><Page Image="99999999999999999999"/><Page/></Pages></ComicInfo>
            """)
        #expect(comic.manifest.readingOrder.map(\.rels) == [[], [], ["cover"], []])
        #expect(comic.manifest.readingOrder[3].properties["page"] == "center")
        #expect(comic.warnings.isEmpty)
        let beyond = try open(#"<ComicInfo><Pages><Page Image="4" Type="FrontCover"/></Pages></ComicInfo>"#)
        #expect(beyond.manifest.readingOrder.map(\.rels) == [[], [], [], []])
        #expect(beyond.messages == ["ComicInfo.xml describes page 4, which does not exist."])
    }

    @Test func impossibleDatesLoseTheirEnd() throws {
        func published(_ xml: String) throws -> String? {
            try open("<ComicInfo>\(xml)</ComicInfo>").manifest.metadata.published
        }
        #expect(try published("<Year>2024</Year><Month>2</Month><Day>30</Day>") == "2024-02-01")
        #expect(try published("<Year>2024</Year><Month>13</Month>") == "2024-01-01")
        #expect(try published("<Year>2024</Year><Day>5</Day>") == "2024-01-01")
        #expect(try published("<Year>-1</Year>") == nil)
        #expect(try published("<Year>99999999999999999999</Year>") == nil)
    }

    @Test func numbersOfIssuesAreFinite() throws {
        func position(_ number: String) throws -> Double? {
            let comic = try open("<ComicInfo><Series>S</Series><Number>\(number)</Number></ComicInfo>")
            return comic.manifest.metadata.belongsTo.first?.collections.first?.position
        }
        #expect(try position("5.5") == 5.5)
        #expect(try position("1e999") == nil)
        #expect(try position("nan") == nil)
        #expect(try position("½") == nil)
    }

    @Test func whatIsSaidTwiceCountsOnce() throws {
        #expect(try open("<ComicInfo><Title> </Title><Title>A</Title><Title>B</Title></ComicInfo>").title == "A")
    }

    @Test func brokenDocumentsAreRead() throws {
        let comic = try open("<ComicInfo><Title>Half")
        #expect(comic.title == "Half")
        #expect(comic.warnings.count == 1)
        let other = try open("<Other/>")
        #expect(other.title == "a")
        #expect(other.messages == ["The document is not a ComicInfo document; it is ignored."])
    }

    @Test func anAdversaryIsBounded() throws {
        let elements = (0..<20_000).map { "<E\($0)>x</E\($0)>" }.joined()
        #expect(try open("<ComicInfo>\(elements)</ComicInfo>").manifest.metadata.other.count == 500)
        let doubles = String(repeating: #"<Page Image="1" DoublePage="true"/>"#, count: 50_000)
        #expect(try open("<ComicInfo><Pages>\(doubles)</Pages></ComicInfo>").readingOrder.count == 4)
        let names = String(repeating: "A,", count: 50_000)
        #expect(
            try open("<ComicInfo><Writer>\(names)</Writer></ComicInfo>").manifest.metadata.contributors[.author].count
                == 1000)
        let accents = String(repeating: "\u{301}", count: 5_000)
        #expect(try open("<ComicInfo><A\(accents)>x</A\(accents)></ComicInfo>").manifest.metadata.other.isEmpty)
    }
}
