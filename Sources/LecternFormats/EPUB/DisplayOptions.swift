// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The display options of Apple and Kobo, with which EPUB 2 publications declare a fixed layout.
enum DisplayOptions {
    private static let paths = [
        "META-INF/com.apple.ibooks.display-options.xml", "META-INF/com.kobobooks.display-options.xml",
    ]

    static func isFixedLayout(_ files: inout PublicationFiles) throws(Failure) -> Bool {
        for path in paths {
            guard let entry = files.container.entry(at: path),
                let tree = try files.optionalDocument(entry, severity: .minor), let root = tree.root
            else { continue }
            return value(of: "fixed-layout", in: tree, below: root) == "true"
        }
        return false
    }

    /// The option for all platforms, otherwise that of the first Apple platform, otherwise that of the first platform.
    private static func value(of name: StaticString, in tree: MarkupTree, below root: MarkupTree.Node) -> String? {
        var platforms: [(name: String?, node: MarkupTree.Node)] = []
        for node in tree.children(of: root, named: .platform) {
            platforms.append((tree.valueText(.name, of: node), node))
        }
        let named = ["*", "ipad", "iphone"].lazy.compactMap { wanted in platforms.first { $0.name == wanted } }.first
        guard let platform = named ?? platforms.first else { return nil }
        for option in tree.children(of: platform.node, named: .option) {
            if let key = tree.value(.name, of: option), tree.equals(key, name) { return tree.trimmedText(of: option) }
        }
        return nil
    }
}
