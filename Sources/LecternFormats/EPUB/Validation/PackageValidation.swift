// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Warns about errors in the package document that do not prevent reading.
///
/// It only uses data that has been read already.  The parser marks unusual elements, so that a valid book only costs a
/// few comparisons.  Details are only checked for marked elements.
enum PackageValidation {
    static func review(
        _ order: borrowing ReadingOrder, _ metadata: PackageMetadata, _ navigation: Navigation,
        _ files: inout PublicationFiles
    ) {
        let package = metadata.package
        MetadataValidation.review(metadata, &files.log)
        RefinementValidation.review(metadata, order.items, &files.log)
        PrefixValidation.review(metadata, &files.log)
        MetadataLinkValidation.review(package, &files)
        ItemValidation.review(order, metadata, &files.log)
        OverlayValidation.review(order, metadata, &files.log)
        SpineValidation.review(package, order.roles, order.items, &files.log)
        reviewParts(package, order, &files)
        NavigationValidation.review(navigation, order.resources, package, &files.log)
        ProfileValidation.review(metadata, navigation, order, &files.log)
    }

    /// The children of the package element (EPUB 3.3, 5.4): guide and collections.
    private static func reviewParts(
        _ package: PackageDocument, _ order: borrowing ReadingOrder, _ files: inout PublicationFiles
    ) {
        /// The number of dictionaries with each search key map.  Only computed for collections.
        var keyMaps: [String: Int]?
        for part in package.tree.children(of: package.root) {
            switch package.tree.name(of: part) {
            case .guide: GuideValidation.review(part, package, order, &files)
            case .collection:
                let hrefs = order.roles.hrefs(ofItemsWith: "search-key-map", order.items)
                var known = keyMaps ?? Dictionary(hrefs.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
                CollectionValidation.review(part, order, keyMaps: &known, &files)
                keyMaps = known
            default: break
            }
        }
    }
}
