// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct ManifestTests {
    @Test func aManifestIsWrittenInTheOrderOfTheSpecification() {
        var metadata = Metadata(title: LocalizedString("Moby-Dick"))
        metadata.languages = ["en"]
        metadata.contributors.add(Contributor(name: LocalizedString("Melville"), sortAs: "M"), as: .author)
        metadata.readingProgression = .ltr
        var manifest = Manifest(metadata: metadata)
        var chapter = Link(href: "c1.xhtml", type: MediaType.xhtml)
        chapter.properties["layout"] = "fixed"
        manifest.readingOrder = [chapter]
        manifest.toc = [Link(href: "c1.xhtml", title: "\"One\"", children: [Link(href: "c1.xhtml#a", title: "A")])]
        manifest.collections = [
            PublicationCollection(role: "pageList", links: []),
            PublicationCollection(role: "landmarks", links: [Link(href: "c1.xhtml", rels: ["start"])]),
        ]
        #expect(
            manifest.json.text == """
                {"@context":"https://readium.org/webpub-manifest/context.jsonld",\
                "metadata":{"title":"Moby-Dick","language":["en"],"author":[{"name":"Melville","sortAs":"M"}],\
                "readingProgression":"ltr"},"links":[],\
                "readingOrder":[{"href":"c1.xhtml","type":"application/xhtml+xml","properties":{"layout":"fixed"}}],\
                "toc":[{"href":"c1.xhtml","title":"\\"One\\"","children":[{"href":"c1.xhtml#a","title":"A"}]}],\
                "landmarks":[{"href":"c1.xhtml","rel":["start"]}]}
                """)
    }

    @Test func aTextWithoutLanguageIsAPlainString() {
        var title = LocalizedString("Alice", language: "en")
        #expect(title.withoutSoleLanguage == LocalizedString("Alice"))
        title.add("Alice encore", language: "en")
        #expect(title.translations.count == 1)
        title.add("Alice au pays", language: "fr")
        var json = JSONWriter()
        title.write(to: &json)
        #expect(json.finish().text == "{\"en\":\"Alice\",\"fr\":\"Alice au pays\"}")
    }

    @Test func aLocatorKeepsWhatItDoesNotKnow() throws {
        let text = """
            {"href":"a%20b.xhtml","type":"text/html","locations":{"progression":0.5,"x":[1]},"text":{"highlight":"h"},"y":{}}
            """
        let locator = try Locator(JSONReader(JSONParser.parse(text, source: "locator"), source: "locator"))
        var json = JSONWriter()
        locator.write(to: &json)
        #expect(json.finish().text == text)
    }

    @Test(arguments: [
        ("{}", "locator"), ("{\"href\":1,\"type\":\"a/b\"}", "locator > /href"),
        ("{\"href\":\"a\",\"type\":\"ab\"}", "locator > /type"),
        ("{\"href\":\"a\",\"type\":\"a/b\",\"locations\":[]}", "locator > /locations"), ("[]", "locator"),
    ])
    func aLocatorThatIsNoneSaysWhere(_ text: String, _ path: String) throws {
        let json = JSONReader(try JSONParser.parse(text, source: "locator"), source: "locator")
        do {
            _ = try Locator(json)
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.status == .json && error.pathText == path)
        }
    }
}
