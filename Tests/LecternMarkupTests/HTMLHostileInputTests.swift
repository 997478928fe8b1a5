// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import Testing

/// Sources that make careless parsers slow or crash them.  Quadratic time would take minutes for each.
@Suite struct HTMLHostileInputTests {
    private static let size = 80_000

    private func parse(_ source: [UInt8]) throws {
        for isXML in [false, true] {
            let tree = try source.withUnsafeBytes { (bytes) throws(Failure) in
                try HTMLDocument.parse(bytes, keepsSpace: true, xml: isXML)
            }
            #expect(tree.nodes.count <= source.count + 1)
        }
    }

    @Test(arguments: [
        "<a><b>", "<div><b>", "</x>", "</p>", "<p>", "<li>", "<", "&", "&#", "&#x1", "&notit", "<a ", "<a b=\"", "<!--",
        "<!-->", "<!", "<?", "<![CDATA[", "<![CDATA[]]>", "<!DOCTYPE a [", "<!DOCTYPE a []x", "<script><!--<script>",
        "<title></titl", "<table><tr><td>", "<table><p>", "<h1><h2></h3>", "\0", "\r", "<select><optgroup><option>",
        "<ruby><rt>", "<dl><dt><dd>", "<p><button>", ">", "<a =", "<a /", "<html><head><body></body></html>",
        "<a><p></a>",
        "<div></div><div>", "<span><p></span>",
    ])
    func repetition(_ pattern: String) throws {
        let source = Array(String(repeating: pattern, count: Self.size / pattern.utf8.count).utf8)
        try parse(source)
    }

    @Test func tagsThatSearchFarUp() throws {
        let count = Self.size / 10
        let sources = [
            "<p><button>" + String(repeating: "<b>", count: count) + String(repeating: "<div></div>", count: count),
            "<p><table><td>" + String(repeating: "<b>", count: count) + String(repeating: "</p>", count: count),
            String(repeating: "<div>", count: count) + String(repeating: "</div>", count: count),
            (0..<count).map { "<a\($0)>" }.joined() + (0..<count).map { "</a\($0 * 7919 % count)>" }.joined(),
        ]
        for source in sources { try parse(Array(source.utf8)) }
    }

    @Test func longNamesAndManyAttributes() throws {
        let long = String(repeating: "a", count: Self.size)
        let sources = [
            "<" + long + ">", "<" + long + "></" + long + "b></" + long + ">", "<a " + long + "=" + long + ">",
            "<a " + (0..<Self.size / 10).map { "a\($0)=\($0) " }.joined() + ">", "&" + long + ";",
            "&#" + long.replacing("a", with: "9"),
        ]
        for source in sources { try parse(Array(source.utf8)) }
    }

    @Test func nodesOfADeepTreeAreInOrder() throws {
        let source = Array(String(repeating: "<i>x", count: 50_000).utf8)
        let tree = try source.withUnsafeBytes { (bytes) throws(Failure) in
            try HTMLDocument.parse(bytes, keepsSpace: true, xml: false)
        }
        #expect(tree.nodes.count == 100_003)
        #expect(tree.end(of: 0) == 100_003)
    }

    /// Reproducible random bytes: fragments of markup, truncated and joined, and invalid UTF-8.
    @Test func noBytesStopTheParser() throws {
        let pieces = [
            "<", ">", "</", "/>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<!DOCTYPE", "[", "]>", "&", "&#x",
            ";", "&amp",
            "\"", "'", "=", "\0", "\r\n", "<script>", "</script", "<title>", "<p", "<li>", "<table>", "</td>",
            "<html", "</body>",
            "<h1>", "</h2>", "<a ", "&#xD800;", "&#99999999999;", "<?xml version=\"1.0\" encoding=\"koi8-r\"?>",
            "é", "x",
        ].map { Array($0.utf8) }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<3000 {
            var source: [UInt8] = []
            for _ in 0..<random(30) {
                if random(6) == 0 { source.append(UInt8(random(256))) } else { source += pieces[random(pieces.count)] }
            }
            for isXML in [false, true] {
                let tree = try source.withUnsafeBytes { (bytes) throws(Failure) in
                    try HTMLDocument.parse(bytes, keepsSpace: random(2) == 0, xml: isXML)
                }
                for node in 1..<max(1, tree.nodes.count) {
                    let parent = tree.nodes[node].parent
                    #expect(parent >= 0 && Int(parent) < node)
                }
                #expect(tree.root == nil || tree.nodes[0].parent < 0)
            }
        }
    }
}
