// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Fallback chains (EPUB 3.3, 3.5.1 and 5.6.2.1).
enum Fallbacks {
    /// No real book has longer chains.  They are truncated.
    private static let maxLength = 8

    /// The fallbacks of `item`, nearest first.  A circular chain ends before the first repetition.
    static func chain(of item: Int, in items: borrowing ManifestItems, _ log: inout WarningLog) -> [Int] {
        guard items.items[item].fallback.count > 0 else { return [] }
        var chain: [Int] = []
        var current = item
        while items.items[current].fallback.count > 0 {
            let id = items.items[current].fallback
            let path = [items.package.path, "/package/manifest"]
            guard let next = items.index(of: id) else {
                log.add(.moderate, "The fallback \"\(items.package.tree.string(id))\" is not an item.", path)
                break
            }
            guard next != item, !chain.contains(next) else {
                log.add(.moderate, "The fallbacks of \"\(name(of: item, in: items))\" are circular.", path)
                break
            }
            guard chain.count < maxLength else {
                log.add(.minor, "\"\(name(of: item, in: items))\" has too many fallbacks.", path)
                break
            }
            chain.append(next)
            current = next
        }
        return chain
    }

    private static func name(of item: Int, in items: borrowing ManifestItems) -> String {
        items.package.tree.string(items.items[item].id)
    }
}
