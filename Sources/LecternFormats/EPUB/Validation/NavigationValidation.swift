// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates the lists of the navigation document and the NCX (EPUB 3.3, 7.4; OPF 2.0.1, 2.4.1): page list and landmarks
/// must refer to the publication, and the contents to its documents.  The contents must not refer to the web, either,
/// but this is left to validators, because a reader can follow such entries.
enum NavigationValidation {
    static func review(
        _ navigation: Navigation, _ resources: [Link], _ package: PackageDocument, _ log: inout WarningLog
    ) {
        if leadsOut(navigation.pageList) {
            log.add(.minor, "The page list refers to a file outside of the publication.", [package.path])
        }
        if leadsOut(navigation.landmarks) {
            log.add(.minor, "A landmark refers to a file outside of the publication.", [package.path])
        }
        var others: [String: String]?
        if let (href, type) = other(navigation.toc, resources, &others) {
            log.add(
                .minor, "The contents refer to \"\(href.prefix(200))\", which is no document (\(type)).",
                [package.path])
        }
    }

    private static func leadsOut(_ links: [Link]) -> Bool {
        for index in links.indices where Href.isWeb(links[index].href) || leadsOut(links[index].children) {
            return true
        }
        return false
    }

    /// The first target that is not in the spine and no content document, with its media type.
    ///
    /// - Parameter types: those of such files, by href.  Computed for the first name that does not end like that of XHTML.
    private static func other(
        _ links: [Link], _ resources: [Link], _ types: inout [String: String]?
    ) -> (href: String, type: String)? {
        for link in links {
            if !isNamedLikeXHTML(link.href) {
                let known = types ?? nonDocuments(resources)
                types = known
                let href = Href.withoutFragment(link.href)
                if let type = known[href] { return (href, type) }
            }
            if let found = other(link.children, resources, &types) { return found }
        }
        return nil
    }

    private static func isNamedLikeXHTML(_ href: String) -> Bool {
        href.utf8.prefix { $0 != UInt8(ascii: "#") }.suffix(4).elementsEqual("html".utf8)
    }

    /// The content documents of EPUB 3 and 2.
    private static let documents: Set<String> = [
        MediaType.xhtml, MediaType.html, "image/svg+xml", "application/x-dtbook+xml", "text/x-oeb1-document",
    ]

    private static func nonDocuments(_ resources: [Link]) -> [String: String] {
        var types: [String: String] = [:]
        for link in resources {
            if let type = link.type, !documents.contains(type) { types[link.href] = type }
        }
        return types
    }
}
