// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The guide (OPF 2.0.1, 2.6): each place once, and in files that the manifest lists.
enum GuideValidation {
    static func review(
        _ guide: MarkupTree.Node, _ package: PackageDocument, _ order: borrowing ReadingOrder, _ files: inout PublicationFiles
    ) {
        let tree = package.tree
        var seen: Set<String> = []
        for reference in tree.children(of: guide, named: .reference) {
            guard let slice = tree.value(.href, of: reference) else { continue }
            let href = tree.withBytes(of: slice) { package.base.resolve($0) }
            let path = { [package.path, package.location(of: reference)] }
            let type = tree.valueText(.type, of: reference) ?? ""
            if !seen.insert(type.asciiLowercased + " " + href).inserted {
                files.log.add(.minor, "The guide has this reference already.", path())
            }
            if !Href.isAbsolute(href) && !order.links.isKnown(href, files) {
                files.log.add(.minor, "The guide refers to what is no item of the manifest.", path())
            }
        }
    }
}
