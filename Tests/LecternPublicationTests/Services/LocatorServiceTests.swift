// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPublication

@Suite struct LocatorServiceTests {
    private func manifest(_ hrefs: [String]) -> Manifest {
        var manifest = Manifest(metadata: Metadata(title: LocalizedString("Title")))
        manifest.readingOrder = hrefs.map { Link(href: $0, type: MediaType.xhtml) }
        return manifest
    }

    /// Four positions in the first item, one in the second, which does not exist, and one in the third.
    private var service: LocatorService {
        let manifest = manifest(["a", "b", "c"])
        let counts = ["a": UInt64(4000), "c": 10]
        let positions = Positions.byLength(manifest.readingOrder, in: Presentation()) { counts[$0.href] }
        return LocatorService(manifest, positions: positions)
    }

    @Test func computedPositions() throws {
        let first = try #require(service.locate(totalProgression: 0.5))
        #expect(first.href == "a")
        #expect(first.locations.position == 4)
        #expect(first.locations.progression == 0.75)
        let last = try #require(service.locate(totalProgression: 1))
        #expect(last.href == "c")
        #expect(last.locations.progression == 1)
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity, -.infinity])
    func noProgression(_ value: Double) {
        #expect(service.locate(totalProgression: value) == nil)
        #expect(AudioLocatorService(readingOrder: []).locate(totalProgression: value) == nil)
    }

    @Test func everyPositionIsItself() {
        let positions = Positions.pages([3, 0, 2], of: manifest(["a", "b", "c"]).readingOrder)
        let all = (0..<7).map { positions.locator(at: $0) }
        #expect(all.map { $0?.href } == ["a", "a", "a", "b", "c", "c", nil])
        let pages = all.map { $0?.locations.fragments }
        #expect(pages == [["page=1"], ["page=2"], ["page=3"], ["page=1"], ["page=1"], ["page=2"], nil])
        #expect(positions.totalProgressions == (0..<6).map { Double($0) / 6 })
        #expect(positions.totalProgressions(ofResource: 0) == 0...0.5)
        #expect(positions.totalProgressions(ofResource: 1) == 0.5...(4.0 / 6))
        #expect(positions.totalProgressions(ofResource: 2) == (4.0 / 6)...1)
        #expect(positions.totalProgressions(ofResource: 9) == nil)
    }

    @Test func publishedPositionsInDisorder() {
        let links = manifest(["a", "b"]).readingOrder
        let locators = [("a", 0.9), ("b", 0.1), ("b", 0.0)].map { href, progression in
            var locations = Locator.Locations()
            locations.totalProgression = progression
            return Locator(href: href, type: MediaType.xhtml, locations: locations)
        }
        let positions = Positions.published(locators, readingOrder: links)
        #expect(positions.totalProgressions(ofResource: 0) == 0.9...0.9)
        let service = LocatorService(manifest(["a", "b"]), positions: positions)
        for step in 0...10 { _ = service.locate(totalProgression: Double(step) / 10) }
    }

    @Test func durationsThatCannotBe() throws {
        var links = manifest(["a", "b", "c", "d"]).readingOrder
        for (index, duration) in [Double.nan, -100, .infinity, 1e300].enumerated() { links[index].duration = duration }
        let found = AudioLocatorService(readingOrder: links).locate(totalProgression: 0.5)
        #expect(found?.href == "d")
        #expect(found?.locations.fragments == ["t=0"])
        links[2].duration = 1e308
        links[3].duration = 1.7e308
        #expect(AudioLocatorService(readingOrder: links).locate(totalProgression: 0.5) == nil)
    }
}
