// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Files that DRM systems add to a publication (OCF, 4.2.6.3.5: rights.xml; Readium LCP; Apple; Kobo).
enum ContentProtection {
    private static let licensePath = "META-INF/license.lcpl"
    private static let rightsPath = "META-INF/rights.xml"
    /// The length of a key that is encrypted with a name and a card number, as Barnes & Noble did; those of ADEPT are
    /// longer.
    private static let longestPassHashKey = 64

    /// The DRM system of a publication whose encrypted resources do not name one.
    ///
    /// - Parameters:
    ///   - has: whether the publication has a file.
    ///   - document: an XML file; nil if there is none that can be read.
    static func scheme(
        _ has: (String) -> Bool, _ document: (String) throws(Failure) -> MarkupTree?
    ) throws(Failure) -> String? {
        if has(licensePath) { return Encryption.lcp }
        if has("META-INF/sinf.xml") { return Encryption.fairPlay }
        if let tree = try document(rightsPath), let root = tree.root, tree.namespace(of: root) == .adept {
            let key = tree.descendant(of: root, named: "encryptedKey").map(tree.collapsedText)
            let isPassHash = key.map { 1...longestPassHashKey ~= $0.utf8.count } ?? false
            return isPassHash ? Encryption.barnesAndNoble : Encryption.adept
        }
        return has("rights.xml") && has(EncryptionDocument.path) ? Encryption.kobo : nil
    }

    static func scheme(_ files: inout PublicationFiles) throws(Failure) -> String? {
        let container = files.container
        return try scheme({ container.entry(at: $0) != nil }) { (path) throws(Failure) in
            guard let entry = container.entry(at: path) else { return nil }
            return try files.optionalDocument(entry, severity: .minor)
        }
    }

    /// A link to the LCP licence, which a host needs to open the publication.
    static func links(_ files: borrowing PublicationFiles) -> [Link] {
        guard files.container.entry(at: licensePath) != nil else { return [] }
        return [Link(href: licensePath, type: MediaType.lcpLicense, rels: ["license"])]
    }
}

extension MarkupTree {
    fileprivate func descendant(of node: Node, named name: String) -> Node? {
        (node + 1..<end(of: node)).first { isElement($0) && localName(of: $0) == name }
    }
}
