// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

/// A parsed manifest as text, and its warnings as "path: message".
struct ReadManifest {
    var manifest: Manifest
    var warnings: [String]

    init(_ text: String, _ rules: ManifestReader.Rules = ManifestReader.Rules()) throws {
        let json = JSONReader(try JSONParser.parse(text, source: "manifest.json"), source: "manifest.json")
        var log = WarningLog()
        manifest = try Manifest.read(json, rules, log: &log)
        warnings = log.all.map { "\($0.path.dropFirst().joined(separator: " > ")): \($0.message)" }
    }
}

@Suite struct ManifestReadingTests {
    @Test func nothingIsLostOnTheWay() throws {
        let text = """
            {"@context":["a","b"],"metadata":{"@type":"http://schema.org/Book","conformsTo":["p"],"identifier":"urn:x",\
            "altIdentifier":["urn:y",{"value":"9","scheme":"http://isbn","z":1}],\
            "title":{"en":"Title","fr":"Titre"},"subtitle":{"de":"Allein"},"sortAs":{"en":"T","fr":"U"},\
            "modified":"2020-01-02T03:04:05.678Z","published":"2001-01-01T00:00:00Z","language":["en","fr"],\
            "subject":[{"name":"S","sortAs":"s","code":"c","scheme":"d","links":[{"href":"s"}],"x":[1]}],\
            "author":[{"name":{"en":"A","ru":"Б"},"identifier":"i","sortAs":{"en":"a"},"role":["aut"],"position":1.5,\
            "links":[{"href":"l"}],"altIdentifier":"urn:z"}],\
            "belongsTo":{"series":[{"name":"S","position":2.0}],"journal":[{"name":"J","issn":"1"}],"season":[{"position":3.0}]},\
            "contains":{"chapter":[1,2]},"layout":"scrolled","readingProgression":"ttb","description":"<p>D</p>",\
            "duration":1.5,"numberOfPages":0,"accessibility":{"conformsTo":["w"],"exemption":"e","accessMode":["smell"],\
            "accessModeSufficient":[["textual"],["visual","tactile"]],"feature":["f"],"hazard":["h"],\
            "certification":{"certifiedBy":"c","credential":"d","report":"r","x":null},"summary":"s","x":{}},\
            "tdm":{"reservation":"none","policy":"https://p","x":1},\
            "mediaOverlay":{"activeClass":"a","playbackActiveClass":"b","x":1},"presentation":{"spread":"both","x":1},\
            "https://own":{"a":[1,null,true,123456789012345678901234567890]}},\
            "links":[{"href":"https://example.org/m.json","type":"application/webpub+json","rel":["self"]}],\
            "readingOrder":[{"href":"c.html","type":"text/html","title":"C","rel":["start"],"properties":{"page":"left"},\
            "duration":2.5,"height":3,"width":4,"size":5,"bitrate":6.5,"language":["en"],\
            "alternate":[{"href":"d.html","templated":true}],"children":[{"href":"c.html#1","children":[{"href":"c.html#2"}]}],\
            "x":1}],"resources":[{"href":"i.png","type":"image/png"}],"toc":[{"href":"c.html","title":"C"}],\
            "pageList":[{"href":"c.html#p1","title":"1"}],\
            "guided":{"metadata":{"m":1},"links":[{"href":"g"}],"inner":[{"metadata":{},"links":[{"href":"h"}]},\
            {"metadata":{},"links":[{"href":"i"}]}],"y":2},"own":"scalar","empty":[]}
            """
        let read = try ReadManifest(text)
        #expect(read.warnings == [])
        #expect(read.manifest.json.text == text)
    }

    @Test(arguments: [
        ("[]", "manifest.json: Expected an object, found an array."),
        ("{}", "manifest.json: The manifest has no metadata."),
        (#"{"metadata":[]}"#, "manifest.json > /metadata: Expected an object, found an array."),
        (#"{"metadata":{"title":5}}"#, "manifest.json > /metadata: There is no title."),
    ])
    func withoutMetadataOrTitleThereIsNoManifest(_ text: String, _ expected: String) {
        #expect {
            _ = try ReadManifest(text)
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.status == .format && "\(failure.pathText): \(failure.message)" == expected
        }
    }

    @Test func whatIsWrongIsLeftOutWithItsPlace() throws {
        var rules = ManifestReader.Rules()
        rules.title = "book"
        let read = try ReadManifest(
            """
            {"metadata": {"title": 5, "language": {"a": 1}, "author": [null, 3, {"x": 1}], "readingProgression": "sideways",
            "numberOfPages": -3, "duration": "long", "belongsTo": [], "modified": "soon", "tdm": {"policy": "p"}},
            "readingOrder": [{"href": "a.html", "type": 7, "height": "x", "children": "no"}, {"type": "text/html"}, "str",
            null, {"href": "", "type": "text"}, {"href": "b/ü.html", "type": "text/html"}], "links": {}, "toc": "x"}
            """, rules)
        #expect(
            read.warnings == [
                "/metadata/title: Expected a string or an object of strings, found 5; it is ignored.",
                "/metadata/language: Expected a string, found an object; it is ignored.",
                "/metadata/author/1: Expected a name or an object, found 3; it is ignored.",
                "/metadata/author/2: The contributor has no name; it is ignored.",
                #"/metadata/readingProgression: "sideways" is not a known value; it is ignored."#,
                "/metadata/numberOfPages: Expected a whole number that is not negative, found -3; it is ignored.",
                "/metadata/duration: Expected a number, found a string; it is ignored.",
                "/metadata/belongsTo: Expected an object, found an array; it is ignored.",
                #"/metadata/modified: "soon" is not a date; it is ignored."#,
                #"/metadata/tdm: The reservation is neither "all" nor "none"; the object is ignored."#,
                "/metadata: There is no title.",
                "/readingOrder/0/type: Expected a string, found 7; it is ignored.",
                "/readingOrder/0/height: Expected a whole number that is not negative, found a string; it is ignored.",
                "/readingOrder/0/children: Expected an array, found a string; it is ignored.",
                "/readingOrder/0: The link has no media type; it is ignored.",
                "/readingOrder/1: The link has no href; it is ignored.",
                "/readingOrder/2: Expected an object, found a string; it is ignored.",
                "/readingOrder/4: The href is empty.",
                #"/readingOrder/4/type: "text" is not a media type; it is ignored."#,
                "/readingOrder/4: The link has no media type; it is ignored.",
                #"/readingOrder/5: "b/ü.html" is not a URL; it is treated as a file name."#,
                "/links: Expected an array, found an object; it is ignored.",
                "/toc: Expected an array, found a string; it is ignored.",
            ])
        #expect(
            read.manifest.json.text
                == #"{"metadata":{"title":"book"},"links":[],"readingOrder":[{"href":"b/%C3%BC.html","type":"text/html"}]}"#
        )
    }

    @Test func aPackageHasRelativeHrefsAndTypes() throws {
        var rules = ManifestReader.Rules()
        rules.isPackaged = true
        rules.guessesTypes = true
        let read = try ReadManifest(
            """
            {"metadata": {"title": "T"}, "readingOrder": [{"href": "/a/../b%7e.mp3"}, {"href": "https://e.org/../c.mp3"},
            {"href": "track"}], "resources": [{"href": "search{?query}", "templated": true, "type": "a/b"}],
            "toc": [{"href": "./b.mp3#t=1", "children": [{"href": "/x y"}]}]}
            """, rules)
        #expect(read.manifest.readingOrder.map(\.href) == ["b~.mp3", "https://e.org/../c.mp3", "track"])
        #expect(read.manifest.readingOrder.map(\.type) == ["audio/mpeg", "audio/mpeg", "application/octet-stream"])
        #expect(read.manifest.resources.map(\.href) == ["search{?query}"])
        #expect(read.manifest.toc.first?.href == "b.mp3#t=1")
        #expect(read.manifest.toc.first?.children.first?.href == "x%20y")
    }

    @Test func olderSpellingsAreRead() throws {
        let read = try ReadManifest(
            """
            {"metadata": {"title": "T", "type": "t", "belongs_to": {"series": "S"}, "readingProgression": "AUTO",
            "accessibility": {"exemption": ["a", "b"]}, "language": "en_US"},
            "spine": [{"href": "a", "type": "a/b"}], "page-list": [{"href": "a#1"}]}
            """)
        #expect(read.warnings == [#"/spine: The reading order is named "spine", as in drafts of the specification."#])
        #expect(
            read.manifest.json.text == """
                {"metadata":{"@type":"t","title":"T","language":["en-US"],"belongsTo":{"series":[{"name":"S"}]},\
                "accessibility":{"exemption":["a","b"]}},"links":[],"readingOrder":[{"href":"a","type":"a/b"}],\
                "pageList":[{"href":"a#1"}]}
                """)
    }

    @Test func textIsFoundByLanguage() throws {
        var text = LocalizedString("drei", language: "de")
        #expect(text.text(in: "fr") == "drei")
        text.add("three", language: "en")
        #expect(text.text(in: "FR") == "three" && text.text(in: "DE") == "drei" && text.text(in: nil) == "three")
        text.add("3", language: nil)
        #expect(text.text(in: "fr") == "3" && text.text(in: "fr", preferring: ["de"]) == "drei")
        text.set("trois", language: "fr")
        text.set("tri", language: "fr")
        #expect(text.text(in: "fr") == "tri" && text.text == "drei")
        #expect(text.text(in: "de-AT") == "drei" && text.text(in: "es") == "3")
        text.add("drü", language: "de-CH")
        #expect(text.text(in: "de-CH") == "drü" && text.text(in: "de") == "drei")
    }

    @Test func collectionsWithoutLinksAreMissed() throws {
        let read = try ReadManifest(
            #"{"metadata":{"title":"T"},"c":[{"metadata":{"a":1},"links":[]},{"links":[{"href":"x"}]}]}"#)
        #expect(read.manifest.collections.count == 1)
        #expect(read.warnings == ["/c/0: The collection has no links; it is ignored."])
    }
}
