// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternMarkup
import LecternModel
import TestArchives
import Testing

/// The scanner for simple XML builds the same trees as expat, and leaves everything else to it.
@Suite struct XMLScannerTests {
    private static let documents = [
        "<a/>", "<a></a>", " \n<a />\n ", "\u{FEFF}<a/>", "<?xml version='1.0'?><a/>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone = 'no' ?>\n<a\n/><!-- - --><?b c?d?>\n",
        "<?xml version='1.0' encoding='UTF8'?><a/>",
        "<?xml version=\"1.0\" encoding='Utf-8'?>\r\n<a>\r\n<b/>\rx\r\r\n</a>\r\n",
        "<a b='1' c=\"2\"\n d = 'x\ty\nz\r\n.\r\r'/>",
        "<a b='\"' c=\"'\" d='&lt;&#9;&#xA;&#13;&amp;&apos;&quot;&gt;>'/>",
        "<a x:b='1' b='2' x:c='3'>1<x:b>2</x:b><b>3</b></a >", "<_a.-1:b:c :d='é€😀'/>",
        "<a> x <b> </b>\n <c>\n  y\n</c> z\t</a>", "<a>\n\n  x\n <!-- c --> y <!----> \n</a>", "<a>]] > ]x]]</a>",
        "<a>x&amp;y &#x20;&#32; z</a>", "<a> &#32;&#xE9;&#x1F600; </a>", "<a> &#x20;\n x</a>",
        "<a> \n <![CDATA[ \n <b>&amp;]] >\n]]]]><![CDATA[]]> x</a>", "<a><![CDATA[ ] ]]></a>", "<a><![CDATA[  ]]></a>",
        "<a>é€😀\u{FFFD}\u{7F}</a>", "<a><?p?><?xml-stylesheet href='x'?><?xmla ?></a>", "<?q?><!--\n\té--><a/>",
        "<!DOCTYPE a><a/>", "<!DOCTYPE b ><a/>", "<!DOCTYPE a\nPUBLIC '-//X//Y 1.0//EN'\n 'z' ><a>&nbsp;&foo;</a>",
        "<!DOCTYPE a SYSTEM \"about:legacy-compat\"><a b='x&nbsp;y'>&eacute;&NotEqualTilde;</a>",
        "<!DOCTYPE a SYSTEM ''><?p?><!-- --><a/>",
        "<a>" + String(repeating: "<b>x", count: 9999) + String(repeating: "</b>", count: 9999) + "</a>",
        "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata xmlns:dc='http://purl.org/dc/elements/1.1/'>"
            + "<dc:title>A &amp; B</dc:title><meta property='dcterms:modified'>2000</meta></metadata></package>",
        "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><body><p class='long-name another-long-name'>"
            + "Text that is longer than a few words, <i>with</i> <b>elements</b>; and more.</p>\n</body></html>",
        "<a " + (0..<200).map { "attribute\($0)='\($0)' " }.joined() + "/>",
    ]

    @Test(arguments: documents) func accepts(_ document: String) {
        #expect(parseBothWays(Array(document.utf8)))
    }

    /// Not well-formed, or only supported by expat.
    @Test(arguments: [
        "", " ", "a", "<", "<a", "<a>", "<a/", "<a></b>", "<a></ab>", "<ab></a>", "</a>", "<a/><a/>", "<a/>x",
        "<a/>&#32;",
        "x<a/>", "<a></a", "<a></ a>", "<a / >", "<a/ >", "< a/>", "<1a/>", "<-a/>", "<é/>", "<a é='1'/>", "<a\u{B7}/>",
        "<a b/>", "<a b=1/>", "<a b='1'c='2'/>", "<a b='1' b='2'/>", "<a b='1' c='2' b='3'/>", "<a b=\"<\"/>",
        "<a b='&'/>",
        "<a b='\u{1}'/>", "<a b='1/>", "<a ='1'/>", "<a 'b'/>", "<a>&</a>", "<a>&;</a>", "<a>&lt</a>", "<a>& lt;</a>",
        "<a>&nbsp;</a>", "<a b='&nbsp;'/>", "<!DOCTYPE a><a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#8;</a>",
        "<a>&#xD800;</a>",
        "<a>&#xFFFE;</a>", "<a>&#x110000;</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#X20;</a>", "<a>&#a;</a>",
        "<a>&#99999999999999999999;</a>", "<a>]]></a>", "<a>x]]>y</a>", "<a>\u{0}</a>", "<a>\u{B}</a>", "<a>\u{1F}</a>",
        "<a>\u{FFFE}</a>",
        "<a>\u{FFFF}</a>", "<a><!-- -- --></a>", "<a><!-- --->", "<a><!- --></a>", "<!-- \u{1} --><a/>",
        "<a><![CDATA[x]]</a>",
        "<a><![cdata[x]]></a>", "<![CDATA[x]]><a/>", "<a/><![CDATA[x]]>", "<a><!x></a>", "<a><?xml version='1.0'?></a>",
        "<a><?XML ?></a>", " <?xml version='1.0'?><a/>", "<?xml?><a/>", "<?xml version='1.1'?><a/>",
        "<?xml encoding='utf-8'?><a/>", "<?xml version='1.0' encoding=' utf8'?><a/>",
        "<?xml version='1.0' encoding='iso-8859-1'?><a/>", "<?xml version='1.0' standalone='x'?><a/>",
        "<?xml version='1.0'encoding='utf-8'?><a/>", "<?xml version='1.0' standalone='no' encoding='utf-8'?><a/>",
        "<?xml version='1.0' ><a/>", "<?p a><a/>", "<?1?><a/>", "<?p+?><a/>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<!DOCTYPE a []><a/>", "<!DOCTYPE a><!DOCTYPE a><a/>", "<a/><!DOCTYPE a>", "<!DOCTYPEa><a/>",
        "<!doctype a><a/>",
        "<!DOCTYPE a PUBLIC 'x'><a/>", "<!DOCTYPE a PUBLIC 'x''y'><a/>", "<!DOCTYPE a PUBLIC '{' 'y'><a/>",
        "<!DOCTYPE a SYSTEM><a/>",
        "<!DOCTYPE a SYSTEM 'x' 'y'><a/>", "<!DOCTYPE a b><a/>",
        "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&nbsp;</a>",
    ]) func leavesToExpat(_ document: String) {
        #expect(!parseBothWays(Array(document.utf8)))
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]]) func leavesInvalidUTF8ToExpat(_ bytes: [UInt8])
    {
        for (before, after) in [
            ("<a>", "</a>"), ("<a b='", "'/>"), ("<a><!--", "--></a>"), ("<?p ", "?><a/>"), ("<a><![CDATA[", "]]></a>"),
        ] {
            #expect(!parseBothWays(Array(before.utf8) + bytes + Array(after.utf8)))
        }
    }

    /// `XMLDocument.parse` preserves expat's errors and limits.
    @Test func limits() throws {
        func parse(_ document: String) throws(Failure) -> MarkupTree {
            try ByteBuffer(document).withBytes { (bytes) throws(Failure) in
                try XMLDocument.parse(bytes, keepsSpace: true)
            }
        }
        func failure(_ document: String) -> Failure? {
            do throws(Failure) { _ = try parse(document) } catch { return error }
            return nil
        }
        #expect(failure("<a>\n<b></a>")?.path == ["line 2, column 6"])
        #expect(
            failure(String(repeating: "<a>", count: 10_001))?.message
                == "The XML elements are nested more than 10000 levels deep.")
        #expect(failure("<a>" + String(repeating: "\u{301}", count: 200) + "</a>")?.status == .limit)
        #expect(failure("<a>" + String(repeating: "<b/>", count: 5_000_000) + "</a>")?.status == .limit)
        // More names than the scanner stores, and names with equal prefixes.
        let names = (0..<1000).map { "a-long-name-that-ends-with-\($0)" }
        let tree = try parse("<a>" + names.map { "<\($0)/>" }.joined() + "</a>")
        #expect(tree.children(of: 0).map(tree.qualifiedName) == names)
    }

    /// A truncated copy must not be read past its end.
    @Test(arguments: documents) func cutAnywhere(_ document: String) {
        let bytes = Array(document.utf8)
        for count in 0..<min(bytes.count, 300) { parseBothWays(Array(bytes[..<count])) }
    }

    /// LECTERN_XML_MUTATIONS is the number of mutations, LECTERN_XML_SEED the first seed.
    @Test func damagedDocuments() {
        let many = number("LECTERN_XML_MUTATIONS") ?? 6000
        let sources = XMLScannerTests.documents.map { Array($0.utf8) }.filter { $0.count < 5000 }
        var chance = Chance(seed: UInt64(number("LECTERN_XML_SEED") ?? 1))
        var accepted = 0
        for _ in 0..<many where parseBothWays(chance.damaged(sources[chance.number(below: sources.count)])) {
            accepted += 1
        }
        #expect(accepted > many / 20 && accepted < many * 9 / 10, "\(accepted) of \(many) are well-formed")
    }

    /// The documents of the books in a collection, and mutations of them.
    @Test(arguments: ["CORPUS", "HOSTILE"]) func collection(_ name: String) throws {
        let beside = ["CORPUS": "../shared/corpus", "HOSTILE": "../shared/hostile"]
        let folder = getenv(name).map { String(cString: $0) } ?? beside[name] ?? ""
        guard access(folder, R_OK) == 0 else { return }
        let most = (number("LECTERN_XML_MUTATIONS") ?? 6000) / 2000
        var chance = Chance(seed: UInt64(number("LECTERN_XML_SEED") ?? 1))
        var (documents, accepted) = (0, 0)
        try forEachDocument(in: openContainer(path: folder, limits: Limits())) { path, bytes in
            documents += 1
            if parseBothWays(bytes, path) { accepted += 1 }
            for _ in 0..<(bytes.count < 100_000 ? most : 0) { parseBothWays(chance.damaged(bytes), path) }
        }
        #expect(documents > 100 && (name == "HOSTILE" || accepted > documents * 3 / 4), "\(accepted) of \(documents)")
    }

    private func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    /// Whether the scanner accepts a document; if it does, expat must build the same tree.
    @discardableResult
    private func parseBothWays(_ source: [UInt8], _ comment: @autoclosure () -> String = "") -> Bool {
        let (isAccepted, difference) = source.withUnsafeBytes(TestArchives.parseBothWays)
        #expect(
            difference == nil, "\(comment()) \(String(decoding: source, as: UTF8.self).debugDescription)")
        return isAccepted
    }
}
