// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Resolves locators, links and progressions in a publication (Readium, Locator Service).
public struct LocatorService: Sendable {
    private let manifest: Manifest
    private let positions: Positions

    public init(_ manifest: Manifest, positions: Positions) {
        self.manifest = manifest
        self.positions = positions
    }

    /// The locator itself, if its resource is in the publication.  A locator from another edition is resolved by its
    /// total progression.
    public func locate(_ locator: Locator) -> Locator? {
        if manifest.link(withHREF: locator.href) != nil { return locator }
        return locator.locations.totalProgression.flatMap(locate(totalProgression:))?.withTexts(of: locator)
    }

    /// The beginning of the resource that a link refers to, or the fragment in it.
    public func locate(_ link: Link) -> Locator? {
        let href = Href.withoutFragment(link.href)
        guard let resource = manifest.link(withHREF: href), let type = resource.type else { return nil }
        return Locator(
            href: Href.withoutFragment(resource.href), type: type, title: resource.title ?? link.title,
            locations: Locator.Locations(ofTarget: link.href))
    }

    /// The position at a total progression; nil outside of 0 to 1.
    public func locate(totalProgression: Double) -> Locator? {
        guard (0...1).contains(totalProgression), let index = position(at: totalProgression),
            var locator = positions.locator(at: index), let place = positions.resource(holding: index)
        else { return nil }
        let range = positions.totalProgressions(ofResource: place.resource)
        locator.locations.progression = range?.progression(at: totalProgression)
        locator.locations.totalProgression = totalProgression
        return locator
    }

    /// The last position at or before a total progression.  Positions in a publication may be in any order.
    private func position(at totalProgression: Double) -> Int? {
        let all = positions.totalProgressions
        guard let last = all.last else { return nil }
        if totalProgression >= last { return all.count - 1 }
        return all.indices.dropLast().first { all[$0] <= totalProgression && totalProgression < all[$0 + 1] }
    }
}

extension Locator.Locations {
    /// The fragment of an href, or else the beginning of its resource.
    init(ofTarget href: String) {
        self.init()
        if let fragment = Href.fragment(href), !fragment.isEmpty {
            fragments = [String(fragment)]
        } else {
            progression = 0
        }
    }
}

extension Locator {
    /// Returns this locator with the title and the text of another one.
    func withTexts(of other: Locator) -> Locator {
        var locator = self
        locator.title = other.title
        locator.text = other.text
        return locator
    }
}

extension BuiltInService {
    /// It has no route: locators are resolved by `Publication.locate`.
    static let locator = BuiltInService(name: "locator", links: { _ in [] }, answer: { _, _ in nil })
}
