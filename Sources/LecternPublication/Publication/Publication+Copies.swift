// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Publication {
    /// The indices of links whose bytes equal those of an earlier link.  An archive may have many names for one entry,
    /// which is only read once.
    func copies(in links: [Link]) -> Set<Int> {
        var copies: Set<Int> = []
        guard host?.services.isEmpty ?? true else { return copies }
        var first: [UInt32: String] = [:]
        for (number, link) in links.enumerated() {
            let href = String(Href.path(Href.normalized(link.href)))
            guard let entry = entry(at: href) else { continue }
            // A container supports this for all entries or for none.
            guard let place = container.place(of: entry) else { break }
            if let known = first[place] {
                // Several links to the same resource are not copies.
                if known != href { copies.insert(number) }
            } else {
                first[place] = href
            }
        }
        return copies
    }
}
