// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Validates the guide (OPF 2.0.1, 2.6): references are unique, and refer to files in the manifest.
enum GuideValidation {
    static func review(
        _ guide: MarkupTree.Node, _ package: PackageDocument, _ order: borrowing ReadingOrder,
        _ files: inout PublicationFiles
    ) {
        let tree = package.tree
        var seen: Set<String> = []
        for reference in tree.children(of: guide, named: .reference) {
            guard let slice = tree.value(.href, of: reference) else { continue }
            let href = tree.withBytes(of: slice) { package.base.resolve($0) }
            let path = { [package.path, package.location(of: reference)] }
            let type = tree.valueText(.type, of: reference) ?? ""
            if !seen.insert(type.asciiLowercased + " " + href).inserted {
                files.log.add(.minor, "The guide has this reference more than once.", path())
            }
            if !Href.isAbsolute(href) && !order.links.isKnown(href, files) {
                files.log.add(.minor, "The guide refers to a file that is not an item of the manifest.", path())
            }
        }
    }
}
