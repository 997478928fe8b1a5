// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct LocationsTests {
    private func locations(_ text: String) throws -> Locator.Locations {
        Locator.Locations(try JSONParser.parse(text, source: "locations").object ?? JSONObject())
    }

    private func text(_ object: JSONObject) -> String { JSONWriter.text(of: .object(object)).text }

    @Test(arguments: [
        #"{"progression":1.0000001}"#, #"{"progression":-0.1}"#, #"{"progression":"0.5"}"#, #"{"progression":null}"#,
        #"{"position":0}"#, #"{"position":-1}"#, #"{"position":1.5}"#, #"{"position":1e300}"#,
        #"{"position":99999999999999999999999}"#, #"{"totalProgression":25.32}"#, #"{"fragments":"a"}"#,
        #"{"fragments":[1,null]}"#, #"{"fragment":7}"#, #"{"cssSelector":[]}"#, #"{"domRange":{"start":{}}}"#,
        #"{"domRange":{"start":{"cssSelector":"p","textNodeIndex":1e99}}}"#,
    ])
    func whatCannotBeIsKeptButCountsForNothing(_ json: String) throws {
        let locations = try locations(json)
        #expect(locations.progression == nil && locations.position == nil && locations.totalProgression == nil)
        #expect(locations.fragments.isEmpty && locations.cssSelector == nil && locations.domRange == nil)
        #expect(locations.json.count == 1)
        #expect(locations.normalized.json.isEmpty)
    }

    @Test func theNormalFormHasTodaysSpellingInAFixedOrder() throws {
        let old = try locations(
            """
            {"mine":{"a":[1]},"position":3,"domRange":{"end":null,"start":{"offset":7,"textNodeIndex":0,"cssSelector":"p"}},\
            "fragment":"b","fragments":["a"],"progression":1,"partialCfi":"/4"}
            """)
        #expect(old.fragments == ["a", "b"])
        #expect(
            text(old.normalized.json) == """
                {"fragments":["a","b"],"progression":1.0,"position":3,"partialCfi":"/4",\
                "domRange":{"start":{"cssSelector":"p","textNodeIndex":0,"charOffset":7}},"mine":{"a":[1]}}
                """)
        #expect(old.normalized.normalized == old.normalized)
    }

    @Test(arguments: [#"{"cssSelector":"q"}"#, #"{"cssSelector":"q","textNodeIndex":-1}"#, "7", "[]", "null"])
    func anEndThatCannotBeTakesNothingFromTheStart(_ end: String) throws {
        let range = #"{"start":{"cssSelector":"i","textNodeIndex":2},"end":\#(end)}"#
        let found = try locations(#"{"domRange":\#(range)}"#).domRange
        #expect(found == DOMRange(start: DOMRange.Point(cssSelector: "i", textNodeIndex: 2)))
    }

    @Test(arguments: [
        (#""charOffset":3,"offset":8"#, 3), (#""charOffset":-3,"offset":8"#, 8), (#""charOffset":"3""#, nil),
        (#""offset":0.5"#, nil), (#""offset":0"#, 0),
    ])
    func theOffsetIsTheFirstThatCanBe(_ members: String, _ offset: Int?) throws {
        let found = try locations(#"{"domRange":{"start":{"cssSelector":"i","textNodeIndex":0,\#(members)}}}"#).domRange
        #expect(found?.start.cssSelector == "i")
        #expect(found?.start.charOffset == offset)
    }

    @Test func changingOneThingLeavesTheRest() throws {
        var locations = try locations(#"{"fragment":"x","position":1,"mine":2}"#)
        locations.fragments = ["page=3"]
        locations.position = nil
        locations.progression = 0.5
        #expect(text(locations.json) == #"{"mine":2,"fragments":["page=3"],"progression":0.5}"#)
        locations.other = JSONObject([.init(key: "progression", value: 7), .init(key: "yours", value: true)])
        #expect(text(locations.json) == #"{"fragments":["page=3"],"progression":0.5,"yours":true}"#)
    }

    @Test func aLinkIsAPlace() {
        let link = Link(href: "c.xhtml#p%20q", type: "text/html", title: "T")
        #expect(Locator(link)?.href == "c.xhtml")
        #expect(Locator(link)?.locations.fragments == ["p%20q"])
        #expect(Locator(Link(href: "c.xhtml#", type: "text/html"))?.locations.json.isEmpty == true)
        #expect(Locator(Link(href: "c.xhtml")) == nil)
    }

    // MARK: Fragments

    @Test(
        arguments: [
            ("t=10,20", 10, 20), ("t=,2.5", nil, 2.5), ("#t=npt:1:02:05.5", 3725.5, nil), ("a=1&t=02:05", 125, nil),
            ("t=1,x", 1, nil), ("t=3,1", 3, 1),
        ] as [(String, Double?, Double?)])
    func times(_ fragment: String, _ begin: Double?, _ end: Double?) {
        let time = Fragments(["id", fragment]).time
        #expect(time?.begin == begin && time?.end == end)
    }

    @Test(arguments: [
        "t=", "t", "t=,", "t=nan", "t=inf", "t=0x10", "t=1e5", "t=-1", "t=1:2:3:4", "t=1..2", "xt=1", "t=.", "",
        "t=99999999999999999999999999999999999",
    ])
    func noTimes(_ fragment: String) { #expect(Fragments([fragment]).time == nil) }

    @Test func placesOnPagesAndImages() {
        let fragments = Fragments(["page=12&viewrect=50,50,640,480", "xywh=percent:25,25,50,50"])
        #expect(fragments.page == 12)
        #expect(fragments.viewRect.map { [$0.x, $0.y, $0.width, $0.height] } == [50, 50, 640, 480])
        #expect(
            fragments.space.map { [$0.rectangle.x, $0.rectangle.y, $0.rectangle.width, $0.rectangle.height] } == [
                25, 25, 50, 50,
            ])
        #expect(fragments.space?.isPercent == true)
        #expect(fragments.htmlID == nil)
        #expect(Fragments(["xywh=pixel:1,2,3,4"]).space?.isPercent == false)
        for wrong in [
            "page=0", "page=-1", "page=99999999999999999999", "viewrect=1,2,3", "xywh=1,2,3,4,5", "xywh=a,b,c,d",
        ] {
            let fragments = Fragments([wrong])
            #expect(fragments.page == nil && fragments.viewRect == nil && fragments.space == nil, "\(wrong)")
        }
    }

    @Test func elements() {
        #expect(Fragments(["", "t=1", "#chapter"]).htmlID == "chapter")
        #expect(Fragments(["name=a&id=b"]).htmlID == "b")
        #expect(Fragments(["name=a"]).htmlID == "a")
        #expect(Fragments(["id="]).htmlID == nil)
    }
}
