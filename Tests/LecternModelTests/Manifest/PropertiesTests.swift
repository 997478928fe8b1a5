// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct PropertiesTests {
    private func properties(_ text: String) throws -> Properties {
        Properties(try JSONParser.parse(text, source: "properties").object ?? JSONObject())
    }

    @Test(arguments: [
        #"{"page":"middle"}"#, #"{"page":1}"#, #"{"clipped":"true"}"#, #"{"contains":{"js":1}}"#, #"{"contains":[1]}"#,
        #"{"encrypted":{"compression":"deflate"}}"#, #"{"encrypted":[]}"#, #"{"numberOfItems":-1}"#,
        #"{"numberOfItems":1e30}"#, #"{"numberOfItems":2.5}"#, #"{"price":{"currency":"EUR","value":-1}}"#,
        #"{"price":{"currency":1,"value":1}}"#, #"{"indirectAcquisition":{"type":"a/b"}}"#,
        #"{"indirectAcquisition":[{"child":[{"type":"a/b"}]}]}"#, #"{"holds":5}"#, #"{"copies":[]}"#,
        #"{"availability":{"state":"lost"}}"#, #"{"layout":"Fixed"}"#,
        #"{"https://readium.org/webpub-manifest/properties#archive":{"entryLength":-1,"isEntryCompressed":true}}"#,
    ])
    func whatIsNotUnderstoodIsAbsent(_ json: String) throws {
        let properties = try properties(json)
        #expect(properties.page == nil && properties.clipped == nil && properties.contains.isEmpty)
        #expect(properties.encryption == nil && properties.numberOfItems == nil && properties.price == nil)
        #expect(properties.indirectAcquisitions.isEmpty && properties.holds == nil && properties.copies == nil)
        #expect(properties.availability == nil && properties.archive == nil && properties.layout == nil)
        #expect(JSONWriter.text(of: .object(properties.json)).text.count > 2)
    }

    @Test func partsThatAreWrongTakeNothingFromTheRest() throws {
        let properties = try properties("""
            {"holds":{"total":3,"position":-1},"encrypted":{"algorithm":"a","original-length":7,"compression":1},\
            "indirectAcquisition":[{"type":"a"},5,{"type":"b","child":[{},{"type":"c"}]}],"contains":["js",2,"js","svg"]}
            """)
        #expect(properties.holds?.total == 3 && properties.holds?.position == nil)
        #expect(properties.encryption == Encryption(algorithm: "a", originalLength: 7))
        #expect(properties.indirectAcquisitions == [
            Acquisition(type: "a"), Acquisition(type: "b", children: [Acquisition(type: "c")]),
        ])
        #expect(properties.contains == ["js", "svg"])
    }

    // MARK: Presentation

    @Test func gapsAreFilled() {
        var link = Link(href: "a")
        var metadata = Metadata(title: LocalizedString(""))
        #expect(Presentation(metadata).layoutOf(link) == .reflowable)
        metadata.layout = .fixed
        #expect(Presentation(metadata).layoutOf(link) == .fixed)
        metadata.presentation = ["layout": "reflowable", "fit": "huge", "clipped": true]
        #expect(Presentation(metadata).layoutOf(link) == .reflowable)
        link.properties["layout"] = "fixed"
        #expect(Presentation(metadata).layoutOf(link) == .fixed)
        var json = JSONWriter()
        Presentation(metadata).withDefaults.write(to: &json)
        #expect(json.finish().text == """
            {"clipped":true,"continuous":true,"fit":"contain","orientation":"auto","overflow":"auto","spread":"auto",\
            "layout":"reflowable"}
            """)
    }

    @Test(arguments: [
        ([], "ltr"), ([""], "ltr"), (["und", "ar"], "ltr"), (["AR-eg"], "rtl"), (["ar", "en"], "ltr"), (["ar", "fa"], "ltr"),
        (["zh-Hant"], "rtl"), (["zh"], "ltr"), (["ar-Latn"], "ltr"),
    ])
    func theOnlyLanguageGivesTheDirection(_ languages: [String], _ expected: String) {
        var metadata = Metadata(title: LocalizedString(""))
        metadata.languages = languages
        #expect(metadata.effectiveReadingProgression.rawValue == expected)
        metadata.readingProgression = .ttb
        #expect(metadata.effectiveReadingProgression == .ttb)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }
}
