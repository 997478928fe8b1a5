// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Pairs the pages of fixed-layout publications.
public enum Spreads {
    /// Pairs consecutive pages unless the publication declares other sides.  A first page without a declared side is
    /// a cover, and stands alone.
    ///
    /// - Parameters:
    ///   - progression: the direction that the publication declares.  The sides of its pages were chosen for it,
    ///     regardless of the reader's preference.
    ///   - offsetFirstPage: true displays the first page alone, false next to the second one.
    public static func make(
        of pages: [SpreadPage], progression: ReadingProgression?, isEnabled: Bool, offsetFirstPage: Bool?
    ) -> [Spread] {
        guard isEnabled else { return pages.indices.map { Spread($0) } }
        let leading = Spread.isReversed(progression) ? Presentation.Page.right : .left
        let trailing = Spread.isReversed(progression) ? Presentation.Page.left : .right
        var spreads: [Spread] = []
        var waiting: Int?
        for (index, page) in pages.enumerated() {
            let side = index == 0 ? firstSide(page, offsetFirstPage) : page.side
            if let first = waiting {
                waiting = nil
                if page.layout == .fixed, side ?? trailing == trailing {
                    spreads.append(Spread(first, index))
                    continue
                }
                spreads.append(Spread(first))
            }
            if page.layout == .fixed, side ?? leading == leading {
                waiting = index
            } else {
                spreads.append(Spread(index))
            }
        }
        if let last = waiting { spreads.append(Spread(last)) }
        return spreads
    }

    private static func firstSide(_ page: SpreadPage, _ offset: Bool?) -> Presentation.Page? {
        switch offset {
        case true?: .center
        case false?: nil
        case nil: page.side ?? .center
        }
    }

    /// Whether two pages fit, by the setting `spread`: `auto` requires a view that is wider than tall, and `portrait`
    /// any other view.
    public static func isEnabled(_ spread: JSON, in viewport: Viewport?) -> Bool {
        switch spread {
        case "always": true
        case "auto": viewport?.isLandscape ?? false
        case "portrait": viewport.map { !$0.isLandscape } ?? false
        default: false
        }
    }
}
