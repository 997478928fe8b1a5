// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The spine (EPUB 3.3, 5.7): the items in reading order, with their properties.
struct Spine {
    struct Entry {
        /// The index of the item.
        let item: Int
        let properties: MarkupTree.Slice
        /// Whether the item is in the reading order before.
        var isRepeated = false
    }

    /// No real book repeats more documents.
    private static let mostRepetitions = 1 << 12

    private(set) var entries: [Entry] = []
    let readingProgression: ReadingProgression?

    /// - Parameter used: one element per item, which is set to true for items in the spine.
    init(_ package: PackageDocument, _ items: borrowing ManifestItems, _ used: inout [Bool], _ log: inout WarningLog) {
        let tree = package.tree
        readingProgression = Spine.readingProgression(package, &log)
        entries.reserveCapacity(items.items.count)
        var nonlinear: [Entry] = []
        var repetitions = 0
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
            let entry = Entry(item: item, properties: tree.attribute(.properties, of: node) ?? .empty)
            if let linear = tree.value(.linear, of: node), Spine.isNo(linear, tree) {
                nonlinear.append(entry)
                continue
            }
            if used[item] {
                // Each reference is distinct (EPUB Reading Systems 3.3, 4.2), although a spine must not have it.
                log.add(.moderate, "The item is already in the reading order.", path())
                repetitions += 1
                guard repetitions <= Spine.mostRepetitions else { continue }
            }
            entries.append(Entry(item: item, properties: entry.properties, isRepeated: used[item]))
            used[item] = true
        }
        if entries.isEmpty { complete(with: nonlinear, package, items, &used, &log) }
    }

    /// A spine must have a linear item (5.7.1).  Without one, all of its items are read in order, or all documents of the
    /// manifest if it has none.
    private mutating func complete(
        with nonlinear: [Entry], _ package: PackageDocument, _ items: borrowing ManifestItems, _ used: inout [Bool],
        _ log: inout WarningLog
    ) {
        let documents = items.items.indices.filter { Spine.isDocument(items.items[$0], package.tree) }
        let all = nonlinear.isEmpty ? documents.map { Entry(item: $0, properties: .empty) } : nonlinear
        for entry in all where !used[entry.item] {
            used[entry.item] = true
            entries.append(entry)
        }
        log.add(
            .major,
            nonlinear.isEmpty
                ? "The spine is empty: the documents of the manifest are the reading order."
                : "The spine has no linear item: all of its items are the reading order.",
            [package.path, "/package/spine"])
    }

    /// Whether an item is text for readers: HTML, and not the navigation document.
    private static func isDocument(_ item: ManifestItem, _ tree: MarkupTree) -> Bool {
        var isNavigation = false
        tree.forEachWord(in: item.properties) { isNavigation = isNavigation || tree.equals($0, "nav") }
        return !isNavigation && MediaType.isHTML(MediaType.essence(tree.string(item.type)))
    }

    static func isNo(_ linear: MarkupTree.Slice, _ tree: MarkupTree) -> Bool {
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
