// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The possible targets of links to notes: the resources of a publication, with their indices in the reading order.
public struct FootnoteResources: Sendable {
    /// The indices in the reading order; -1 for other resources.
    private var numbers: [String: Int] = [:]
    private let similar: @Sendable (String) -> String?

    /// - Parameter similar: the href of the file that a reference means if it leads to none as it is written.
    public init(_ manifest: Manifest, similar: @escaping @Sendable (String) -> String?) {
        self.similar = similar
        for (number, link) in manifest.readingOrder.enumerated() { add(link, number) }
        for link in manifest.resources { add(link, -1) }
    }

    private mutating func add(_ link: Link, _ number: Int) {
        let href = Href.withoutFragment(link.href)
        guard numbers[href] == nil else { return }
        numbers[href] = number
    }

    /// The href itself, or that of the file that it means.
    func href(_ href: String) -> String? {
        if numbers[href] != nil { return href }
        return similar(href).flatMap { numbers[$0] == nil ? nil : $0 }
    }

    /// An href with a fragment, in the spelling of the publication.
    public func spelled(_ href: String) -> String {
        let resource = Href.withoutFragment(href)
        guard numbers[resource] == nil, let known = self.href(resource) else { return href }
        return known + String(Substring(href.utf8.dropFirst(resource.utf8.count)))
    }

    func number(of href: String) -> Int? { numbers[href].flatMap { $0 < 0 ? nil : $0 } }
}
