// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// Returns the links of all collections with this role, one after the other.
    public func links(inCollection role: String) -> [Link] {
        switch role {
        case "readingOrder": readingOrder
        case "resources": resources
        case "links": links
        case "toc": toc
        default: collections(role).flatMap(\.links)
        }
    }

    private func collections(_ role: String) -> [PublicationCollection] {
        // The toolkits use this name; RWPM has it in camel case.
        let role = role == "page-list" ? "pageList" : role
        return collections.filter { $0.role == role }
    }

    /// Links to the pages of a print edition.
    public var pageList: [Link] { collections("pageList").first?.links ?? [] }
    /// Links to the main parts of the publication.
    public var landmarks: [Link] { collections("landmarks").first?.links ?? [] }
}
