// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct RenditionsTests {
    private func parse(_ others: String, links: String = "", files: [(String, String)] = []) throws -> ParsedPublication
    {
        var book = Book()
        book.container = """
            <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
            xmlns:r="http://www.idpf.org/2013/rendition"><rootfiles>
            <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>\(others)</rootfiles>\(links)</container>
            """
        book.files += files.map { (path: $0.0, text: $0.1) }
        return try book.parse()
    }

    @Test func otherRenditionsAreAlternates() throws {
        let parsed = try parse(
            """
            <rootfile full-path="a b/fixed.opf" media-type="application/oebps-package+xml" r:layout="pre-paginated"
            r:label=" As  printed " r:media="(min-width: 1920px)"/><rootfile full-path="book.pdf" media-type="application/pdf"/>
            """, files: [("a b/fixed.opf", "x"), ("book.pdf", "x")])
        let links = parsed.manifest.links
        #expect(links.map(\.href) == ["a%20b/fixed.opf", "book.pdf"])
        #expect(links.map(\.type) == ["application/oebps-package+xml", "application/pdf"])
        #expect(links.map(\.rels) == [["alternate"], ["alternate"]])
        #expect(links[0].title == "As printed")
        #expect(
            links[0].properties
                == JSONObject([
                    .init(key: "layout", value: "fixed"),
                    .init(key: "http://www.idpf.org/2013/rendition#media", value: "(min-width: 1920px)"),
                ]))
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c1.xhtml"])
    }

    @Test func eachRenditionIsListedOnce() throws {
        let other = #"<rootfile full-path="other.opf" media-type="application/oebps-package+xml"/>"#
        let first = #"<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>"#
        let parsed = try parse(first + String(repeating: other, count: 5000), files: [("other.opf", "x")])
        #expect(parsed.manifest.links.map(\.href) == ["other.opf"])
    }

    @Test func whatIsMissingIsAWarning() throws {
        let parsed = try parse(
            #"<rootfile full-path="other.opf" media-type="application/oebps-package+xml" r:mood="gloomy"/>"#)
        #expect(parsed.manifest.links.isEmpty)
        #expect(parsed.messages.contains { $0.contains("\"other.opf\" does not exist") })
    }

    @Test func aMappingHasAVersionAndTypes() throws {
        let other = #"<rootfile full-path="other.opf" media-type="application/oebps-package+xml" r:mood="gloomy"/>"#
        let links = #"<links><link href="map.xhtml" rel="mapping" media-type="application/xhtml+xml"/></links>"#
        let parsed = try parse(
            other, links: links,
            files: [
                ("other.opf", "x"), ("META-INF/metadata.xml", "<metadata/>"),
                ("map.xhtml", #"<html xmlns="http://www.w3.org/1999/xhtml"><body><nav/></body></html>"#),
            ])
        #expect(parsed.manifest.links.last.map { [$0.href] + $0.rels } == ["map.xhtml", "mapping"])
        for part in [
            "is not an attribute for rendition selection", "has no version", "no type", "one resource map",
            "is incomplete",
        ] {
            #expect(parsed.messages.contains { $0.contains(part) }, "\(part)")
        }
    }
}
