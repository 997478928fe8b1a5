// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct EncryptionTests {
    private func parse(_ data: String) throws(Failure) -> ParsedPublication {
        try EPUBFormat.parse(book(data).open(), limits: Limits())
    }

    private func book(_ data: String) -> Book {
        var book = Book()
        book.files = [
            (
                "META-INF/encryption.xml",
                """
                <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"
                xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:ns="http://www.idpf.org/2016/encryption#compression">\(data)</encryption>
                """
            )
        ]
        return book
    }

    private func data(_ algorithm: String, _ uri: String, key: String = "", compression: String = "") -> String {
        """
        <enc:EncryptedData><enc:EncryptionMethod Algorithm="\(algorithm)"/><ds:KeyInfo>\(key)</ds:KeyInfo><enc:CipherData>
        <enc:CipherReference URI="\(uri)"/></enc:CipherData><enc:EncryptionProperties><enc:EncryptionProperty>\(compression)
        </enc:EncryptionProperty></enc:EncryptionProperties></enc:EncryptedData>
        """
    }

    @Test func protectedResourcesSayHow() throws {
        let parsed = try parse(
            data(
                "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/c%31.xhtml",
                key: #"<ds:RetrievalMethod URI="license.lcpl#/encryption/content_key"/>"#,
                compression: #"<ns:Compression Method="8" OriginalLength="13291"/>"#))
        let expected = Encryption(
            algorithm: "http://www.w3.org/2001/04/xmlenc#aes256-cbc", compression: "deflate", originalLength: 13291,
            scheme: "http://readium.org/2014/01/lcp")
        #expect(parsed.encryptions == ["OEBPS/c1.xhtml": expected])
        #expect(parsed.manifest.readingOrder[0].properties["encrypted"] == expected.json)
        #expect(parsed.warnings.contains { $0.severity == .major && $0.path == ["META-INF/encryption.xml"] })
    }

    @Test func obfuscatedFontsAreNothingToWarnOf() throws {
        let parsed = try parse(data("http://www.idpf.org/2008/embedding", "OEBPS/font.otf"))
        #expect(parsed.encryptions["OEBPS/font.otf"]?.isObfuscation == true)
        #expect(!parsed.warnings.contains { $0.severity == .major })
    }

    @Test func adeptLeavesItsMark() throws {
        let parsed = try parse(
            data("x", "OEBPS/c1.xhtml", key: #"<resource xmlns="http://ns.adobe.com/adept">urn:uuid:1</resource>"#))
        #expect(parsed.encryptions["OEBPS/c1.xhtml"]?.scheme == "http://ns.adobe.com/adept")
    }

    @Test(
        arguments: [
            ("META-INF/rights.xml", #"<a:rights xmlns:a="http://ns.adobe.com/adept"/>"#, "Adobe ADEPT", []),
            ("META-INF/license.lcpl", "{}", "Readium LCP", ["META-INF/license.lcpl"]),
            ("META-INF/rights.xml", "<rights/>", "x", []), ("other", "", "x", []),
        ] as [(String, String, String, [String])])
    func filesTellTheSystem(path: String, text: String, system: String, licenses: [String]) throws {
        var book = book(data("x", "OEBPS/c1.xhtml"))
        book.files.append((path, text))
        let publication = try book.publication()
        #expect(publication.manifest.links.filter { $0.rels == ["license"] }.map(\.href) == licenses)
        let failure = failure { () throws(Failure) in try publication.get("OEBPS/c1.xhtml").read(offset: 0, length: 1) }
        #expect(failure?.status == .protected)
        #expect(failure?.message == "The resource is encrypted with \(system), which requires a licence.")
        #expect(publication.warnings.contains { $0.message.contains("(\(system))") })
    }

    @Test func onlyFontsAreObfuscated() throws {
        let messages = try parse(data("http://www.idpf.org/2008/embedding", "OEBPS/c1.xhtml")).warnings.map(\.message)
        #expect(messages.contains("Only fonts can be obfuscated."))
    }

    @Test(arguments: [
        #"<ns:Compression Method="8"/>"#, #"<ns:Compression OriginalLength="1"/>"#,
        #"<ns:Compression Method="8" OriginalLength="-1"/>"#,
        #"<ns:Compression Method="8" OriginalLength="99999999999999999999"/>"#,
    ])
    func compressionIsCompleteOrNothing(compression: String) throws {
        let parsed = try parse(data("x", "OEBPS/c1.xhtml", compression: compression))
        #expect(parsed.encryptions == ["OEBPS/c1.xhtml": Encryption(algorithm: "x")])
    }

    @Test func aBrokenFileEncryptsNothing() throws {
        var book = Book()
        book.files = [("META-INF/encryption.xml", "garbage")]
        let parsed = try EPUBFormat.parse(try book.open(), limits: Limits())
        #expect(parsed.encryptions.isEmpty)
        #expect(parsed.warnings.contains { $0.path.first == "META-INF/encryption.xml" })
        #expect(try parse("<enc:EncryptedData/>").encryptions.isEmpty)
    }
}
