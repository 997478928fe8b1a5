// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates the spine (EPUB 3.3, 5.7; OPF 2.0.1, 2.4).
enum SpineValidation {
    /// Checks that the `toc` attribute refers to the NCX.
    static func review(
        _ package: PackageDocument, _ roles: ItemRoles, _ items: borrowing ManifestItems, _ log: inout WarningLog
    ) {
        let tree = package.tree
        for index in tree.attributeRange(of: package.spine) where tree.attributes[index].name == .other {
            let name = tree.string(tree.attributes[index].qualifiedName)
            if name == "page-map" {
                log.add(.minor, "The attribute page-map is not part of EPUB.", [package.path, "/package/spine"])
            }
        }
        guard let toc = tree.value(.toc, of: package.spine) else {
            if package.majorVersion == 2 && roles.ncx != nil {
                log.add(.minor, "The spine does not refer to the NCX.", [package.path, "/package/spine"])
            }
            return
        }
        let isNCX = items.index(of: toc).map { tree.equals(items.items[$0].type, "application/x-dtbncx+xml") } ?? false
        if !isNCX {
            log.add(
                .minor, "\"\(tree.string(toc).prefix(100))\" is not an NCX.", [package.path, "/package/spine/@toc"])
        }
    }
}
