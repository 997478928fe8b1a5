// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// The combined layout of all items of a reading order.
    public enum ReadingOrderLayout: String, Sendable, CaseIterable {
        case allFixed
        case allReflowable
        case mixed
    }

    /// The combined layout of the items that have one; nil if there are no such items, as in an audiobook.
    public var readingOrderLayout: ReadingOrderLayout? {
        let presentation = Presentation(metadata)
        var found: ReadingOrderLayout?
        for link in readingOrder {
            guard let layout = Manifest.layout(of: link, presentation) else { continue }
            let one: ReadingOrderLayout = layout == .fixed ? .allFixed : .allReflowable
            if found ?? one != one { return .mixed }
            found = one
        }
        return found
    }

    /// Returns the layout of an item: the one that it declares, that of the metadata, or the one implied by its media
    /// type; nil for audio and video.
    private static func layout(of link: Link, _ presentation: Presentation) -> Layout? {
        if LinkFilter(kind: .audio).matches(link) || LinkFilter(kind: .video).matches(link) { return nil }
        if let said = link.layout ?? presentation.layout { return said }
        let hasPages =
            LinkFilter(kind: .bitmap).matches(link)
            || LinkFilter(types: MediaType(MediaType.pdf).map { [$0] }).matches(link)
        return hasPages ? .fixed : .reflowable
    }

    /// The layout of the publication as a whole.  A layout that all items share takes precedence over the metadata,
    /// since many fixed-layout EPUBs declare it only on each item.
    public var layout: Layout {
        switch readingOrderLayout {
        case .allFixed: .fixed
        case .allReflowable: .reflowable
        case .mixed, nil: Presentation(metadata).layout ?? .reflowable
        }
    }
}
