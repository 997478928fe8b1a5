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
        let pages = manifest.readingOrder.map { link in
            // A page that declares `spread: none` is centered.
            let side = link.properties["spread"] == "none" ? "center" : link.properties["page"]?.string
            return SpreadPage(
                layout: link.layout ?? settings.kind.layout ?? .reflowable,
                side: side.flatMap(Presentation.Page.init(rawValue:)))
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
        guard let row = table.row("spread"), isActive(row) else { return false }
        return Spreads.isEnabled(self["spread"], in: viewport)
    }
}
