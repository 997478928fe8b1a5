// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

/// Mistakes in package documents of readable books.
@Suite struct ValidationTests {
    private static let navigation = #"<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a></li></ol></nav>"#

    /// The messages about a book whose only mistake comes from `change`.
    private func messages(_ change: (inout Book) -> Void) throws -> [String] {
        var book = Book().with(navigation: ValidationTests.navigation)
        change(&book)
        return try book.parse().messages
    }

    // MARK: Metadata

    @Test(arguments: [
        #"<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>"#,
        ##"<dc:creator id="a">A</dc:creator><meta property="role" refines="#a" scheme="marc:relators">aut</meta>"##,
        ##"<dc:subject id="s">S</dc:subject><meta property="authority" refines="#s">BISAC</meta><meta property="term" refines="#s">X</meta>"##,
        ##"<meta property="belongs-to-collection" id="c">C</meta><meta property="collection-type" refines="#c">series</meta>"##,
        #"<meta property="rendition:layout">reflowable</meta><meta property="rendition:spread">both</meta>"#,
        #"<dc:identifier>urn:uuid:00000000-0000-4000-8000-000000000000</dc:identifier>"#,
        ##"<meta property="media:duration" refines="#c1">3s</meta><meta property="media:duration">3s</meta>"##,
        #"<link rel="record" href="https://example.org/record.xml" media-type="application/xml" hreflang="en"/>"#,
    ])
    func saysNothingAboutMetadataThatIsRight(metadata: String) throws {
        #expect(try messages { $0.metadata = metadata } == [])
    }

    @Test(arguments: [
        (#"<meta property="dcterms:modified">2020-01-01</meta>"#, "the form CCYY"),
        (#"<meta property=" ">x</meta>"#, "has no property"),
        (#"<meta property="schema:accessMode"/>"#, "is empty"), ("<dc:date/>", "is empty"),
        ("<dc:date>2020</dc:date><dc:date>2021</dc:date>", "only once"),
        (#"<meta property="rendition:flow">auto</meta><meta property="rendition:flow">paginated</meta>"#, "only once"),
        (#"<meta property="rendition:flow">sideways</meta>"#, "not a value"),
        (#"<meta property="rendition:spread">portrait</meta>"#, "deprecated"),
        (##"<meta property="rendition:spread" refines="#c1">both</meta>"##, "must not refine"),
        (#"<meta property="title-type">main</meta>"#, "must refine"),
        (##"<meta property="authority" refines="#uid">x</meta>"##, "cannot refine"),
        (##"<meta property="file-as" refines="#nobody">x</meta>"##, "no element with the id"),
        (#"<meta property="file-as" refines="uid">x</meta>"#, "should be a fragment"),
        (
            ##"<meta property="file-as" id="a" refines="#b">x</meta><meta property="file-as" id="b" refines="#a">y</meta>"##,
            "refine each other"
        ),
        (##"<meta property="file-as" refines="#uid" scheme="alphabet">x</meta>"##, "scheme"),
        (#"<dc:identifier>urn:uuid:no</dc:identifier>"#, "not a UUID"),
        (#"<meta property="media:active-class">one two</meta>"#, "more than one class name"),
        (##"<meta property="media:duration" refines="#c1">3s</meta><meta property="media:duration">9s</meta>"##, "sum"),
    ])
    func warnsOfMetadata(metadata: String, part: String) throws {
        let messages = try messages { $0.metadata = metadata }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    @Test(arguments: [
        (#"rel="alternate record" href="https://example.org/""#, "with other relations"),
        (#"rel="voicing" href="https://example.org/a.mp3" media-type="audio/mpeg""#, "must refine"),
        (##"rel="voicing" href="https://example.org/a" media-type="text/html" refines="#uid""##, "not an audio"),
        (#"rel="xml-signature" href="https://example.org/""#, "deprecated"),
        (#"rel="record" href="c1.xhtml""#, "no media type"), (##"rel="record" href="#c1""##, "package document itself"),
        (#"rel="acquire" href="none.html" media-type="text/html""#, "does not exist"),
        (#"rel="record" href="data:text/plain,x""#, "target of a link"),
        (#"rel="record" href="https://example.org/" hreflang=" en ""#, "not a language"),
        (#"rel="record" href="https://example.org/" properties=" ""#, "properties are empty"),
    ])
    func warnsOfLinks(attributes: String, part: String) throws {
        let messages = try messages { $0.metadata = "<link \(attributes)/>" }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    @Test(arguments: [
        ("media: http://example.org/", "reserved for another"), ("_: http://example.org/", "is reserved"),
        ("meta: http://idpf.org/epub/vocab/package/meta/#", "must not have a prefix"),
    ])
    func warnsOfPrefixes(prefix: String, part: String) throws {
        let messages = try messages { $0.attributes = #"prefix="\#(prefix)""# }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    // MARK: Manifest and spine

    @Test(arguments: [
        (#"<item id="x" href="c2.xhtml"/>"#, "no media type"),
        (
            #"<item id="x" href="c2.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#,
            "more than one navigation"
        ),
        (
            #"<item id="x" href="c2.xhtml" media-type="application/xhtml+xml" properties="cover-image"/>"#,
            "not an image"
        ),
        (
            #"<item id="x" href="c2.xhtml" media-type="application/xhtml+xml" properties="odd"/>"#,
            "not a property of items"
        ),
        (#"<item id="x" href="c2.xhtml" media-type="application/x" fallback="y"/>"#, "is not an item"),
        (#"<item id="x" href="c2.xhtml" media-type="application/x" fallback="x"/>"#, "circular"),
        (#"<item id="x" href="c2.xhtml" media-type="application/xhtml+xml" media-overlay="c1"/>"#, "not a SMIL"),
        (#"<item id="x" href="c2.xhtml" media-type="image/png" media-overlay="c1"/>"#, "Only content documents"),
        (#"<item id="x" href="c2.xhtml?a" media-type="application/xhtml+xml"/>"#, "has a query"),
        (#"<item id="x" href="c 2.xhtml" media-type="application/xhtml+xml"/>"#, "not encoded"),
        (#"<item id="x" href="book.opf" media-type="application/oebps-package+xml"/>"#, "package document itself"),
    ])
    func warnsOfItems(item: String, part: String) throws {
        let messages = try messages { $0.manifest += item }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    @Test(arguments: [
        (#"properties="page-spread-left page-spread-right""#, "contradict"),
        (#"properties="rendition:spread-portrait""#, "deprecated"),
    ])
    func warnsOfItemrefs(attributes: String, part: String) throws {
        let messages = try messages { $0.spine = #"<itemref idref="c1" \#(attributes)/>"# }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    @Test func warnsOfASpineThatNamesNoNCX() throws {
        #expect(try messages { $0.spineAttributes = #"toc="c1""# } == ["\"c1\" is not an NCX."])
    }

    @Test func aCoverThatDoesNotExistIsNone() throws {
        var book = Book().with(navigation: ValidationTests.navigation)
        book.manifest += #"<item id="x" href="../../../etc/passwd" media-type="image/png" properties="cover-image"/>"#
        #expect(try book.parse().manifest.resources.allSatisfy { !$0.rels.contains("cover") })
    }

    // MARK: Other parts

    @Test(arguments: [
        (
            #"<guide><reference type="text" href="c1.xhtml"/><reference type="text" href="c1.xhtml"/></guide>"#,
            "more than once"
        ),
        (#"<guide><reference type="text" href="c2.xhtml"/></guide>"#, "not an item"),
        (#"<collection><link href="c1.xhtml"/></collection>"#, "no role"),
        (#"<collection role="odd"><link href="c1.xhtml"/></collection>"#, "not a collection role"),
        (#"<collection role="http://example.org/%"><link href="c1.xhtml"/></collection>"#, "not a URL"),
        (#"<collection role="preview"/>"#, "is empty"),
        (#"<collection role="index"><collection role="index"/></collection>"#, "cannot be nested"),
        (#"<collection role="dictionary"><link href="c9.xhtml"/></collection>"#, "search key map"),
    ])
    func warnsOfParts(rest: String, part: String) throws {
        let messages = try messages { $0.rest = rest }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    @Test(arguments: [
        ("<dc:type>edupub</dc:type>", "accessibilityFeature"), ("<dc:type>dictionary</dc:type>", "search key map"),
        ("<dc:type>preview</dc:type><dc:source>urn:x:1</dc:source>", "is its own identifier"),
    ])
    func warnsOfProfiles(metadata: String, part: String) throws {
        let messages = try messages { $0.metadata = metadata }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    // MARK: Documents

    @Test(arguments: [
        (#"<?xml version="1.0" encoding="ISO-8859-1"?>"#, "UTF-8"), (#"<!DOCTYPE html>"#, "different root"),
        (#"<!DOCTYPE package [<!ENTITY a "b">]>"#, "declares entities"),
    ])
    func warnsOfXML(prolog: String, part: String) throws {
        let messages = try messages {
            $0.package =
                prolog + #"""
                    <package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>
                    <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/></manifest>
                    <spine><itemref idref="c1"/></spine></package>
                    """#
        }
        #expect(messages.contains { $0.contains(part) }, "\(messages)")
    }

    /// A book can have many mistakes: every rule must take at most linear time.
    @Test func staysQuickWhereEverythingIsWrong() throws {
        let wrong = (0..<20_000).map {
            ##"<meta property="title-type" id="m\##($0)" refines="#m\##($0 / 2)">x</meta>"##
        }
        let messages = try messages { $0.metadata = wrong.joined() }
        #expect(messages.count == 201)
    }

    @Test func dataNavigationIsNothingToRead() throws {
        let messages = try messages { book in
            book.manifest += #"<item id="d" href="c2.xhtml" media-type="application/xhtml+xml" properties="data-nav"/>"#
            book.spine += #"<itemref idref="d" linear="no"/>"#
        }
        #expect(messages == ["A data navigation document should not be in the spine."])
    }

    @Test func propertiesOfItemrefsAreNoneOfItems() throws {
        let messages = try messages { book in
            book.manifest +=
                #"<item id="x" href="c2.xhtml" media-type="application/xhtml+xml" properties="rendition:spread-both a:b"/>"#
            book.spineAttributes = #"page-map="x""#
        }
        #expect(
            messages == [
                "\"rendition:spread-both\" is not a property of items.", "The attribute page-map is not part of EPUB.",
            ])
    }
}
