// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct ReadiumFormatTests {
    private func manifest(_ order: String, metadata: String = #""title": "T""#, rest: String = "") -> String {
        #"{"metadata": {\#(metadata)}, "readingOrder": [\#(order)]\#(rest)}"#
    }

    private let page = #"{"href": "a.html", "type": "text/html"}"#

    private func open(_ manifest: String, _ files: [(path: String, text: String)] = []) throws(Failure) -> Publication {
        try openArchive("Book.webpub", files + [("manifest.json", manifest)])
    }

    @Test func whatIsUnknownIsKept() throws {
        let book = try open(
            manifest(page, metadata: #""title": "T", "x": {"y": [1]}"#, rest: #", "z": true"#), [("a.html", "x")])
        let json = try JSONParser.parse(book.manifestJSON.text, source: "manifest").object
        #expect(json?["metadata"]?.object?["x"] == ["y": [1]])
        #expect(json?["z"] == true)
        #expect(book.warnings.isEmpty)
    }

    @Test func hrefsAreRelativeToTheRoot() throws {
        let order = """
            {"href": "/a.html", "type": "text/html"}, {"href": "../../etc/passwd", "type": "text/html"},
            {"href": "HTTPS://example.org/%7Ea", "type": "text/html"}, {"href": "b c.html", "type": "text/html"}
            """
        let book = try open(manifest(order), [("a.html", "A"), ("b c.html", "B")])
        #expect(book.readingOrder == ["a.html", "etc/passwd", "https://example.org/%7Ea", "b%20c.html"])
        #expect(try book.read("b%20c.html") == "B")
        #expect(failure { () throws(Failure) in try book.read("etc/passwd") }?.status == .notFound)
        #expect(failure { () throws(Failure) in try book.read("https://example.org/%7Ea") }?.status == .notFound)
    }

    @Test func filesThatAreNotThereAreWarnedOf() throws {
        let rest =
            #", "resources": [{"href": "s.css", "type": "text/css"}, {"href": "x{?y}", "type": "text/html", "templated": true}]"#
        let book = try open(
            manifest(page + #", {"href": "B.html", "type": "text/html"}"#, rest: rest), [("b.HTML", "B")])
        #expect(book.warnings.map { $0.path.last } == ["a.html", "B.html", "s.css"])
        #expect(book.warnings.map(\.severity) == [.major, .minor, .moderate])
        #expect(try book.read("B.html") == "B")
    }

    @Test func whatIsNoManifestIsRefused() {
        for text in [
            "", "[]", "{}", #"{"metadata": 1}"#, manifest(""), manifest(#"{"href": "", "type": "text/html"}, 5"#), "{",
        ] {
            #expect(failure { () throws(Failure) in try open(text) }?.status == .format)
        }
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        #expect(failure { () throws(Failure) in try open(manifest(page, rest: #", "x": \#(deep)"#)) }?.status == .limit)
        #expect(
            failure { () throws(Failure) in try openArchive("a.webpub", ["a.html"]) }?.message
                == "There is no manifest.json, which lists the resources.")
    }

    @Test func theNameStandsForAMissingTitle() throws {
        #expect(try open(manifest(page, metadata: "")).title == "Book")
    }

    @Test func protectedPackagesOpen() throws {
        let encrypted =
            #"{"href": "a.html", "type": "text/html", "properties": {"encrypted": {"scheme": "\#(Encryption.lcp)", "algorithm": "x"}}}"#
        let strange = #"{"href": "b.html", "type": "text/html", "properties": {"encrypted": 5}}"#
        let book = try open(
            manifest(encrypted + "," + strange + #", {"href": "c.html", "type": "text/html"}"#),
            [("a.html", "A"), ("b.html", "B"), ("c.html", "C"), ("license.lcpl", "garbage")])
        #expect(book.manifest.readingOrder[0].properties["encrypted"]?.object?["scheme"]?.string == Encryption.lcp)
        #expect(failure { () throws(Failure) in try book.read("a.html") }?.status == .protected)
        #expect(failure { () throws(Failure) in try book.read("b.html") }?.status == .protected)
        #expect(try book.read("c.html") == "C")
        let license = book.manifest.links.first { $0.rels == ["license"] }
        #expect(license?.href == "license.lcpl")
        #expect(try book.read("license.lcpl") == "garbage")
        #expect(book.warnings.count == 1)
    }

    @Test func positionsFollowWhatIsRead() throws {
        func total(_ order: String, rest: String = "", _ files: [(path: String, text: String)]) throws -> JSON? {
            let text = try open(manifest(order, rest: rest), files).positions.text
            return try JSONParser.parse(text, source: "positions").object?["total"]
        }
        let long = String(repeating: "x", count: 3000)
        #expect(try total(page, [("a.html", long)]) == 3)
        #expect(try total(#"{"href": "a.png", "type": "image/png"}"#, [("a.png", long)]) == 1)
        #expect(try total(#"{"href": "a.mp3", "type": "audio/mpeg"}"#, [("a.mp3", long)]) == 1)
        #expect(try total(#"{"href": "https://example.org/a.html", "type": "text/html"}"#, []) == 1)
        let list = #"{"positions": [{"href": "a.html", "type": "text/html", "locations": {"position": 1}}, 5]}"#
        let link = #", "links": [{"href": "p.json", "type": "application/vnd.readium.position-list+json"}]"#
        #expect(try total(page, rest: link, [("a.html", long), ("p.json", list)]) == 1)
        #expect(try total(page, rest: link, [("a.html", long), ("p.json", "{")]) == 3)
    }

    // MARK: Lone manifests

    @Test func aLoneManifestSeesOnlyWhatItNames() throws {
        let folder = try TemporaryFolder()
        let order = #"{"href": "sub/a.html", "type": "text/html"}, {"href": "../up.html", "type": "text/html"}"#
        let rest = #", "resources": [{"href": "b.css", "type": "text/css", "alternate": [{"href": "c.css"}]}]"#
        let text = manifest(order, rest: rest)
        for name in ["sub/a.html", "b.css", "c.css", "secret.txt", "up.html"] {
            try folder.write(name, Array(name.utf8))
        }
        let path = try folder.write("sub/book.json", Array(text.utf8))
        let inner = try Publication.open(path: path, OpenContext())
        #expect(failure { () throws(Failure) in try inner.read("sub/a.html") }?.status == .notFound)
        let book = try Publication.open(
            path: try folder.write("book.json", Array(("\u{FEFF}" + text).utf8)), OpenContext())
        #expect(try book.read("sub/a.html") == "sub/a.html")
        #expect(try book.read("c.css") == "c.css")
        // A reference cannot leave the folder: it is resolved inside.
        #expect(try book.read("up.html") == "up.html")
        for href in ["secret.txt", "book.json", "sub", "../x", "/etc/passwd"] {
            #expect(failure { () throws(Failure) in try book.read(href) }?.status == .notFound)
        }
        #expect(book.warnings.isEmpty)
    }

    @Test func aLoneManifestWithoutAFolderHasNoFiles() throws {
        let book = try openBytes("Name.json", Array(manifest(page).utf8))
        #expect(book.title == "T")
        #expect(failure { () throws(Failure) in try book.read("a.html") }?.status == .notFound)
        #expect(
            failure { () throws(Failure) in try openBytes("a.json", Array(#"{"a": 1}"#.utf8)) }?.message
                == "The manifest has no metadata.")
        #expect(
            failure { () throws(Failure) in try openBytes("a.rtf", Array("{\\rtf1".utf8)) }?.message
                == "RTF documents are not supported.")
    }

    /// Two bytes of JSON can take two hundred in memory.
    @Test func valuesAreCounted() throws {
        let many = String(repeating: "{},", count: 1_100_000) + "0"
        let failure = failure { () throws(Failure) in try open(manifest(page, rest: #", "x": [\#(many)]"#)) }
        #expect(failure?.status == .limit)
        let link = #", "links": [{"href": "p.json", "type": "application/vnd.readium.position-list+json"}]"#
        let files = [("a.html", "x"), ("p.json", #"{"positions": [\#(many)]}"#)]
        let messages = try open(manifest(page, rest: link), files).messages
        #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix("The JSON text has more than") })
    }

    @Test func publishedPositionsAreRepaired() throws {
        let link = #", "links": [{"href": "p.json", "type": "application/vnd.readium.position-list+json"}]"#
        func positions(_ list: String) throws -> (json: String, warnings: [String]) {
            let book = try open(
                manifest(page, rest: link), [("a.html", "x"), ("p.json", #"{"positions": [\#(list)]}"#)])
            return (try book.positions.text, book.messages)
        }
        let repaired = try positions(
            """
            {"href": "./a.html", "type": "text/html", "locations": {"position": 0, "totalProgression": 7, "x": 1}, "text": {"after": 5}},
            {"href": "a.html"}, {"href": "b.html", "type": "text/html"}, {"href": "a.html", "type": "text/html"}
            """)
        #expect(repaired.warnings == ["Positions outside the reading order are ignored (2)."])
        #expect(
            repaired.json == #"""
                {"total":2,"positions":[{"href":"a.html","type":"text/html","locations":{"x":1,"position":1,"totalProgression":0.0}},\#
                {"href":"a.html","type":"text/html","locations":{"position":2,"totalProgression":0.5}}]}
                """#)
        // If items have no position, all positions are computed.
        let lost = try positions(#"{"href": "b.html", "type": "text/html"}"#)
        #expect(lost.json.hasPrefix(#"{"total":1,"#))
        #expect(
            lost.warnings == [
                "Positions outside the reading order are ignored (1).",
                "The list of positions does not cover the reading order; it is ignored.",
            ])
    }
}
