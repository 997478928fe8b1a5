// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

/// The entries of a table of contents, each with all entries below it, in order.
struct ReadingSections: Sendable {
    struct Section: Sendable {
        let link: Link
        /// From 0.
        let level: Int
    }

    private(set) var sections: [Section] = []
    /// By the index of the resource in the reading order.
    private(set) var starts: [Int: [SliceCounter.Start]] = [:]

    init(_ manifest: Manifest) {
        var places: [String: Int] = [:]
        for (number, link) in manifest.readingOrder.enumerated().reversed() {
            places[Href.withoutFragment(Href.normalized(link.href))] = number
        }
        add(manifest.toc, level: 0, places)
    }

    /// The parser has limited the nesting.
    private mutating func add(_ links: [Link], level: Int, _ places: [String: Int]) {
        for link in links {
            let href = Href.normalized(link.href)
            if let resource = places[Href.withoutFragment(href)] {
                let fragment = Href.fragment(href).flatMap { $0.isEmpty ? nil : PercentEncoding.decoded($0) }
                starts[resource, default: []].append((sections.count, fragment))
            }
            sections.append(Section(link: link, level: level))
            add(link.children, level: level + 1, places)
        }
    }
}
