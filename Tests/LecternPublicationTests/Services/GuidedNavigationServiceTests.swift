// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import Synchronization
import TestArchives
import Testing

import LecternPublication

@Suite struct GuidedNavigationServiceTests {
    private static let route = "/~readium/guided-navigation.json"

    /// Three chapters: two with the same overlay, one with its own.
    private static func book(second: String = "b.smil") -> Book {
        var book = Book()
        book.manifest = """
            <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml" media-overlay="a"/>
            <item id="c2" href="c%20 2.xhtml" media-type="application/xhtml+xml" media-overlay="a"/>
            <item id="c3" href="c3.xhtml" media-type="application/xhtml+xml" media-overlay="b"/>
            <item id="c4" href="c2.xhtml" media-type="application/xhtml+xml"/>
            <item id="a" href="a.smil" media-type="application/smil+xml"/>
            <item id="b" href="\(second)" media-type="application/smil+xml"/>
            """
        book.spine = ["c1", "c2", "c3", "c4"].map { #"<itemref idref="\#($0)"/>"# }.joined()
        book.chapters += ["OEBPS/c  2.xhtml"]
        book.files = [("OEBPS/a.smil", overlay("c1.xhtml")), ("OEBPS/b.smil", overlay("c3.xhtml"))]
        return book
    }

    private static func overlay(_ target: String) -> String {
        #"<smil xmlns="http://www.w3.org/ns/SMIL"><body><par><text src="\#(target)"/></par></body></smil>"#
    }

    private func answer(_ book: Book, _ query: String) throws(Failure) -> String {
        try book.publication().get(GuidedNavigationServiceTests.route + query).read(offset: 0, length: .max).text
    }

    private static let first = #"{"textref":"OEBPS/c1.xhtml"}"#
    private static let third = #"{"textref":"OEBPS/c3.xhtml"}"#

    @Test(arguments: ["?ref=OEBPS/c1.xhtml", "?ref=OEBPS%2Fc%2520%202.xhtml", "?x=y&ref=%2FOEBPS%2Fc1.xhtml#p"])
    func anItemHasItsOverlay(query: String) throws {
        #expect(
            try answer(GuidedNavigationServiceTests.book(), query)
                == "{\"guided\":[\(GuidedNavigationServiceTests.first)]}")
    }

    @Test func thePublicationHasAllOverlaysOnce() throws {
        let all = "{\"guided\":[\(GuidedNavigationServiceTests.first),\(GuidedNavigationServiceTests.third)]}"
        for query in ["", "?ref=", "?other=x"] {
            #expect(try answer(GuidedNavigationServiceTests.book(), query) == all)
        }
    }

    @Test(arguments: ["?ref=OEBPS/c2.xhtml", "?ref=OEBPS/a.smil", "?ref=nothing", "?ref=%FF"])
    func otherItemsHaveNone(query: String) throws {
        let failure = failure { () throws(Failure) in try answer(GuidedNavigationServiceTests.book(), query) }
        #expect(failure?.status == .notFound)
        #expect(failure?.path == ["book.epub"])
    }

    @Test func onlyPublicationsWithOverlaysHaveTheLink() throws {
        func hrefs(_ book: Book) throws -> [String] { try book.publication().manifest.links.map(\.href) }
        #expect(
            try hrefs(GuidedNavigationServiceTests.book()).contains(
                String(GuidedNavigationServiceTests.route.dropFirst()) + "{?ref}"))
        #expect(try !hrefs(Book()).contains { $0.contains("guided") })
        #expect(failure { () throws(Failure) in try answer(Book(), "") }?.status == .notFound)
    }

    @Test(arguments: ["missing.smil", "../~readium/guided-navigation.json", "c1.xhtml"])
    func whatCannotBeReadIsLeftOut(second: String) throws {
        let heard = Mutex<[String]>([])
        let publication = try GuidedNavigationServiceTests.book(second: second).publication { warnings in
            heard.withLock { $0 += warnings.map { $0.path.first ?? "" } }
        }
        heard.withLock { $0 = [] }
        let document = try publication.get("~readium/guided-navigation.json").read(offset: 0, length: .max).text
        #expect(document == "{\"guided\":[\(GuidedNavigationServiceTests.first)]}")
        #expect(heard.withLock { $0 } == ["book.epub"])
    }

    private func served(_ href: String, alternate: String) throws -> Publication {
        let manifest: JSON = [
            "metadata": ["title": "T"],
            "readingOrder": [
                [
                    "href": .string(href), "type": "text/html",
                    "alternate": [["href": .string(alternate), "type": "application/guided-navigation+json"]],
                ]
            ],
        ]
        let guide = ByteBuffer(#"{"guided": [{"textref": "a.html"}]}"#)
        return try Publication.open(
            JSONReader(manifest, source: "manifest"),
            files: { $0 == "g.json" ? Resource(link: Link(href: $0), content: .bytes(guide), publication: "p") : nil },
            OpenContext())
    }

    @Test(arguments: [
        "/~readium/guided-navigation.json", "./~readium/guided-navigation.json", "x/../~readium/guided-navigation.json",
        "%7Ereadium/guided-navigation.json?ref=a.html", "/%7ereadium/guided-navigation.json#x",
    ])
    func aGuideIsNeverMadeOfItself(alternate: String) throws {
        let publication = try served("a.html", alternate: alternate)
        for query in ["", "?ref=a.html"] {
            let failure = failure { () throws(Failure) in
                try publication.get(GuidedNavigationServiceTests.route + query)
            }
            #expect(failure?.status == .notFound)
        }
    }

    @Test(arguments: ["a.html", "/a.html", "./a.html", "x/../a.html"])
    func itemsAreFoundInAnySpelling(href: String) throws {
        let publication = try served(href, alternate: "g.json")
        let document = try publication.get(GuidedNavigationServiceTests.route + "?ref=a.html").read(
            offset: 0, length: .max)
        #expect(document.text == #"{"guided":[{"textref":"a.html"}]}"#)
    }

    /// References expand to the length of the path of the document that they are relative to.
    @Test func longPathsOfGuidesAreBounded() throws {
        let path = String(repeating: "a", count: 60_000) + "/g.json"
        let references = Array(repeating: #"{"textref":"b"}"#, count: 5_000).joined(separator: ",")
        let manifest = """
            {"metadata": {"title": "T"}, "readingOrder": [{"href": "a.html", "type": "text/html",
            "alternate": [{"href": "\(path)", "type": "application/guided-navigation+json"}]}]}
            """
        let files = [("manifest.json", manifest), ("a.html", ""), (path, #"{"guided": [\#(references)]}"#)]
        let publication = try openArchive("a.webpub", files)
        let failure = failure { () throws(Failure) in try publication.get(GuidedNavigationServiceTests.route) }
        #expect(failure?.status == .limit)
    }

    @Test func allGuidesTogetherAreBounded() throws {
        let references = Array(repeating: #"{"textref":"b"}"#, count: 100_000).joined(separator: ",")
        // The same file under many names.
        let items = (0..<10).map {
            #"{"href":"a.html","type":"text/html","alternate":[{"href":"g.json?\#($0)","type":"application/guided-navigation+json"}]}"#
        }
        let manifest = #"{"metadata": {"title": "T"}, "readingOrder": [\#(items.joined(separator: ","))]}"#
        let files = [("manifest.json", manifest), ("a.html", ""), ("g.json", #"{"guided": [\#(references)]}"#)]
        let publication = try openArchive("a.webpub", files)
        let failure = failure { () throws(Failure) in try publication.get(GuidedNavigationServiceTests.route) }
        #expect(failure?.status == .limit)
    }

    @Test func manyFilesOfAHostAreFoundInLinearTime() throws {
        let items = (0..<50_000).map { number -> JSON in
            [
                "href": .string("./a\(number).html"), "type": "text/html",
                "alternate": [
                    [
                        "href": .string("./g\(number).json"), "type": "application/guided-navigation+json",
                    ]
                ],
            ]
        }
        let manifest: JSON = ["metadata": ["title": "T"], "readingOrder": .array(items)]
        let asked = Mutex<[String]>([])
        let publication = try Publication.open(
            JSONReader(manifest, source: "manifest"),
            files: { href in
                asked.withLock { $0.append(href) }
                return nil
            }, OpenContext())
        _ = failure { () throws(Failure) in try publication.get(GuidedNavigationServiceTests.route) }
        #expect(asked.withLock { $0.count } == 50_000)
        #expect(asked.withLock { $0.last } == "./g49999.json")
    }
}
