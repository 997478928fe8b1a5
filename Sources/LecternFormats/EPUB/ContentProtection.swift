// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Files that DRM systems add to a publication (OCF, 4.2.6.3.5: rights.xml; Readium LCP).
enum ContentProtection {
    private static let licensePath = "META-INF/license.lcpl"
    private static let rightsPath = "META-INF/rights.xml"

    /// The DRM system of a publication whose encrypted resources do not name one.
    static func scheme(_ files: inout PublicationFiles) throws(Failure) -> String? {
        if files.container.entry(at: licensePath) != nil { return Encryption.lcp }
        guard let entry = files.container.entry(at: rightsPath),
            let tree = try files.optionalDocument(entry, severity: .minor), let root = tree.root
        else { return nil }
        return tree.namespace(of: root) == .adept ? Encryption.adept : nil
    }

    /// A link to the LCP licence, which a host needs to open the publication.
    static func links(_ files: borrowing PublicationFiles) -> [Link] {
        guard files.container.entry(at: licensePath) != nil else { return [] }
        return [Link(href: licensePath, type: "application/vnd.readium.lcp.license.v1.0+json", rels: ["license"])]
    }
}
