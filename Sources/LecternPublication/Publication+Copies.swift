// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Publication {
    /// The numbers of the links whose bytes are those of a link in front of them: an archive may have any number of names
    /// for one entry, and to read it once is enough.
    func copies(in links: [Link]) -> Set<Int> {
        var copies: Set<Int> = []
        guard !hasHostServices else { return copies }
        var first: [UInt32: String] = [:]
        for (number, link) in links.enumerated() {
            let href = String(Href.path(Href.normalized(link.href)))
            guard let entry = entry(at: href) else { continue }
            // A container says it of all entries or of none.
            guard let place = container.place(of: entry) else { break }
            if let known = first[place] {
                // The same resource may be read more than once, and says so.
                if known != href { copies.insert(number) }
            } else {
                first[place] = href
            }
        }
        return copies
    }
}
