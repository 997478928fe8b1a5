// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

extension Publication {
    /// The publication, or a part of it, as Markdown.
    public func markdown(_ options: MarkdownOptions) throws(Failure) -> ByteBuffer {
        let (start, end) = try range(of: options)
        var pages = try ContentPages(self, from: start, tokens: nil, task: "markdown")
        var last = try end.map { end throws(Failure) in try ContentPages(self, from: end, tokens: nil, task: "markdown")
        }
        let stop = try last?.place()
        var writer = MarkdownWriter(most: opening.limits.maxEntrySize)
        let work = work("markdown")
        var written: [String: Range<Int>] = [:]
        while let (link, contents, elements) = try pages.nextPart(before: stop) {
            try contents.add(elements, to: &writer, work)
            written[Href.withoutFragment(link.href)] = elements
        }
        try addMissingNotes(besides: written, to: &writer, work)
        let bytes = try writer.finish()
        return bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
    }

    // MARK: The range

    private func range(of options: MarkdownOptions) throws(Failure) -> (start: Locator?, end: Locator?) {
        if let href = options.href {
            let resource = Href.withoutFragment(Href.normalized(href))
            guard let index = readingOrderIndex(of: resource) else { throw missing(resource) }
            return (place(manifest.readingOrder[index].href), place(after: index))
        }
        if let section = options.section {
            let wanted = Href.normalized(section)
            let sections = ReadingSections(manifest).sections
            guard let index = sections.firstIndex(where: { Href.normalized($0.link.href) == wanted }) else {
                throw Failure(
                    .notFound, "The table of contents has no entry \"\(section.prefix(200))\".", path: [name])
            }
            let next = sections[(index + 1)...].first { $0.level <= sections[index].level }
            return (place(sections[index].link.href), next.map { place($0.link.href) })
        }
        return (options.start, options.end)
    }

    private func readingOrderIndex(of resource: String) -> Int? {
        manifest.readingOrder.firstIndex { Href.withoutFragment(Href.normalized($0.href)) == resource }
    }

    private func place(after index: Int) -> Locator? {
        manifest.readingOrder.indices.contains(index + 1) ? place(manifest.readingOrder[index + 1].href) : nil
    }

    private func place(_ href: String) -> Locator {
        let href = Href.normalized(href)
        let resource = Href.withoutFragment(href)
        let link = manifest.readingOrder.first { Href.withoutFragment(Href.normalized($0.href)) == resource }
        var locator = Locator(href: resource, type: link?.type ?? MediaType.xhtml, title: nil)
        if let fragment = Href.fragment(href), !fragment.isEmpty { locator.locations.fragments = [String(fragment)] }
        return locator
    }

    private func missing(_ resource: String) -> Failure {
        Failure(.notFound, "The reading order has no resource \"\(resource.prefix(200))\".", path: [name])
    }

    // MARK: Notes

    /// Notes that are outside of the range.  Each resource is read once.
    private func addMissingNotes(
        besides written: [String: Range<Int>], to writer: inout MarkdownWriter, _ work: Work
    ) throws(Failure) {
        let missing = writer.missingNotes
        var order: [String] = []
        var targets: [String: [String]] = [:]
        for target in missing {
            let resource = Href.withoutFragment(target)
            if targets[resource] == nil { order.append(resource) }
            targets[resource, default: []].append(target)
        }
        for resource in order {
            guard let link = try? link(withHREF: resource),
                let contents = try contents(of: link, work) as? DocumentContents
            else { continue }
            for target in targets[resource] ?? [] {
                guard let id = Href.fragment(target), let items = contents.note(named: String(id)),
                    !(written[resource]?.contains(items.lowerBound) ?? false)
                else { continue }
                try writer.add(note: contents.markdown(of: items, work), at: target)
            }
        }
    }
}
