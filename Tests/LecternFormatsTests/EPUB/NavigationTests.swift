// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct NavigationTests {
    private func navigation(_ body: String, limits: Limits = Limits()) throws(Failure) -> ParsedPublication {
        try Book().with(navigation: body).parse(limits)
    }

    private func toc(_ list: String) throws(Failure) -> String {
        try navigation(#"<nav epub:type="toc">\#(list)</nav>"#).manifest.toc.notation
    }

    // MARK: Navigation document

    @Test func labelsAreCollapsed() throws {
        #expect(
            try toc(
                """
                <h1>Contents</h1><ol><li><a href="c1.xhtml">  One <b>more</b>
                time </a></li><li><span>Group</span><ol><li><a href="#x">Self</a></li></ol></li>
                <li><a href="c2.xhtml"><img alt=" Pic " src="i"/><img alt="ture" src="j"/></a></li>
                <li><a href="c3.xhtml" title="Named"/></li></ol>
                """) == """
                    One more time=OEBPS/c1.xhtml, Group=# (Self=OEBPS/nav.xhtml#x), Pic ture=OEBPS/c2.xhtml, \
                    Named=OEBPS/c3.xhtml
                    """)
    }

    @Test func entriesWithoutLabelOrTargetAreDropped() throws {
        #expect(
            try toc(
                """
                <ol><li><a href="c1.xhtml"> </a></li><li><span>Lonely</span></li><li/><li>Text</li>
                <li><a>No target</a><ol><li><a href="c1.xhtml">Child</a></li></ol></li>
                <li><ol><li><a href="c2.xhtml">Orphan</a></li></ol></li></ol>
                """) == "No target=# (Child=OEBPS/c1.xhtml), =# (Orphan=OEBPS/c2.xhtml)")
    }

    @Test func listsAreFoundWhereverTheyAre() throws {
        #expect(
            try toc(#"<div><ul><li><p><a href="c1.xhtml">One</a></p></li></ul></div>"#) == "One=OEBPS/c1.xhtml")
        let parsed = try navigation(
            """
            <section><nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">i</a></li></ol></nav>
            <nav epub:type="loi"><ol><li><a href="c1.xhtml#f">Figure</a></li></ol></nav>
            <nav epub:type="toc backlink"><ol><li><a href="c1.xhtml">One</a></li></ol></nav>
            <nav epub:type="toc"><ol><li><a href="c2.xhtml">Not me</a></li></ol></nav></section>
            """)
        #expect(parsed.manifest.toc.notation == "One=OEBPS/c1.xhtml")
        #expect(parsed.manifest.collections.map(\.role) == ["pageList", "loi"])
        #expect(parsed.manifest.collections[0].links.notation == "i=OEBPS/c1.xhtml#p1")
    }

    @Test func anUntypedListIsBetterThanNone() throws {
        let parsed = try navigation(#"<nav><p/></nav><nav><ol><li><a href="c1.xhtml">One</a></li></ol></nav>"#)
        #expect(parsed.manifest.toc.notation == "One=OEBPS/c1.xhtml")
        #expect(parsed.messages.contains { $0.contains("without a type") })
    }

    @Test func landmarksGiveTheReadingOrderItsRelations() throws {
        let parsed = try navigation(
            """
            <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter chapter" href="c1.xhtml#start">Start</a></li>
            <li><a epub:type="toc" href="nav.xhtml">Contents</a></li></ol></nav>
            """)
        let landmarks = parsed.manifest.collections.first { $0.role == "landmarks" }?.links
        #expect(landmarks?.map(\.rels) == [["start", "http://idpf.org/epub/vocab/structure/#chapter"], ["contents"]])
        #expect(parsed.manifest.readingOrder[0].rels == ["start"])
    }

    @Test func linksThatLeadNowhereAreNone() throws {
        #expect(
            try toc(
                """
                <ol><li><a href="javascript:alert(1)">Script</a></li><li><a href="https://example.org/x">Web</a></li>
                <li><a href="c1.xhtml#é">Accent</a></li><li><a href="../../x y.xhtml">Space</a></li></ol>
                """) == "Web=https://example.org/x, Accent=OEBPS/c1.xhtml#%C3%A9, Space=x%20y.xhtml")
    }

    @Test func depthIsBounded() throws {
        var limits = Limits()
        limits.maxNesting = 3
        let deep = String(repeating: #"<ol><li><a href="c1.xhtml">x</a>"#, count: 5000)
        let parsed = try navigation(#"<nav epub:type="toc">\#(deep)</nav>"#, limits: limits)
        #expect(parsed.manifest.toc.notation == "x=OEBPS/c1.xhtml (x=OEBPS/c1.xhtml (x=OEBPS/c1.xhtml))")
        #expect(parsed.messages.filter { $0.contains("nested too deeply") }.count == 1)
    }

    @Test func aBrokenDocumentIsReadAllTheSame() throws {
        let parsed = try navigation(
            #"<nav epub:type="toc"><ol><li><a href="c1.xhtml">One &nbsp; &amp<li><a href=c2.xhtml>Two"#)
        #expect(parsed.manifest.toc.map(\.href) == ["OEBPS/c1.xhtml", "OEBPS/c2.xhtml"])
        #expect(parsed.warnings.contains { $0.path.first == "OEBPS/nav.xhtml" })
    }

    // MARK: EPUB 2

    private let ncx = """
        <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>
        <navPoint><navLabel><text> Part
        One </text></navLabel><content src="c1.xhtml"/><navPoint><navLabel><text>Two</text></navLabel>
        <content src="c2.xhtml#x"/></navPoint></navPoint><navPoint><navLabel><text/></navLabel><content src="c3.xhtml"/></navPoint>
        </navMap><pageList><pageTarget><navLabel><text>1</text></navLabel><content src="c1.xhtml#p1"/></pageTarget></pageList></ncx>
        """

    private func legacy() -> Book {
        var book = Book()
        book.version = "2.0"
        book.manifest += #"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#
        book.spineAttributes = #"toc="ncx""#
        book.files = [("OEBPS/toc.ncx", ncx)]
        return book
    }

    @Test func theNCXIsTheTableOfContentsOfEPUB2() throws {
        let parsed = try legacy().parse()
        #expect(parsed.manifest.toc.notation == "Part One=OEBPS/c1.xhtml (Two=OEBPS/c2.xhtml#x)")
        #expect(parsed.manifest.collections.first?.links.notation == "1=OEBPS/c1.xhtml#p1")
        #expect(parsed.messages.isEmpty)
    }

    @Test func theNCXHelpsAnEmptyNavigationDocument() throws {
        var book = legacy().with(navigation: #"<nav epub:type="toc"><ol/></nav>"#)
        book.version = "3.0"
        let parsed = try book.parse()
        #expect(parsed.manifest.toc.count == 1)
        #expect(parsed.messages == ["The table of contents is taken from the NCX."])
        let both = try legacy().with(
            navigation: #"<nav epub:type="toc"><ol><li><a href="c1.xhtml">Nav</a></li></ol></nav>"#
        ).parse()
        #expect(both.manifest.toc.notation == "Nav=OEBPS/c1.xhtml")
        #expect(both.manifest.collections.isEmpty)
    }

    @Test func withoutAnyThereIsAWarning() throws {
        #expect(try Book().parse().messages == ["There is no table of contents."])
    }

    @Test func theGuideBecomesLandmarks() throws {
        var book = legacy()
        book.rest = """
            <guide><reference type="text" title="Start" href="c1.xhtml"/><reference type="loi" title="Figures" href="c2.xhtml#f"/>
            <reference type="other.intro" href="c3.xhtml"/><reference type="cover" title="Nowhere"/></guide>
            """
        let parsed = try book.parse()
        let landmarks = parsed.manifest.collections.first { $0.role == "landmarks" }?.links ?? []
        #expect(landmarks.notation == "Start=OEBPS/c1.xhtml, Figures=OEBPS/c2.xhtml#f, other.intro=OEBPS/c3.xhtml")
        #expect(
            landmarks.map(\.rels) == [
                ["start"], ["http://idpf.org/epub/vocab/structure/#loi"],
                ["http://idpf.org/epub/vocab/structure/#intro"],
            ])
        #expect(parsed.manifest.readingOrder[0].rels == ["start"])
    }
}
