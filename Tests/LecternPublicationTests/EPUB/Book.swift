// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives

import LecternPublication

/// A small EPUB in memory, for one test each.  What a test does not say is right.
struct Book {
    var version = "3.0"
    var attributes = ""
    /// Beside the identifier, the title and the language.
    var metadata = ""
    var identifier = #"<dc:identifier id="uid">urn:x:1</dc:identifier>"#
    var title = "<dc:title>A Book</dc:title><dc:language>en</dc:language>"
    var manifest = #"<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>"#
    var spine = #"<itemref idref="c1"/>"#
    var spineAttributes = ""
    /// Behind the spine.
    var rest = ""
    /// Beside the package document, as "path": text.
    var files: [(path: String, text: String)] = []
    /// Replaces what the parts above make.
    var package: String?
    var container: String? = """
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
        """
    var mimetype: String? = "application/epub+zip"
    var name = "book.epub"

    private var packageDocument: String {
        package ?? """
            <package xmlns="http://www.idpf.org/2007/opf" version="\(version)" unique-identifier="uid" \(attributes)>
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
            \(identifier)\(title)\(metadata)</metadata>
            <manifest>\(manifest)</manifest><spine \(spineAttributes)>\(spine)</spine>\(rest)</package>
            """
    }

    func parse(_ limits: Limits = Limits()) throws(Failure) -> ParsedPublication {
        try EPUBFormat.parse(try open(), limits: limits)
    }

    /// The archive: every file of the manifest exists, unless a test takes it away with `absent`.
    func open() throws(Failure) -> any Container {
        try openContainer(archive, name: name, limits: Limits())
    }

    /// The book as a host opens it.
    func publication(_ log: @escaping Log = { _ in }) throws(Failure) -> Publication {
        var options = OpenOptions()
        options.name = name
        return try Publication.open(archive, OpenContext(options: options, log: log))
    }

    private var archive: MemorySource {
        var zip = ZipBuilder()
        if let mimetype { zip.add("mimetype", mimetype) }
        if let container { zip.add("META-INF/container.xml", container) }
        zip.add("OEBPS/book.opf", packageDocument)
        for path in chapters where !files.contains(where: { $0.path == path }) { zip.add(path, "<html/>") }
        for file in files { zip.add(file.path, file.text) }
        let bytes = zip.build()
        return MemorySource(bytes.withUnsafeBytes { ByteBuffer(copying: $0) })
    }

    /// Files without content, for the hrefs that tests use.
    var chapters = ["OEBPS/c1.xhtml", "OEBPS/c2.xhtml", "OEBPS/c3.xhtml"]

    /// A navigation document with this body, as an item of the manifest.
    func with(navigation body: String) -> Book {
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

extension ParsedPublication {
    var messages: [String] { warnings.map(\.message) }

    /// A member of the metadata, as it is written.
    func metadata(_ key: String) throws(Failure) -> JSON? {
        var json = JSONWriter()
        manifest.metadata.write(to: &json)
        return try JSONParser.parse(json.finish().text, source: "metadata").object?[key]
    }
}

extension [Link] {
    /// Titles and hrefs in short: "One=c1.xhtml (Two=c2.xhtml)".
    var notation: String {
        map { link in
            let children = link.children.isEmpty ? "" : " (\(link.children.notation))"
            return "\(link.title ?? "")=\(link.href)\(children)"
        }.joined(separator: ", ")
    }
}
