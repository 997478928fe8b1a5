// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Validates `refines` (EPUB 3.3, 5.5.5): it must be a fragment that refers to an element of the package document, and
/// chains must not be circular.
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
                .minor, "\"\(tree.string(refines).prefix(100))\" should be a fragment such as \"#id\".",
                metadata.location(of: metadata.items[index]))
        }
    }

    private static func reviewTargets(
        _ metadata: PackageMetadata, _ items: borrowing ManifestItems, _ log: inout WarningLog
    ) {
        let tree = metadata.package.tree
        /// All ids of the document, only collected if an id is not that of an item.
        var ids: Set<String>?
        for (id, index) in metadata.outerRefinements where items.index(of: id) == nil {
            let known = ids ?? allIDs(in: tree)
            ids = known
            let name = tree.string(id)
            // An id after a path belongs to another document.
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

    /// Follows each chain once.  The array stores the walk in which each item was visited.
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
