// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct ReadingOrderTests {
    private func parse(
        _ manifest: String, _ spine: String, metadata: String = "", files: [(String, String)] = []
    ) throws(Failure) -> ParsedPublication {
        var book = Book()
        book.manifest = manifest
        book.spine = spine
        book.metadata = metadata
        book.files = files.map { (path: $0.0, text: $0.1) }
        return try book.parse()
    }

    private func item(_ id: String, _ href: String, _ type: String = "application/xhtml+xml", _ more: String = "")
        -> String
    {
        #"<item id="\#(id)" href="\#(href)" media-type="\#(type)" \#(more)/>"#
    }

    private func itemref(_ id: String, _ more: String = "") -> String { #"<itemref idref="\#(id)" \#(more)/>"# }

    // MARK: Spine

    @Test func whatIsSupplementaryOrUnknownIsNoPartOfTheOrder() throws {
        let parsed = try parse(
            item(" c1 ", "c1.xhtml") + item("c2", "c2.xhtml") + item("c3", "c3.xhtml"),
            itemref("c1") + itemref("ghost") + "<itemref/>" + itemref("c2", #"linear="NO""#) + itemref("c3")
                + itemref("c1"))
        // Each reference to a repeated item is distinct.
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c1.xhtml", "OEBPS/c3.xhtml", "OEBPS/c1.xhtml"])
        #expect(parsed.manifest.resources.map(\.href) == ["OEBPS/c2.xhtml"])
        #expect(
            parsed.warnings.filter { $0.path.count == 2 && $0.path[1].hasPrefix("/package/spine/") }.map(\.path[1]) == [
                "/package/spine/itemref[2]", "/package/spine/itemref[3]", "/package/spine/itemref[6]",
            ])
    }

    @Test(arguments: [("rtl", ReadingProgression.rtl), ("ltr", .ltr), ("default", nil), ("up", nil)])
    func direction(text: String, expected: ReadingProgression?) throws {
        var book = Book()
        book.spineAttributes = #"page-progression-direction="\#(text)""#
        #expect(try book.parse().manifest.metadata.readingProgression == expected)
    }

    @Test func propertiesOfItemsAndItemrefs() throws {
        let parsed = try parse(
            item(
                "c1", "c1.xhtml", "application/xhtml+xml",
                #"properties="svg scripted svg rendition:layout-pre-paginated""#)
                + item("c2", "c2.xhtml"),
            itemref("c1", #"properties="page-spread-right""#)
                + itemref(
                    "c2",
                    """
                    properties="rendition:page-spread-left page-spread-right rendition:layout-pre-paginated
                    rendition:flow-scrolled-doc rendition:spread-portrait rendition:orientation-landscape \
                    rendition:layout-reflowable rendition:spread-sideways"
                    """))
        #expect(
            parsed.manifest.readingOrder.map { JSON.object($0.properties) } == [
                ["page": "right", "contains": ["svg", "js"]],
                [
                    "page": "left", "layout": "fixed", "orientation": "landscape", "overflow": "scrolled",
                    "spread": "both",
                ],
            ])
    }

    // MARK: Fallbacks

    /// The first document of the chain is shown, and what it stands for is an alternate.
    @Test func aFallbackTakesThePlaceOfAForeignItem() throws {
        let parsed = try parse(
            item("a", "c1.xhtml", "application/x-a", #"fallback="b""#)
                + item("b", "c2.xhtml", "application/x-b", #"fallback="c""#)
                + item("c", "c3.xhtml", "application/xhtml+xml", #"fallback="a""#),
            itemref("a"))
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c3.xhtml"])
        #expect(parsed.manifest.readingOrder[0].alternates.map(\.href) == ["OEBPS/c2.xhtml", "OEBPS/c1.xhtml"])
        #expect(parsed.manifest.resources.isEmpty)
        #expect(parsed.messages.contains { $0.contains("are circular") })
    }

    @Test func aPageThatWrapsAnImageIsTheImage() throws {
        let parsed = try parse(
            item("p1", "c1.xhtml", "application/xhtml+xml", #"fallback="i1""#) + item("i1", "i1.jpg", "image/jpeg")
                + item("p2", "c2.xhtml", "application/xhtml+xml", #"fallback="i2""#)
                + item("i2", "i2.png", "image/png"),
            itemref("p1", #"properties="page-spread-left""#) + itemref("p2"),
            files: [("OEBPS/i1.jpg", ""), ("OEBPS/i2.png", "")])
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/i1.jpg", "OEBPS/i2.png"])
        #expect(
            parsed.manifest.readingOrder.map(\.alternates).map(\.first?.href) == ["OEBPS/c1.xhtml", "OEBPS/c2.xhtml"])
        #expect(parsed.manifest.readingOrder[0].properties["page"] == "left")
        #expect(parsed.manifest.metadata.layout == .fixed)
        #expect(parsed.manifest.metadata.conformsTo.last == "https://readium.org/webpub-manifest/profiles/divina")
    }

    @Test func mediaOverlaysAreAlternatesWithTheirDuration() throws {
        let parsed = try parse(
            item("c1", "c1.xhtml", "application/xhtml+xml", #"media-overlay="s""#)
                + item("s", "c1.smil", "application/smil+xml", #"media-overlay="s""#),
            itemref("c1"), metadata: ##"<meta property="media:duration" refines="#s">0:32:29</meta>"##,
            files: [("OEBPS/c1.smil", "")])
        let alternate = parsed.manifest.readingOrder.first?.alternates.first
        #expect(alternate?.href == "OEBPS/c1.smil")
        #expect(alternate?.duration == 1949)
        #expect(parsed.manifest.resources.isEmpty)
    }

    // MARK: Items

    @Test func everyLinkHasAType() throws {
        let parsed = try parse(
            #"<item id="a" href="c1.xhtml"/><item id="b" href="c2.htm"/><item id="c" href="x.svg"/><item id="d" href="c3" media-type="?"/>"#
                + #"<item id="e" href="e.png"/><item id="f" href="f"/><item id="g" href="g" media-type=" Text/CSS; charset=utf-8 "/>"#,
            ["a", "b", "c", "d"].map { itemref($0) }.joined())
        #expect(
            parsed.manifest.readingOrder.map(\.type) == [
                "application/xhtml+xml", "application/xhtml+xml", "image/svg+xml", "application/xhtml+xml",
            ])
        #expect(
            parsed.manifest.resources.map(\.type) == [
                "image/png", "application/octet-stream", "text/css; charset=utf-8",
            ])
    }

    @Test func itemsNeedAnIdAndAnHrefAndIdsAreUnique() throws {
        let parsed = try parse(
            item("c1", "c1.xhtml") + item("c1", "c2.xhtml")
                + #"<item href="c3.xhtml"/><item id="x"/><item id="y" href=" "/>"#,
            itemref("c1"))
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c1.xhtml"])
        #expect(parsed.manifest.resources.map(\.href) == ["OEBPS/c2.xhtml"])
        #expect(parsed.messages.filter { $0.hasPrefix("The item has no") }.count == 3)
        #expect(parsed.messages.contains(#"The id "c1" is not unique; the first item is used."#))
    }

    @Test func itemsOfOneFileAreOneLinkUnlessTheyAreInTheSpine() throws {
        let parsed = try parse(
            item("a", "c1.xhtml") + item("b", "./c1.xhtml") + item("c", "c%31.xhtml")
                + item("d", "../OEBPS/c1.xhtml#x"),
            itemref("a") + itemref("b"))
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c1.xhtml", "OEBPS/c1.xhtml"])
        #expect(parsed.manifest.readingOrder.map { $0.properties["occurrence"]?.integer } == [nil, 2])
        #expect(parsed.manifest.resources.isEmpty)
    }

    @Test func theCoverIsFoundInThreeWays() throws {
        let images = item("i", "i.png", "image/png") + item("j", "j.png", "image/png")
        let files = [("OEBPS/i.png", ""), ("OEBPS/j.png", "")]
        func cover(_ manifest: String, _ metadata: String) throws -> [String] {
            try parse(item("c1", "c1.xhtml") + manifest, itemref("c1"), metadata: metadata, files: files)
                .manifest.resources.filter { $0.rels.contains("cover") }.map(\.href)
        }
        let declared = item("i", "i.png", "image/png", #"properties="cover-image""#) + item("j", "j.png", "image/png")
        #expect(try cover(declared, #"<meta name="cover" content="j"/>"#) == ["OEBPS/i.png"])
        #expect(try cover(images, #"<meta name="cover" content="j"/>"#) == ["OEBPS/j.png"])
        #expect(try cover(images, #"<meta name="cover" content="j.png"/>"#) == ["OEBPS/j.png"])
        #expect(try cover(images, #"<meta name="cover" content="k"/>"#) == [])
    }

    // MARK: Files

    @Test func filesWithNearlyTheRightNameAreFound() throws {
        let parsed = try parse(
            item("a", "Caf\u{E9}.xhtml") + item("b", "C2.XHTML") + item("c", "images\\c3.xhtml")
                + item("d", "gone.xhtml"),
            ["a", "b", "c", "d"].map { itemref($0) }.joined(),
            files: [("OEBPS/Cafe\u{301}.xhtml", ""), ("OEBPS/images/c3.xhtml", "")])
        #expect(
            parsed.manifest.readingOrder.map(\.href) == [
                "OEBPS/Caf%C3%A9.xhtml", "OEBPS/C2.XHTML", "OEBPS/images%5Cc3.xhtml", "OEBPS/gone.xhtml",
            ])
        #expect(
            parsed.entryPaths == [
                "OEBPS/Caf%C3%A9.xhtml": "OEBPS/Cafe\u{301}.xhtml", "OEBPS/C2.XHTML": "OEBPS/c2.xhtml",
                "OEBPS/images%5Cc3.xhtml": "OEBPS/images/c3.xhtml",
            ])
        #expect(parsed.warnings.map(\.severity).filter { $0 == .major }.count == 1)
    }

    @Test func onlyTheWebIsOutside() throws {
        let parsed = try parse(
            item("a", "http://example.org/a.xhtml") + item("b", "javascript:alert(1)") + item("c", "file:///etc/passwd")
                + item("d", "data:text/html,x") + item("e", "../../../c1.xhtml") + item("f", "c1.xhtml"),
            ["a", "b", "c", "d", "f"].map { itemref($0) }.joined())
        #expect(parsed.manifest.readingOrder.map(\.href) == ["http://example.org/a.xhtml", "OEBPS/c1.xhtml"])
        // The surplus steps of the fifth item lead to the file of the sixth.
        #expect(parsed.manifest.resources.isEmpty)
    }

    // MARK: Layout

    @Test func layoutAndItsHints() throws {
        var book = Book()
        book.metadata = """
            <meta property="rendition:layout">roll</meta><meta property="rendition:layout">pre-paginated</meta>
            <meta property="rendition:flow">scrolled-continuous</meta><meta property="rendition:spread">portrait</meta>
            <meta property="rendition:orientation">landscape</meta>
            """
        let parsed = try book.parse()
        #expect(parsed.manifest.metadata.layout == .fixed)
        #expect(
            JSON.object(parsed.manifest.metadata.presentation) == [
                "layout": "fixed", "orientation": "landscape", "overflow": "scrolled", "continuous": true,
                "spread": "both",
            ])
        #expect(try Book().parse().manifest.metadata.presentation.isEmpty)
    }

    @Test(arguments: [
        (#"<platform name="*"><option name="fixed-layout">true</option></platform>"#, Layout.fixed),
        (
            #"<platform name="iphone"/><platform name="ipad"><option name="fixed-layout">true</option></platform>"#,
            .fixed
        ),
        (#"<platform name="x"><option name="fixed-layout">True</option></platform>"#, .reflowable),
        ("", .reflowable),
    ])
    func displayOptionsDecideWhereThePackageDoesNot(platforms: String, expected: Layout) throws {
        var book = Book()
        let options = "<display_options>\(platforms)</display_options>"
        book.files = [("META-INF/com.apple.ibooks.display-options.xml", options)]
        #expect(try book.parse().manifest.metadata.layout == expected)
        book.metadata = #"<meta property="rendition:layout">reflowable</meta>"#
        #expect(try book.parse().manifest.metadata.layout == .reflowable)
    }
}
