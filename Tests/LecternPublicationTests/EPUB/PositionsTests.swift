// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives
import Testing

import LecternPublication

@Suite struct PositionsTests {
    /// A book with stored chapters of these sizes in bytes.
    private func positions(_ sizes: [Int], spine: (Int) -> String = { _ in "" }, metadata: String = "") throws
        -> Positions
    {
        var book = Book()
        book.manifest = sizes.indices.map {
            #"<item id="c\#($0)" href="c\#($0).xhtml" media-type="application/xhtml+xml"/>"#
        }
        .joined()
        book.spine = sizes.indices.map { #"<itemref idref="c\#($0)" \#(spine($0))/>"# }.joined()
        book.metadata = metadata
        book.chapters = []
        book.files = sizes.enumerated().filter { $0.element >= 0 }.map {
            ("OEBPS/c\($0.offset).xhtml", String(repeating: "x", count: $0.element))
        }
        let container = try book.open()
        let parsed = try EPUBFormat.parse(container, limits: Limits())
        return try Positions(manifest: parsed.manifest, container: container, entryPaths: parsed.entryPaths)
    }

    @Test func aPositionForEachKilobyte() throws {
        #expect(
            try positions([0, 1, 1023, 1024, 1025, 2048, 2049, 10240, 10241]).counts == [1, 1, 1, 1, 2, 2, 3, 10, 11])
    }

    @Test func oneForWhatIsNotThere() throws {
        let positions = try positions([-1, 10])
        #expect(positions.counts == [1, 1])
        #expect(
            positions.jsonByReadingOrder.text == """
                [[{"href":"OEBPS/c0.xhtml","type":"application/xhtml+xml",\
                "locations":{"progression":0.0,"position":1,"totalProgression":0.0}}],\
                [{"href":"OEBPS/c1.xhtml","type":"application/xhtml+xml",\
                "locations":{"progression":0.0,"position":2,"totalProgression":0.5}}]]
                """)
        #expect(try self.positions([-1]).counts == [1])
    }

    @Test func oneForAFixedPage() throws {
        let fixed = #"<meta property="rendition:layout">pre-paginated</meta>"#
        #expect(try positions([5000, 5000, -1], metadata: fixed).counts == [1, 1, 1])
        let mixed = try positions(
            [5000, 5000], spine: { $0 == 1 ? #"properties="rendition:layout-reflowable""# : "" }, metadata: fixed)
        #expect(mixed.counts == [1, 5])
        let other = try positions(
            [5000, 5000], spine: { $0 == 0 ? #"properties="rendition:layout-pre-paginated""# : "" })
        #expect(other.counts == [1, 5])
    }

    @Test func locatorsCountThrough() throws {
        let json = try JSONParser.parse(try positions([1500, 3000, 10]).json.text, source: "positions")
        #expect(json.object?["total"] == 6)
        let locations = (json.object?["positions"]?.array ?? []).compactMap { $0.object?["locations"]?.object }
        #expect(locations.map { $0["position"]?.integer } == [1, 2, 3, 4, 5, 6])
        #expect(locations.map { $0["progression"]?.number } == [0, 0.5, 0, 1.0 / 3, 2.0 / 3, 0])
        let expected = (0..<6).map { Double($0) / 6 }
        #expect(locations.compactMap { $0["totalProgression"]?.number } == expected)
    }
}
