// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The spine (EPUB 3.3, 5.7): the items in reading order, with their properties.
struct Spine {
    struct Entry {
        /// The index of the item.
        let item: Int
        let properties: MarkupTree.Slice
    }

    private(set) var entries: [Entry] = []
    let readingProgression: ReadingProgression?

    /// - Parameter used: one element per item, which is set to true for items in the spine.
    init(_ package: PackageDocument, _ items: borrowing ManifestItems, _ used: inout [Bool], _ log: inout WarningLog) {
        let tree = package.tree
        readingProgression = Spine.readingProgression(package, &log)
        entries.reserveCapacity(items.items.count)
        var place = 0
        for node in tree.children(of: package.spine, named: .itemref) {
            place += 1
            let path = { [package.path, "/package/spine/itemref[\(place)]"] }
            let id = tree.value(.idref, of: node)
            guard let item = items.index(of: id) else {
                let name = id.map { "\"\(tree.string($0))\"" } ?? "nothing"
                log.add(.moderate, "The itemref refers to \(name), which is not an item of the manifest.", path())
                continue
            }
            if let linear = tree.value(.linear, of: node), Spine.isNo(linear, tree) { continue }
            if used[item] {
                log.add(.moderate, "The item is already in the reading order.", path())
                continue
            }
            used[item] = true
            entries.append(Entry(item: item, properties: tree.attribute(.properties, of: node) ?? .empty))
        }
    }

    private static func isNo(_ linear: MarkupTree.Slice, _ tree: MarkupTree) -> Bool {
        linear.count == 2 && tree.string(linear).asciiLowercased == "no"
    }

    private static func readingProgression(_ package: PackageDocument, _ log: inout WarningLog) -> ReadingProgression? {
        guard let direction = package.tree.valueText(.pageProgressionDirection, of: package.spine) else { return nil }
        switch direction {
        case "ltr": return .ltr
        case "rtl": return .rtl
        case "default": return nil
        default:
            log.add(
                .minor, "\"\(direction.prefix(100))\" is not a direction.",
                [package.path, "/package/spine/@page-progression-direction"])
            return nil
        }
    }
}
