// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// What `refines` names (EPUB 3.3, 5.5.5): an element of the package document, by a fragment, and not in a ring.
enum RefinementValidation {
    static func review(_ metadata: PackageMetadata, _ items: borrowing ManifestItems, _ log: inout WarningLog) {
        var isNested = false
        for index in metadata.items.indices where metadata.items[index].isRefinement {
            if metadata.items[index].firstRefinement >= 0 { isNested = true }
            reviewForm(index, metadata, &log)
        }
        reviewTargets(metadata, items, &log)
        if isNested { reviewRings(metadata, &log) }
    }

    private static func reviewForm(_ index: Int, _ metadata: PackageMetadata, _ log: inout WarningLog) {
        let tree = metadata.package.tree
        guard let refines = tree.value(.refines, of: metadata.items[index].node) else { return }
        let isFragment = tree.withBytes(of: refines) { $0.contains(UInt8(ascii: "#")) }
        if !isFragment {
            log.add(
                .minor, "\"\(tree.string(refines).prefix(100))\" should be a fragment: # and an id.",
                metadata.location(of: metadata.items[index]))
        }
    }

    private static func reviewTargets(
        _ metadata: PackageMetadata, _ items: borrowing ManifestItems, _ log: inout WarningLog
    ) {
        let tree = metadata.package.tree
        /// All ids of the document.  Only made when one is no item's.
        var ids: Set<String>?
        for (id, index) in metadata.outerRefinements where items.index(of: id) == nil {
            let known = ids ?? allIDs(in: tree)
            ids = known
            let name = tree.string(id)
            // An id behind a path is one in another document.
            let refines = tree.value(.refines, of: metadata.items[index].node)
            let isElsewhere = refines.map { $0.start != id.start && $0.count > id.count + 1 } ?? false
            if !isElsewhere && !known.contains(name) {
                log.add(
                    .minor, "There is no element with the id \"\(name.prefix(100))\".",
                    metadata.location(of: metadata.items[index]))
            }
        }
    }

    private static func allIDs(in tree: MarkupTree) -> Set<String> {
        var ids: Set<String> = []
        for attribute in 0..<tree.attributes.count where tree.attributes[attribute].name == .id {
            ids.insert(tree.string(tree.trimmed(tree.attributes[attribute].value)))
        }
        return ids
    }

    /// Follows each chain once: a number for each item says in which walk it was met.
    private static func reviewRings(_ metadata: PackageMetadata, _ log: inout WarningLog) {
        var walks = Array(repeating: -1, count: metadata.items.count)
        for start in metadata.items.indices where walks[start] < 0 {
            var current = start
            while current >= 0, walks[current] < 0 {
                walks[current] = start
                current = metadata.items[current].subject
            }
            if current >= 0, walks[current] == start {
                log.add(.minor, "The elements refine each other.", metadata.location(of: metadata.items[current]))
            }
        }
    }
}
