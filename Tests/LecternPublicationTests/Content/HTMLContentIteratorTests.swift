// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing
import ToolkitContent

@testable import LecternPublication

@Suite struct HTMLContentIteratorTests {
    private func iterator(
        _ source: String, selector: String? = nil, progression: Double? = nil, type: String = MediaType.html
    ) throws -> HTMLContentIterator {
        var locations = Locator.Locations()
        locations.cssSelector = selector
        locations.progression = progression
        let tree = try ContentDocument.parse(ByteBuffer(source), type: type)
        return HTMLContentIterator(
            tree, from: Locator(href: "dir/a.xhtml", type: type, locations: locations), range: 0.5...1)
    }

    private func all(_ source: String) throws -> [ContentElement] {
        var iterator = try iterator(source)
        var elements: [ContentElement] = []
        while let element = iterator.next() { elements.append(element) }
        return elements
    }

    private func texts(_ source: String) throws -> [String?] { try all(source).map(\.text) }

    @Test(arguments: [
        ("<p>a <b>b</b> <i>c</i></p> <p>d</p>", ["a b c", "d"]),
        ("<p>a<br>b<br/>c</p>", ["a", "b", "c"]),
        ("<p>\n a \t b\n</p>", ["a b"]),
        ("<p>&nbsp;</p><p>\u{3000}a</p>", ["a"]),
        ("text <p>and</p> more", ["text", "and", "more"]),
        ("<title>t</title><body>a<script>b</script><style>c</style></body>", ["a"]),
        ("<p>a</p><img src='i' alt=' label '><img alt='none'><p>b</p>", ["a", "label", "b"]),
        ("<svg><title>t</title><text>in it</text></svg>", ["in it"]),
        ("", []), ("<p></p>", []), ("<br><br>", []),
    ])
    func elements(_ source: String, _ expected: [String]) throws {
        #expect(try texts(source) == expected)
    }

    @Test func languages() throws {
        let elements = try all("<html lang=en><p>a <i lang=fr>b <b xml:lang=de>c</b></i> d</p><p lang=''>e</p>")
        guard case .text(.body, let segments) = try #require(elements.first).kind else { return #expect(Bool(false)) }
        #expect(segments.map(\.text) == ["a ", "b ", "c", " d"])
        #expect(segments.map(\.attributes.language) == ["en", "fr", "de", "en"])
        #expect(segments.map(\.locator.text.before) == [nil, "a ", "a b ", "a b c "])
    }

    @Test func media() throws {
        let elements = try all(
            "<video><source src='a.mp4' type='video/mp4'><source src='../b.webm'></video><audio></audio>")
        #expect(elements.count == 1)
        let link = try #require(elements.first?.embeddedLink)
        #expect(link.href == "dir/a.mp4" && link.type == "video/mp4")
        #expect(link.alternates.map(\.href) == ["b.webm"])
    }

    @Test func bothDirections() throws {
        let source = "<p id=a>a</p><p id=b>b</p><p id=c>c <i id=i>d</i></p>"
        var iterator = try iterator(source, selector: "#i")
        #expect(iterator.next()?.text == "c d")
        #expect(!iterator.hasNext)
        #expect(iterator.previous()?.text == "b")
        #expect(iterator.previous()?.locator.locations.totalProgression == 0.5)
        #expect(iterator.previous() == nil)
        #expect(iterator.next()?.text == "b")
        var end = try self.iterator(source, progression: 1)
        #expect(end.previous()?.text == "c d")
        #expect(end.previous()?.text == "b")
        for selector in ["#nothing", "p:hover", "##", "", "p:nth-child(999999999999999999999)", "p >", "> p", "p,b"] {
            var iterator = try self.iterator(source, selector: selector)
            #expect(iterator.next()?.text == "a")
        }
    }

    @Test func aProgressionLeadsToTheContentInFrontOfIt() throws {
        let count = 29
        let source = (0..<count).map { "<p>\($0)</p>" }.joined()
        for number in 1..<count {
            var at = try iterator(source, progression: Double(number) / Double(count))
            #expect(at.next()?.text == "\(number - 1)")
            var behind = try iterator(source, progression: (Double(number) / Double(count)).nextUp)
            #expect(behind.next()?.text == "\(number)")
        }
    }

    @Test(arguments: [
        "p:nth-child(2)", "body > p.x", "html > body > :nth-child(2)", ":root .x", "P.x", "p:nth-of-type(2)",
        "html p#\\62 ", "body p:nth-child( 2 ).x",
    ])
    func selectors(_ selector: String) throws {
        var iterator = try iterator(
            "<!DOCTYPE html><html><body><p>a</p><p id=b class='y x'>b</p></body></html>", selector: selector)
        #expect(iterator.next()?.text == "b")
    }

    /// A selector leads back to where it came from.
    @Test func selectorsAreUnderstood() throws {
        let source = """
            <html><body><div class="a b">1</div><div class="a">2</div><p id="same">3</p><p id="same">4</p>
            <p id="1.x">5</p>
            <p class="1 :x">6</p><section><p>7</p><h1>8</h1></section></body></html>
            """
        for element in try all(source) {
            var iterator = try iterator(source, selector: element.locator.locations.cssSelector)
            #expect(iterator.next() == element)
        }
    }

    @Test func jsonInAndOut() throws {
        let elements = try all("<p lang=en>a</p><img src=a.png alt=b><audio src=a.mp3></audio><video src=v></video>")
        #expect(elements.count == 4)
        for element in elements {
            var json = JSONWriter()
            element.write(to: &json)
            let value = try JSONParser.parse(json.finish().text, source: "element", maxDepth: 16)
            #expect(try ContentElement(JSONReader(value, source: "element")) == element)
        }
    }

    // MARK: Hostile input

    @Test(arguments: [
        ("", "<p>a</p>", 20_000), ("", "<div>a", 20_000), ("", "<p class='a b c d' id=x>a", 10_000),
        ("", "<i lang=a>a", 10_000), ("<p>", "<b> </b>", 20_000), ("<p>", "a", 1_000_000),
        ("a<p class='", "a b ", 100_000),
        ("a<", "a", 1_000_000), ("a<p id=", "a", 1_000_000), ("", "<br>a", 20_000), ("", " <b>a</b> ", 20_000),
        ("<video>", "<source src=a>", 20_000), ("<div><div><div><div><div><div>", "<p>a", 20_000),
    ])
    func manyOrLarge(_ start: String, _ pattern: String, _ count: Int) throws {
        let source = start + String(repeating: pattern, count: count) + "<p>a"
        var iterator = try iterator(source)
        var found = 0
        var longest = 0
        while let element = iterator.next() {
            longest = max(longest, element.locator.locations.cssSelector?.utf8.count ?? 0)
            found += 1
        }
        #expect(found == iterator.count && found > 0)
        #expect(longest < 65_536)
    }

    @Test func longSelectors() throws {
        let source = String(repeating: "<p>", count: 1_000) + String(repeating: "<div>", count: 2_000) + "a"
        for selector in [
            String(repeating: "div ", count: 60), String(repeating: "div > ", count: 100_000),
            String(repeating: ":root", count: 100_000), String(repeating: "\\", count: 100_000),
        ] {
            #expect(try iterator(source, selector: selector).count > 0)
        }
    }
}
