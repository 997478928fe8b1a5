// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Validates collections (EPUB 3.3, 5.8) with the rules of their roles: Dictionaries and Glossaries 1.0, Indexes 1.0,
/// Previews 1.0, Distributable Objects 1.0.
struct CollectionValidation {
    /// The rules for a role.
    private struct Rule {
        /// The roles that nested collections may have; nil means any.
        var children: [String]?
        var needsLinks = false
        var needsIdentifier = false
        /// Whether its links must refer to items, one of them a search key map.
        var isDictionary = false
        /// Whether its links refer to whole documents or elements, but not to places by CFI.
        var allowsCFI = true
    }

    private static let rules: [String: Rule] = [
        "dictionary": Rule(children: [], needsLinks: true, isDictionary: true),
        "distributable-object": Rule(needsLinks: true, needsIdentifier: true),
        "index": Rule(children: ["index-group"]), "index-group": Rule(children: []), "manifest": Rule(),
        "preview": Rule(children: ["manifest"], needsLinks: true, allowsCFI: false), "scriptable-component": Rule(),
    ]

    private let package: PackageDocument
    private let collection: MarkupTree.Node

    static func review(
        _ collection: MarkupTree.Node, _ order: borrowing ReadingOrder, keyMaps: inout [String: Int],
        _ files: inout PublicationFiles
    ) {
        let review = CollectionValidation(package: order.items.package, collection: collection)
        guard let roles = review.roles(of: collection) else {
            return review.warn(&files.log, "The collection has no role.")
        }
        for role in roles {
            if role.utf8.contains(UInt8(ascii: ":")) {
                if !hasWholeEscapes(role) { review.warn(&files.log, "\"\(role.prefix(100))\" is not a URL.") }
            } else if let rule = rules[role] {
                review.review(rule, &files.log)
                if rule.isDictionary { review.reviewDictionary(order, &keyMaps, &files) }
            } else {
                review.warn(&files.log, "\"\(role.prefix(100))\" is not a collection role.")
            }
        }
    }

    private func review(_ rule: Rule, _ log: inout WarningLog) {
        let tree = package.tree
        if rule.needsLinks && tree.firstChild(of: collection, named: .link) == nil {
            warn(&log, "The collection is empty.")
        }
        if rule.needsIdentifier {
            let metadata = tree.firstChild(of: collection, named: .metadata)
            let identifier = metadata.flatMap { tree.firstChild(of: $0, named: .identifier) }
            if identifier == nil { warn(&log, "The collection has no identifier.") }
        }
        if !rule.allowsCFI {
            for link in tree.children(of: collection, named: .link)
            where tree.valueText(.href, of: link).flatMap(Href.fragment)?.hasPrefix("epubcfi(") == true {
                warn(&log, "The links of the collection must not be CFIs.")
            }
        }
        guard let allowed = rule.children else { return }
        for child in tree.children(of: collection, named: .collection) {
            let childRoles = roles(of: child) ?? []
            if !childRoles.contains(where: allowed.contains) {
                CollectionValidation(package: package, collection: child).warn(
                    &log, "The collection cannot be nested here.")
            } else {
                reviewGroup(child, &log)
            }
        }
    }

    /// The groups of an index contain no collections.
    private func reviewGroup(_ group: MarkupTree.Node, _ log: inout WarningLog) {
        for child in package.tree.children(of: group, named: .collection) {
            CollectionValidation(package: package, collection: child).warn(
                &log, "The collection cannot be nested here.")
        }
    }

    /// A dictionary consists of items, one of which is its own search key map (Dictionaries, 2.2).
    private func reviewDictionary(
        _ order: borrowing ReadingOrder, _ keyMaps: inout [String: Int], _ files: inout PublicationFiles
    ) {
        let tree = package.tree
        var count = 0
        for link in tree.children(of: collection, named: .link) {
            guard let slice = tree.value(.href, of: link) else { continue }
            let href = tree.withBytes(of: slice) { package.base.resolve($0) }
            if let others = keyMaps[href] {
                count += 1
                keyMaps[href] = others + 1
                if others > 0 { warn(&files.log, "The search key map belongs to another dictionary, too.") }
            }
            if !Href.isAbsolute(href) && !order.links.isKnown(href, files) {
                warn(&files.log, "\"\(href.prefix(100))\" in the collection is not an item of the manifest.")
            }
        }
        if count != 1 { warn(&files.log, "The dictionary requires exactly one search key map.") }
    }

    // MARK: Values

    private func roles(of collection: MarkupTree.Node) -> [String]? {
        package.tree.valueText(.role, of: collection)?.words
    }

    /// Whether each `%` begins an escape sequence (RFC 3986, 2.1).
    private static func hasWholeEscapes(_ url: String) -> Bool {
        let bytes = Array(url.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            guard index + 2 < bytes.count, ASCII.hexValue(bytes[index + 1]) != nil,
                ASCII.hexValue(bytes[index + 2]) != nil
            else { return false }
        }
        return true
    }

    private func warn(_ log: inout WarningLog, _ message: @autoclosure () -> String) {
        log.add(.minor, message(), [package.path, package.location(of: collection)])
    }
}
