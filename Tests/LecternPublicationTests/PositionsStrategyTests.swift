// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import Testing

import LecternPublication

@Suite struct PositionsStrategyTests {
    private let links = [Link(href: "a", type: "image/png"), Link(href: "b", title: "\"B\"")]

    @Test func oneForEachImage() {
        #expect(
            Positions.perResource(links).json.text == """
                {"total":2,"positions":[{"href":"a","type":"image/png","locations":{"position":1,"totalProgression":0.0}},\
                {"href":"b","type":"image/*","title":"\\"B\\"","locations":{"position":2,"totalProgression":0.5}}]}
                """)
    }

    @Test func oneForEachPageOfSeveralDocuments() {
        let positions = Positions.pages([2, -5, 99], of: links)
        #expect(positions.counts == [2, 1])
        #expect(positions.pageCount(ofResource: 0) == 2 && positions.pageCount(ofResource: 1) == nil)
        #expect(
            positions.jsonByReadingOrder.text == """
                [[{"href":"a","type":"image/png","locations":{"fragments":["page=1"],"progression":0.0,"position":1,\
                "totalProgression":0.0}},{"href":"a","type":"image/png","locations":{"fragments":["page=2"],\
                "progression":0.5,"position":2,"totalProgression":0.3333333333333333}}],[\
                {"href":"b","type":"application/pdf","title":"\\"B\\"","locations":{"fragments":["page=1"],"progression":0.0,\
                "position":3,"totalProgression":0.6666666666666666}}]]
                """)
        #expect(Positions.pages([], of: links).counts == [1, 1])
        #expect(Positions.pages([Int.max, 3], of: links).counts == [1, 3])
    }

    @Test func lengthsMayBeAnything() {
        let lengths: [String: UInt64] = ["a": .max, "b": 0]
        let positions = Positions.byLength(links, in: Presentation()) { lengths[$0.href] }
        #expect(positions.counts == [1, 1])
        #expect(Positions.byLength(links, in: Presentation(), bytesPerPosition: 0) { _ in 5 }.counts == [5, 5])
        #expect(Positions.byLength([], in: Presentation()) { _ in 5 }.json.text == #"{"total":0,"positions":[]}"#)
    }

    @Test func publishedOnesAreSortedByTheReadingOrder() throws {
        let locators = try ["b", "a", "b", "z"].enumerated().map { number, href in
            try Locator(
                JSONReader(["href": .string(href), "type": "x/y", "n": .integer(Int64(number))], source: "locator"))
        }
        let positions = Positions.published(locators, readingOrder: links + links)
        #expect(positions.counts == [1, 2, 0, 0])
        #expect(
            positions.jsonByReadingOrder.text == """
                [[{"href":"a","type":"x/y","n":1}],[{"href":"b","type":"x/y","n":0},{"href":"b","type":"x/y","n":2}],[],[]]
                """)
    }

    @Test func recordingsHaveNone() {
        #expect(Positions.none([Link(href: "a")]).json.text == #"{"total":0,"positions":[]}"#)
        #expect(Positions.none([Link(href: "a")]).jsonByReadingOrder.text == "[[]]")
    }
}
