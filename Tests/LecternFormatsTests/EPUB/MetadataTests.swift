// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct MetadataTests {
    private func parse(_ metadata: String, title: String? = nil) throws(Failure) -> ParsedPublication {
        var book = Book()
        book.metadata = metadata
        if let title { book.title = title }
        return try book.parse()
    }

    // MARK: Titles

    @Test func theMainTitleComesFirstAndTheSubtitleByItsPlace() throws {
        let metadata = try parse(
            """
            <meta refines="#t2" property="title-type">main</meta><meta refines="#t2" property="file-as">Second, The</meta>
            <meta refines="#t3" property="title-type">subtitle</meta><meta refines="#t3" property="display-seq">10</meta>
            <meta refines="#t4" property="title-type">subtitle</meta><meta refines="#t4" property="display-seq">2</meta>
            <meta refines="#t5" property="title-type">subtitle</meta>
            """,
            title: """
                <dc:title>First</dc:title><dc:title id="t2">The Second</dc:title><dc:title id="t5">none</dc:title>
                <dc:title id="t3">ten</dc:title><dc:title id="t4">two</dc:title>
                """
        ).manifest.metadata
        #expect(metadata.title.text == "The Second")
        #expect(metadata.subtitle?.text == "two")
        #expect(metadata.sortAs?.text == "Second, The")
    }

    @Test func translationsHaveTheirLanguages() throws {
        let title = try parse(
            """
            <meta refines="#t" property="alternate-script" xml:lang="fr"> Les Aventures </meta>
            <meta refines="#t" property="alternate-script" xml:lang="no such language">?</meta>
            <meta refines="#t" property="alternate-script" xml:lang="fr">again</meta>
            """,
            title: #"<dc:language>en-GB</dc:language><dc:title id="t">Adventures</dc:title>"#
        ).metadata("title")
        #expect(title == ["en-GB": "Adventures", "fr": "Les Aventures", "und": "?"])
    }

    @Test func languageTagsAreCanonical() throws {
        let parsed = try parse(
            "<dc:language>en_US</dc:language><dc:language>fr</dc:language><dc:language>fr</dc:language>")
        #expect(parsed.manifest.metadata.languages == ["en", "en-US", "fr"])
        #expect(parsed.messages.contains(#"The language tag "en_US" is read as "en-US"."#))
    }

    @Test func theFirstIdentifierStandsForAMissingOne() throws {
        var book = Book()
        book.identifier = "<dc:identifier> urn:x:2 </dc:identifier>"
        let parsed = try book.parse()
        #expect(parsed.manifest.metadata.identifier == "urn:x:2")
        #expect(parsed.uniqueIdentifier == nil)
    }

    // MARK: Refinements

    @Test func refinementsMayForgetTheirHashButNotGoInCircles() throws {
        let parsed = try parse(
            """
            <dc:creator id="a">Ada</dc:creator><meta refines="a" property="role">trl</meta>
            <meta id="x" refines="#y" property="role">aut</meta><meta id="y" refines="#x" property="role">aut</meta>
            <meta id="z" refines="#z" property="role">aut</meta><meta refines="" property="schema:genre">essay</meta>
            <meta refines="#nowhere" property="schema:genre">novel</meta>
            """)
        #expect(parsed.manifest.metadata.contributors[.translator].map(\.name.text) == ["Ada"])
        #expect(parsed.manifest.metadata.other == JSONObject([.init(key: "http://schema.org/genre", value: "essay")]))
    }

    @Test func ofElementsWithOneIdTheFirstIsRefined() throws {
        let contributors = try parse(
            """
            <dc:creator id="a">Ada</dc:creator><dc:creator id="a">Bob</dc:creator>
            <meta refines="#a" property="role">ill</meta>
            """
        ).manifest.metadata.contributors
        #expect(contributors[.illustrator].map(\.name.text) == ["Ada"])
        #expect(contributors[.author].map(\.name.text) == ["Bob"])
    }

    // MARK: Contributors

    @Test(arguments: [
        ("aut", Contributors.Kind.author), ("trl", .translator), ("edt", .editor), ("pbl", .publisher),
        ("art", .artist),
        ("ill", .illustrator), ("clr", .colorist), ("nrt", .narrator),
    ])
    func rolesDecide(role: String, kind: Contributors.Kind) throws {
        let contributors = try parse(
            #"<dc:creator opf:role="\#(role)">A</dc:creator><dc:contributor opf:role="\#(role)" opf:file-as="b">B</dc:contributor>"#
        ).manifest.metadata.contributors
        #expect(
            contributors[kind] == [
                Contributor(name: LocalizedString("A")),
                Contributor(name: LocalizedString("B"), sortAs: "b"),
            ])
    }

    @Test func refinementsOfRefinementsAreKept() throws {
        var book = Book()
        book.attributes = #"prefix="my: http://my.url/#""#
        book.metadata = ##"""
            <meta id="r0" property="my:a">0</meta><meta id="r1" refines="#r0" property="my:b">1</meta>
            <meta id="r2" refines="#r1" property="my:c">2</meta><meta refines="#r1" property="my:d">3</meta>
            <meta id="x" refines="#y" property="my:e">x</meta><meta id="y" refines="#x" property="my:e">y</meta>
            """##
        let expected = #"""
            {"@value":"0","http://my.url/#b":{"@value":"1","http://my.url/#c":"2","http://my.url/#d":"3"}}
            """#
        #expect(try book.parse().metadata("http://my.url/#a") == JSONParser.parse(expected, source: "expected"))
        #expect(try book.parse().metadata("http://my.url/#e") == nil)
    }

    @Test func otherRolesAreKept() throws {
        let contributors = try parse(
            """
            <dc:creator id="a">A</dc:creator><meta refines="#a" property="role">bkp</meta>
            <meta refines="#a" property="role">trl</meta><dc:contributor>B</dc:contributor>
            <dc:publisher opf:role="trl">C</dc:publisher><meta property="media:narrator">D</meta>
            <meta property="dcterms:creator">E</meta>
            """
        ).manifest.metadata.contributors
        #expect(contributors[.author].map(\.name.text) == ["E"])
        #expect(contributors[.translator].map(\.name.text) == ["A", "C"])
        #expect(contributors[.translator].first?.roles == ["bkp"])
        #expect(contributors[.contributor].map(\.name.text) == ["B"])
        #expect(contributors[.publisher].map(\.roles) == [[]])
        #expect(contributors[.narrator].map(\.name.text) == ["D"])
    }

    // MARK: Subjects and collections

    @Test func aLoneSubjectIsAList() throws {
        let subjects = try parse(#"<dc:subject opf:authority="thema" opf:term="DCA">apple; banana,, pear</dc:subject>"#)
            .manifest.metadata.subjects
        #expect(subjects.map(\.name.text) == ["apple", "banana", "pear"])
        #expect(subjects.allSatisfy { $0.scheme == "thema" && $0.code == "DCA" })
        let several = try parse("<dc:subject>a, b</dc:subject><dc:subject>c</dc:subject>").manifest.metadata.subjects
        #expect(several.map(\.name.text) == ["a, b", "c"])
    }

    @Test func seriesOfEPUB3ComeBeforeCalibres() throws {
        let calibre = #"<meta name="calibre:series" content="C"/><meta name="calibre:series_index" content="1.5"/>"#
        let own = """
            <meta property="belongs-to-collection" id="s">S</meta><meta refines="#s" property="collection-type">series</meta>
            <meta refines="#s" property="group-position">2</meta><meta refines="#s" property="dcterms:identifier">ser-a</meta>
            <meta property="belongs-to-collection">K</meta>
            """
        let both = try parse(calibre + own).metadata("belongsTo")
        #expect(
            both == [
                "series": [["name": "S", "identifier": "ser-a", "position": 2]], "collection": [["name": "K"]],
            ])
        #expect(try parse(calibre).metadata("belongsTo") == ["series": [["name": "C", "position": 1.5]]])
        #expect(
            try parse(#"<meta name="calibre:series" content="C"/><meta name="calibre:series_index" content="nan"/>"#)
                .metadata("belongsTo") == ["series": [["name": "C"]]])
    }

    // MARK: Numbers, dates, objects

    @Test func datesOfBothVersions() throws {
        let metadata = try parse(
            """
            <dc:date opf:event="modification">2012-04-02T12:47:00Z</dc:date><dc:date opf:event="publication">1865-07-04</dc:date>
            <meta property="dcterms:modified">whenever</meta>
            """
        ).manifest.metadata
        #expect(metadata.modified == "2012-04-02T12:47:00Z")
        #expect(metadata.published == "1865-07-04")
    }

    @Test(arguments: ["0", "-5", "99999999999999999999", "many", "1e9", ""])
    func numbersOutOfRangeAreLeftOut(number: String) throws {
        let metadata = try parse(
            #"<meta property="schema:numberOfPages">\#(number)</meta><meta property="media:duration">\#(number)</meta>"#
        ).manifest.metadata
        #expect(metadata.numberOfPages == nil)
        #expect(metadata.duration == nil || number.count > 10)
    }

    @Test func reservationsForDataMining() throws {
        let policy = #"<meta name="tdm:policy" content="https://provider.com/policy.json"/>"#
        #expect(
            try parse(#"<meta name="tdm:reservation" content="1"/>"# + policy).metadata("tdm")
                == ["reservation": "all", "policy": "https://provider.com/policy.json"])
        #expect(try parse(policy).metadata("tdm") == nil)
        #expect(try parse(#"<meta property="tdm:reservation">maybe</meta>"# + policy).metadata("tdm") == nil)
    }

    @Test func accessibility() throws {
        let object = try parse(
            """
            <link rel="dcterms:conformsTo" href="http://idpf.org/epub/a11y/accessibility-20170105.html#wcag-a"/>
            <meta property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>
            <meta property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 9.1 Level AA</meta>
            <meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">textual</meta>
            <meta property="schema:accessModeSufficient">textual, visual,smell</meta>
            <meta property="schema:accessModeSufficient">smell</meta>
            <meta property="a11y:certifiedBy" id="c">Testers</meta>
            <meta refines="#c" property="a11y:certifierCredential">OK</meta>
            <link rel="a11y:certifierReport" refines="#c" href="https://example.com/report"/>
            <meta property="a11y:exemption">eaa-microenterprise</meta>
            """
        ).metadata("accessibility")
        #expect(
            object == [
                "conformsTo": [
                    "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a",
                    "https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa",
                ],
                "exemption": "eaa-microenterprise", "accessMode": ["textual"],
                "accessModeSufficient": [["textual", "visual"]],
                "certification": [
                    "certifiedBy": "Testers", "credential": "OK", "report": "https://example.com/report",
                ],
            ])
    }

    @Test func whatNothingStandsForKeepsItsURI() throws {
        var book = Book()
        book.attributes = #"prefix="my: http://my.url/#""#
        book.metadata = """
            <dc:source>Feedbooks</dc:source><dc:source id="s">Web</dc:source><meta refines="#s" property="my:scheme">http</meta>
            <dc:source>Feedbooks</dc:source><meta property="my:x" content="y"/><meta name="generator" content="g"/>
            <meta property="bad:x">z</meta>
            """
        let parsed = try book.parse()
        #expect(
            parsed.manifest.metadata.other
                == JSONObject([
                    .init(
                        key: "http://purl.org/dc/terms/source",
                        value: ["Feedbooks", ["@value": "Web", "http://my.url/#scheme": "http"]]),
                    .init(key: "http://my.url/#x", value: "y"),
                    .init(key: "http://idpf.org/epub/vocab/package/#generator", value: "g"),
                    .init(key: "http://idpf.org/epub/vocab/package/#x", value: "z"),
                ]))
        #expect(parsed.messages.contains(#"The prefix "bad" is not declared."#))
    }
}
