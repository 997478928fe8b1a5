// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import TestArchives
import Testing

import LecternFormats

@Suite struct EPUBFormatTests {
    @Test func opensASmallBookWithoutWarnings() throws {
        let book = try Book().with(
            navigation: #"<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a></li></ol></nav>"#
        ).parse()
        #expect(book.messages.isEmpty)
        #expect(book.manifest.metadata.title.text == "A Book")
        #expect(book.manifest.metadata.conformsTo == ["https://readium.org/webpub-manifest/profiles/epub"])
        #expect(book.manifest.metadata.layout == .reflowable)
        #expect(book.manifest.readingOrder == [Link(href: "OEBPS/c1.xhtml", type: "application/xhtml+xml")])
        #expect(
            book.manifest.resources == [
                Link(href: "OEBPS/nav.xhtml", type: "application/xhtml+xml", rels: ["contents"])
            ])
        #expect(book.manifest.toc.notation == "One=OEBPS/c1.xhtml")
        #expect(book.uniqueIdentifier == "urn:x:1")
    }

    @Test(arguments: [
        ("<html/>", "OEBPS/book.opf"), ("{}", "OEBPS/book.opf"), ("", "OEBPS/book.opf"),
        ("<PACKAGE><MANIFEST/><SPINE/></PACKAGE>", "OEBPS/book.opf"),
        ("<package><spine/></package>", "OEBPS/book.opf > /package/manifest"),
        ("<package><manifest/></package>", "OEBPS/book.opf > /package/spine"),
        ("<package><manifest/><spine/></package>", "OEBPS/book.opf > /package/spine"),
        ("<package><manifest/><spine><itemref idref='c1'/></spine></package>", "OEBPS/book.opf > /package/spine"),
    ])
    func refusesWhatHasNothingToRead(package: String, path: String) {
        var book = Book()
        book.package = package
        let failure = failure { () throws(Failure) in try book.parse() }
        #expect(failure?.status == .format)
        #expect(failure?.pathText.hasPrefix(path) == true, "\(failure?.pathText ?? "opened")")
    }

    @Test func readsASpineThatIsOnlySupplementary() throws {
        var book = Book()
        book.spine = #"<itemref idref="c1" linear="no"/>"#
        let parsed = try book.parse()
        #expect(parsed.manifest.readingOrder.map(\.href) == ["OEBPS/c1.xhtml"])
        #expect(parsed.warnings.contains { $0.path == ["OEBPS/book.opf", "/package/spine"] && $0.severity == .major })
    }

    @Test func readsAPackageThatIsNotWellFormed() throws {
        var book = Book()
        book.title = "<dc:title>Cause & Effect</dc:title>"
        let parsed = try book.parse()
        #expect(parsed.manifest.metadata.title.text == "Cause & Effect")
        #expect(
            parsed.warnings.contains {
                $0.severity == .moderate && $0.path.first == "OEBPS/book.opf" && $0.path.count == 2
            })
    }

    @Test func aMissingTitleIsTheNameOfTheFile() throws {
        var book = Book()
        book.title = "<dc:title>  </dc:title>"
        book.name = "Moby Dick.epub"
        #expect(try book.parse().manifest.metadata.title.text == "Moby Dick")
        book.name = ".epub"
        #expect(try book.parse().manifest.metadata.title.text == "Untitled")
    }

    @Test func oldVersionsAndNamespacesAreOnlyWarnings() throws {
        var book = Book()
        book.package = """
            <package unique-identifier="uid"><metadata><dc-metadata xmlns:dc="http://purl.org/dc/elements/1.0/">
            <dc:Title>Old</dc:Title><dc:Identifier id="uid">x</dc:Identifier></dc-metadata>
            <x-metadata><meta name="cover" content="c2"/></x-metadata></metadata>
            <manifest><item id="c1" href="c1.xhtml"/><item id="c2" href="c2.xhtml" media-type="image/png"/></manifest>
            <spine><itemref idref="c1"/></spine></package>
            """
        let parsed = try book.parse()
        #expect(parsed.manifest.metadata.title.text == "Old")
        #expect(parsed.manifest.metadata.identifier == "x")
        #expect(parsed.manifest.resources.first?.rels == ["cover"])
        #expect(parsed.messages.contains("The EPUB version is missing."))
        #expect(parsed.messages.contains("The package element is in the wrong namespace."))
    }

    @Test func warningsAreBounded() throws {
        var book = Book()
        book.spine += String(repeating: "<itemref/>", count: 5000)
        let parsed = try book.parse()
        #expect(parsed.warnings.count < 250)
        #expect(parsed.messages.last?.hasSuffix("more warnings were omitted.") == true)
    }
}

@Suite struct OpenContainerFormatTests {
    @Test(arguments: [nil, "application/zip", "application/epub+zip\r\n"])
    func theMimetypeIsOnlyAWarning(mimetype: String?) throws {
        var book = Book()
        book.mimetype = mimetype
        #expect(try book.parse().messages.contains { $0.contains("mimetype") })
    }

    @Test func packageDocumentsComeFirst() throws {
        var book = Book()
        book.container = """
            <container><rootfiles><rootfile full-path="book.pdf" media-type="application/pdf"/>
            <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>
            <rootfile full-path="other.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
            """
        #expect(try book.parse().manifest.readingOrder.count == 1)
    }

    @Test(arguments: ["/OEBPS/book.opf", "./OEBPS/book.opf", "OEBPS\\book.opf", "oebps/BOOK.opf"])
    func pathsAreRepaired(path: String) throws {
        var book = Book()
        book.container = #"<container><rootfiles><rootfile full-path="\#(path)"/></rootfiles></container>"#
        #expect(try book.parse().messages.contains { $0.contains("was found as") })
    }

    @Test(arguments: [
        nil, "<container/>", "<container><rootfiles><rootfile/></rootfiles></container>", "not XML", "<html/>",
        "<container><rootfiles><rootfile full-path='missing.opf'/></rootfiles></container>",
        "<container><rootfiles><rootfile full-path='../OEBPS/book.opf'/></rootfiles></container>",
        "<container><rootfiles><rootfile full-path='http://example.org/book.opf'/></rootfiles></container>",
    ])
    func thePackageDocumentIsFoundWithoutTheContainer(container: String?) throws {
        var book = Book()
        book.container = container
        let parsed = try book.parse()
        #expect(parsed.manifest.readingOrder.count == 1)
        #expect(parsed.warnings.contains { $0.severity == .major })
    }
}
