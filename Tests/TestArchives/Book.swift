// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// A small EPUB in memory.  Everything that a test does not set is valid.
public struct Book: Sendable {
    public var version = "3.0"
    public var attributes = ""
    /// In addition to the identifier, the title and the language.
    public var metadata = ""
    public var identifier = #"<dc:identifier id="uid">urn:x:1</dc:identifier>"#
    public var title = "<dc:title>A Book</dc:title><dc:language>en</dc:language>"
    public var manifest = #"<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>"#
    public var spine = #"<itemref idref="c1"/>"#
    public var spineAttributes = ""
    /// Markup after the spine.
    public var rest = ""
    /// In addition to the package document, as "path": text.
    public var files: [(path: String, text: String)] = []
    /// Replaces the generated package document.
    public var package: String?
    public var container: String? = """
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
        """
    public var mimetype: String? = "application/epub+zip"
    public var name = "book.epub"

    public init() {}

    private var packageDocument: String {
        package ?? """
            <package xmlns="http://www.idpf.org/2007/opf" version="\(version)" unique-identifier="uid" \(attributes)>
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
            \(identifier)\(title)\(metadata)</metadata>
            <manifest>\(manifest)</manifest><spine \(spineAttributes)>\(spine)</spine>\(rest)</package>
            """
    }

    /// The archive: every file in the manifest exists, unless a test removes it with `absent`.
    public func open() throws(Failure) -> any Container {
        try openContainer(archive, name: name, limits: Limits())
    }

    /// The bytes of the archive.
    public var archive: MemorySource {
        var zip = ZipBuilder()
        if let mimetype { zip.add("mimetype", mimetype) }
        if let container { zip.add("META-INF/container.xml", container) }
        zip.add("OEBPS/book.opf", packageDocument)
        for path in chapters where !files.contains(where: { $0.path == path }) { zip.add(path, "<html/>") }
        for file in files { zip.add(file.path, file.text) }
        let bytes = zip.build()
        return MemorySource(bytes.withUnsafeBytes { ByteBuffer(copying: $0) })
    }

    /// Empty files, for the hrefs that tests use.
    public var chapters = ["OEBPS/c1.xhtml", "OEBPS/c2.xhtml", "OEBPS/c3.xhtml"]

    /// A navigation document with this body, as an item of the manifest.
    public func with(navigation body: String) -> Book {
        var book = self
        book.manifest += #"<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#
        book.files.append(
            (
                "OEBPS/nav.xhtml",
                #"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>\#(body)</body></html>"#
            ))
        return book
    }
}

extension [Link] {
    /// Titles and hrefs in compact notation: "One=c1.xhtml (Two=c2.xhtml)".
    public var notation: String {
        map { link in
            let children = link.children.isEmpty ? "" : " (\(link.children.notation))"
            return "\(link.title ?? "")=\(link.href)\(children)"
        }.joined(separator: ", ")
    }
}
