// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// The links of all collections with this role, one after the other.
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
        // The name that the toolkits use; RWPM has it in camel case.
        let role = role == "page-list" ? "pageList" : role
        return collections.filter { $0.role == role }
    }

    /// Where the pages of a printed edition begin.
    public var pageList: [Link] { collections("pageList").first?.links ?? [] }
    /// The parts that a reader looks for.
    public var landmarks: [Link] { collections("landmarks").first?.links ?? [] }
}
