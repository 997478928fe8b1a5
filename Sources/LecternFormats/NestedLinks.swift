// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Link {
    /// Links in document order, nested by the levels of their headings.
    static func nested(_ headings: [(level: Int, link: Link)]) -> [Link] {
        var place = 0
        return nested(headings, above: 0, &place)
    }

    private static func nested(
        _ headings: [(level: Int, link: Link)], above level: Int, _ place: inout Int
    ) -> [Link] {
        var links: [Link] = []
        while place < headings.count, headings[place].level > level {
            let own = headings[place].level
            var link = headings[place].link
            place += 1
            link.children = nested(headings, above: own, &place)
            links.append(link)
        }
        return links
    }
}
