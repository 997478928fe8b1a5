// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Warns of what is wrong in the package documents although a reader can live with it.
///
/// Looks only at what has been read already.  The parser leaves marks where something is unusual, so that the book that
/// is right costs a few comparisons of numbers; how wrong it is, is found out where there is a mark.
enum PackageValidation {
    static func review(
        _ order: borrowing ReadingOrder, _ metadata: PackageMetadata, _ navigation: Navigation, _ files: inout PublicationFiles
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
        NavigationValidation.review(navigation, package, &files.log)
        ProfileValidation.review(metadata, navigation, order, &files.log)
    }

    /// The children of the package element (EPUB 3.3, 5.4): guide and collections.
    private static func reviewParts(
        _ package: PackageDocument, _ order: borrowing ReadingOrder, _ files: inout PublicationFiles
    ) {
        /// Asked for by dictionaries only.
        var keyMaps: Set<String>?
        for part in package.tree.children(of: package.root) {
            switch package.tree.name(of: part) {
            case .guide: GuideValidation.review(part, package, order, &files)
            case .collection:
                let known = keyMaps ?? Set(order.roles.hrefs(ofItemsWith: "search-key-map", order.items))
                keyMaps = known
                CollectionValidation.review(part, order, keyMaps: known, &files)
            default: break
            }
        }
    }
}
