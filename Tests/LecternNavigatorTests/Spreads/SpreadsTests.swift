// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct SpreadsTests {
    static let sides: [Presentation.Page?] = [nil, .left, .right, .center]

    /// In all combinations, every page is shown once, in order; pairs are complementary and fixed.
    @Test func everyPageOnce() {
        for world in 0..<(4 * 4 * 4 * 4 * 3 * 2 * 2) {
            let pages = (0..<4).map { page in
                let digit = world >> (2 * page) & 3
                let layout: Layout = page == 2 && world & 256 != 0 ? .reflowable : .fixed
                return SpreadPage(layout: layout, side: SpreadsTests.sides[digit])
            }
            let progression: ReadingProgression? = world & 512 == 0 ? .rtl : nil
            let offset: Bool? = [nil, true, false][world / 1024]
            let spreads = Spreads.make(of: pages, progression: progression, isEnabled: true, offsetFirstPage: offset)
            #expect(spreads.flatMap(\.indices) == [0, 1, 2, 3])
            for spread in spreads {
                guard let second = spread.second else { continue }
                #expect(pages[spread.first].layout == .fixed && pages[second].layout == .fixed)
                #expect(pages[second].side != .center)
                #expect(spread.first != 0 || offset != true)
                let (one, other) = (pages[spread.first].side, pages[second].side)
                #expect(spread.first == 0 || one != other || other == nil)
            }
        }
    }

    @Test func manyPages() {
        let pages = Array(repeating: SpreadPage(layout: .fixed, side: nil), count: 200_001)
        let spreads = Spreads.make(of: pages, progression: .rtl, isEnabled: true, offsetFirstPage: nil)
        #expect(spreads.count == 100_001)
        #expect(spreads.last?.indices == [199_999, 200_000])
    }

    @Test func offsetOfTheFirstPage() {
        let pages = [Presentation.Page?.some(.right), .left, .right].map { SpreadPage(layout: .fixed, side: $0) }
        func indices(_ offset: Bool?) -> [[Int]] {
            Spreads.make(of: pages, progression: .ltr, isEnabled: true, offsetFirstPage: offset).map(\.indices)
        }
        #expect(indices(nil) == [[0], [1, 2]])
        #expect(indices(true) == [[0], [1, 2]])
        #expect(indices(false) == [[0], [1, 2]])
    }

    @Test func mixedLayoutsOfAManifest() throws {
        var manifest = Manifest(metadata: Metadata(title: LocalizedString("Book")))
        manifest.metadata.layout = .fixed
        manifest.metadata.readingProgression = .rtl
        manifest.readingOrder = (0..<5).map { Link(href: "\($0).xhtml") }
        manifest.readingOrder[1].properties["page"] = "right"
        manifest.readingOrder[4].properties["layout"] = "reflowable"
        let settings = try settings(#"{"spread":"auto"}"#, book("ja", "rtl", layout: .fixed))
        let wide = try options(#"{"viewport":{"width":800,"height":600}}"#).viewport
        let spreads = SpreadArrangement(of: manifest, settings, in: wide).spreads
        #expect(spreads.map(\.indices) == [[0], [1, 2], [3], [4]])
        #expect(SpreadArrangement(of: manifest, settings, in: nil).spreads.count == 5)
        #expect(Spread(1, 2).sides(.rtl)?.left == 2)
        #expect(Spread(1).sides(.rtl) == nil)
    }
}
