// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The spreads of a publication in a view (schema `spreads`).
public struct SpreadArrangement: Sendable, Equatable {
    private struct Slot: Sendable, Equatable {
        let spread: Spread
        /// The side of the first page in reading order; the second one is opposite.
        let side: Presentation.Page
    }

    /// Whether pages may be paired.
    public let isEnabled: Bool
    private let places: [Slot]

    public init(of manifest: Manifest, _ settings: Settings, in viewport: Viewport?) {
        let isEnabled = settings.pairsPages(in: viewport)
        let settings = settings.on(.fixed)
        let spread = Presentation(manifest.metadata).spread
        let isDesigned = spread == .landscape || spread == .both
        let pages = manifest.readingOrder.map { link in
            SpreadPage(
                layout: link.layout ?? settings.kind.layout ?? .reflowable,
                side: SpreadArrangement.side(of: link, isDesigned: isDesigned))
        }
        let declared = manifest.metadata.pageProgression
        let preferred =
            settings.rendered("readingProgression").string.flatMap(ReadingProgression.init(text:)) ?? declared
        let spreads = Spreads.make(
            of: pages, progression: declared, isEnabled: isEnabled,
            offsetFirstPage: settings.rendered("offsetFirstPage").bool)
        self.isEnabled = isEnabled
        places = spreads.map { spread in
            // Pages designed for a side stay there; others follow the reader's preferred direction.
            let isMadeForSides = spread.indices.contains { pages.indices.contains($0) && pages[$0].side != nil }
            let sides = spread.sides(isMadeForSides ? declared : preferred)
            return Slot(spread: spread, side: sides.map { $0.left == spread.first ? .left : .right } ?? .center)
        }
    }

    /// The side that a page declares.  A page that declares `spread: none` is alone.  So is a page that is wider than
    /// tall, which usually is a double page, unless it or the publication declares that pages are paired.
    private static func side(of link: Link, isDesigned: Bool) -> Presentation.Page? {
        let spread = link.properties["spread"]
        if spread == "none" { return .center }
        if let side = link.properties["page"]?.string { return Presentation.Page(rawValue: side) }
        guard spread == nil, !isDesigned, let width = link.more.width, let height = link.more.height else { return nil }
        return width > height ? .center : nil
    }

    /// In reading order.
    public var spreads: [Spread] { places.map(\.spread) }

    /// - Parameter readingOrder: the reading order of the same publication.
    func write(_ readingOrder: [Link], to json: inout JSONWriter) {
        json.beginObject()
        json.member("isEnabled", isEnabled)
        json.key("spreads")
        json.beginArray()
        for place in places {
            json.beginObject()
            json.key("resources")
            json.beginArray()
            write(place.spread.first, place.side, readingOrder, to: &json)
            if let second = place.spread.second {
                write(second, place.side == .left ? .right : .left, readingOrder, to: &json)
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func write(_ index: Int, _ page: Presentation.Page, _ readingOrder: [Link], to json: inout JSONWriter) {
        guard readingOrder.indices.contains(index) else { return }
        json.beginObject()
        json.member("href", readingOrder[index].href)
        json.member("index", index)
        json.member("page", page.rawValue)
        json.endObject()
    }
}

extension Settings {
    /// Whether pages are paired: the setting `spread` is active, and the view has room for two.
    func pairsPages(in viewport: Viewport?) -> Bool {
        guard let row = table.row("spread"), on(.fixed).isActive(row) else { return false }
        return Spreads.isEnabled(self["spread"], in: viewport)
    }
}
