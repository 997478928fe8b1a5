// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct LocatorCollectionTests {
    private func read(_ text: String) throws -> (collection: LocatorCollection?, warnings: [Warning]) {
        let json = try JSONParser.parse(text, source: "collection")
        var reader = ManifestReader(JSONReader(json, source: "collection"))
        let collection = LocatorCollection(json, &reader)
        return (collection, reader.log.warnings)
    }

    @Test func nothingIsLostOnTheWay() throws {
        let text = """
            {"metadata":{"title":{"en":"A","fr":"B"},"numberOfItems":3,"mine":[1]},"links":[{"href":"s?q=1&page=2",\
            "rel":["next"]}],"locators":[{"href":"a","type":"text/html","mine":{}}],"other":null}
            """
        let (collection, warnings) = try read(text)
        var json = JSONWriter()
        collection?.write(to: &json)
        #expect(json.finish().text == text)
        #expect(warnings.isEmpty)
        #expect(collection?.metadata.title?.text(in: "fr") == "B")
    }

    @Test func whatIsWrongIsLeftOut() throws {
        let (collection, warnings) = try read(
            """
            {"metadata":[],"links":[{}],"locators":[7,{"href":"a"},{"href":"b","type":"x/y","locations":{"position":-1}}]}
            """)
        #expect(collection?.locators.map(\.href) == ["b"])
        #expect(collection?.links.isEmpty == true && collection?.metadata == LocatorCollection.Metadata())
        #expect(warnings.map { $0.path.last } == ["/metadata", "/links/0", "/locators/0", "/locators/1"])
        #expect(try read("[]").collection == nil)
        #expect(try read("{}").collection == LocatorCollection())
    }
}
