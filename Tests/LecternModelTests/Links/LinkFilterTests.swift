// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct LinkFilterTests {
    private func filter(_ text: String) throws -> LinkFilter {
        try LinkFilter(JSONReader(JSONParser.parse(text, source: "filter"), source: "filter"))
    }

    private let links = [
        Link(href: "a.xhtml", type: "application/xhtml+xml", rels: ["Start"]),
        Link(href: "b%20c.png", type: "image/png;q=1"), Link(href: "d.mp3", type: "AUDIO/mpeg"), Link(href: "e"),
    ]

    @Test(arguments: [
        ("{}", ["a.xhtml", "b%20c.png", "d.mp3", "e"]), (#"{"rel":"start"}"#, ["a.xhtml"]),
        (#"{"kind":"bitmap"}"#, ["b%20c.png"]), (#"{"kind":"audio"}"#, ["d.mp3"]), (#"{"kind":"html"}"#, ["a.xhtml"]),
        (#"{"type":"image/*"}"#, ["b%20c.png"]), (#"{"type":["Audio/MPEG","image/png"]}"#, ["b%20c.png", "d.mp3"]),
        (#"{"type":"*/*"}"#, ["a.xhtml", "b%20c.png", "d.mp3"]), (#"{"type":"image/png;q=2"}"#, []),
        (#"{"href":null,"type":"image/png"}"#, ["b%20c.png"]), (#"{"href":"/x/../b c.png"}"#, ["b%20c.png"]),
        (#"{"href":"e","kind":"audio"}"#, []),
    ])
    func linksThatHaveAllThatIsAsked(_ json: String, _ expected: [String]) throws {
        let filter = try filter(json)
        #expect(links.all(filter).map(\.href) == expected)
        #expect(links.first(filter)?.href == expected.first)
        #expect(links.index(filter).map { links[$0].href } == expected.first)
        #expect(links.allMatch(filter) == (expected.count == links.count))
    }

    @Test(arguments: [
        (#"{"rels":"a"}"#, "filter > /rels"), (#"{"rel":""}"#, "filter > /rel"),
        (#"{"rel":["a",""]}"#, "filter > /rel/1"),
        (#"{"type":"image"}"#, "filter > /type"), (#"{"type":["a/b",1]}"#, "filter > /type/1"),
        (#"{"kind":"text"}"#, "filter > /kind"), ("[]", "filter"),
    ])
    func filtersAreReadStrictly(_ json: String, _ path: String) throws {
        do {
            _ = try filter(json)
            Issue.record("\(json) was accepted")
        } catch let error as Failure {
            #expect(error.status == .json && error.pathText == path)
        }
    }

    @Test func allOfNoneAreEverything() {
        for kind in LinkFilter.Kind.allCases { #expect([Link]().allAre(kind)) }
        #expect(![Link(href: "a")].allAre(.html))
    }

    // MARK: Manifests

    private func manifest(_ build: (inout Manifest) -> Void) -> Manifest {
        var manifest = Manifest(metadata: Metadata(title: LocalizedString("")))
        build(&manifest)
        return manifest
    }

    @Test func theFirstLinkInDepthIsFound() {
        var deep = Link(href: "one", children: [Link(href: "two", title: "child"), Link(href: "three?q#f")])
        deep.alternates = [Link(href: "two", title: "alternate")]
        let manifest = manifest {
            $0.readingOrder = [Link(href: "zero"), deep]
            $0.resources = [Link(href: "two", title: "resource"), Link(href: "four")]
            $0.links = [Link(href: "https://a.com/x", rels: ["self"])]
        }
        #expect(manifest.link(withHREF: "two")?.title == "alternate")
        #expect(manifest.link(withHREF: "three?q#f")?.href == "three?q#f")
        #expect(manifest.link(withHREF: "three") == nil)
        #expect(manifest.link(withHREF: "./four?x#y")?.href == "four")
        #expect(manifest.link(withHREF: "HTTPS://a.com/x#y")?.rels == ["self"])
        #expect(manifest.link(withHREF: "") == nil && manifest.link(withHREF: "#a") == nil)
        #expect(manifest.links(LinkFilter(href: "two")).map(\.title) == ["alternate", "child", "resource"])
        #expect(manifest.links(LinkFilter(collection: "resources", href: "two")).map(\.title) == ["resource"])
        #expect(manifest.links(LinkFilter(collection: "nothing")).isEmpty)
    }

    @Test func manyLinksAreSearched() {
        let manifest = manifest {
            $0.resources = (0..<2_000).map { Link(href: "text/chapter%20\($0).xhtml") }
            $0.links = (0..<2_000).map { Link(href: "\($0)", rels: ["r\($0)"]) }
        }
        #expect(manifest.link(withHREF: "text/chapter 1999.xhtml#a")?.href == "text/chapter%201999.xhtml")
        #expect(manifest.link(withRel: "R1999")?.href == "1999")
        #expect(manifest.links(LinkFilter(rel: "r0")).count == 1)
    }

    @Test(
        arguments: [
            ("https://a.com/b/manifest.json?x#y", "https://a.com/b/"), ("http://a.com/", "http://a.com/"),
            ("http://a.com/b/", "http://a.com/b/"), ("manifest.json", nil), ("file:///a/m.json", nil), ("", nil),
        ] as [(String, String?)])
    func relativeHrefsStartFromTheDirectory(_ href: String, _ expected: String?) {
        let manifest = manifest { $0.links = [Link(href: "other"), Link(href: href, rels: ["Self"])] }
        #expect(manifest.baseURL?.string == expected)
    }

    @Test func profilesAreWhatIsRead() {
        let epub = Profile.epub.rawValue
        var book = manifest { $0.readingOrder = [Link(href: "a", type: "text/html")] }
        #expect(!book.conformsTo(epub))
        book.metadata.conformsTo = [epub, Profile.audiobook.rawValue, "x:y"]
        #expect(book.profiles == [epub, "x:y"])
        #expect(book.conformsTo(epub) && book.conformsTo("x:y") && !book.conformsTo(Profile.audiobook.rawValue))
        book.readingOrder = []
        #expect(Profile.allCases.allSatisfy { !book.conformsTo($0.rawValue) } && !book.conformsTo("x:y"))
        #expect(book.profiles.isEmpty)
    }

    @Test func aHundredThousandProfilesAreReadOnce() {
        var book = manifest { $0.readingOrder = [Link(href: "a", type: "text/html")] }
        book.metadata.conformsTo = (0..<100_000).map { "x:\($0)" }
        #expect(book.profiles.count == 100_000)
    }
}
