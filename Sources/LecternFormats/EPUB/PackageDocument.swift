// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The EPUB version of a package document (EPUB 3.3, 5.4.1: the version attribute).
public struct EPUBVersion: Sendable {
    public let text: String
    let isDeclared: Bool
    /// The number before the first dot.
    let major: Int

    /// Reads the version.  The default is that of OEB 1.2, which had no version attribute.
    public init(of tree: MarkupTree) {
        let declared = tree.root.flatMap { tree.valueText(.version, of: $0) }
        isDeclared = declared != nil
        text = declared ?? "1.2"
        major = declared.map { Int($0.prefix { $0 != "." }) ?? 1 } ?? 1
    }
}

/// The package document (EPUB 3.3, 5; OPF 2.0.1; OEB 1.2), with the positions of its parts in the tree.
final class PackageDocument {
    let tree: MarkupTree
    /// The path of its entry.
    let path: String
    /// The `index` of its entry.
    let entryIndex: Int32
    let base: HrefBase
    let root: MarkupTree.Node
    let manifest: MarkupTree.Node
    /// The package element, which has no itemrefs, if there is no spine.
    let spine: MarkupTree.Node
    /// The metadata elements, including those in `dc-metadata` and `x-metadata` of OEB 1.x.
    let metadata: [MarkupTree.Node]
    let guide: MarkupTree.Node?
    let version: EPUBVersion

    init(_ entry: ContainerEntry, _ files: inout PublicationFiles, isOfEPUB: Bool = true) throws(Failure) {
        let tree = try files.document(entry, isOfEPUB: isOfEPUB)
        guard let root = tree.root, tree.name(of: root) == .package else {
            throw Failure(.format, "The root element is not \"package\".", path: [entry.path])
        }
        path = entry.path
        entryIndex = entry.index
        base = HrefBase(entryPath: entry.path)
        self.tree = tree
        self.root = root
        manifest = try PackageDocument.part(.manifest, of: tree, entry, &files)
        spine = PackageDocument.spine(of: tree, entry, &files) ?? root
        metadata = PackageDocument.metadata(of: tree, entry, &files)
        guide = tree.firstChild(of: root, named: .guide)
        version = EPUBVersion(of: tree)
        if isOfEPUB { checkRoot(&files) }
    }

    var majorVersion: Int { version.major }
    var isEPUB3: Bool { version.major >= 3 }

    private func checkRoot(_ files: inout PublicationFiles) {
        if !version.isDeclared {
            files.log.add(.minor, "The EPUB version is missing.", [path, "/package"])
        } else if !(1...3 ~= majorVersion) {
            files.log.add(.moderate, "The EPUB version is unknown.", [path, "/package/@version"])
        }
        if tree.namespace(of: root) != .opf {
            files.log.add(.minor, "The package element is in the wrong namespace.", [path, "/package"])
        }
    }

    /// Finds a required element.
    private static func part(
        _ name: MarkupName, of tree: MarkupTree, _ entry: ContainerEntry, _ files: inout PublicationFiles
    ) throws(Failure) -> MarkupTree.Node {
        var parts = tree.children(of: 0, named: name)
        let step = "/package/" + name.rawValue
        guard let part = parts.next() else {
            throw Failure(.format, "There is no \(name.rawValue) element.", path: [entry.path, step])
        }
        if parts.next() != nil {
            files.log.add(
                .moderate, "There are several \(name.rawValue) elements; the first one is used.", [entry.path, step])
        }
        return part
    }

    private static func spine(
        of tree: MarkupTree, _ entry: ContainerEntry, _ files: inout PublicationFiles
    ) -> MarkupTree.Node? {
        do throws(Failure) {
            return try part(.spine, of: tree, entry, &files)
        } catch {
            files.log.add(.major, error.message, error.path)
            return nil
        }
    }

    private static func metadata(
        of tree: MarkupTree, _ entry: ContainerEntry, _ files: inout PublicationFiles
    ) -> [MarkupTree.Node] {
        var elements: [MarkupTree.Node] = []
        var count = 0
        for metadata in tree.children(of: 0, named: .metadata) {
            count += 1
            for element in tree.children(of: metadata) {
                switch tree.name(of: element) {
                case .dcMetadata, .xMetadata: elements.append(contentsOf: tree.children(of: element))
                default: elements.append(element)
                }
            }
        }
        if count == 0 { files.log.add(.major, "There is no metadata element.", [entry.path, "/package/metadata"]) }
        if count > 1 {
            files.log.add(.minor, "There are several metadata elements.", [entry.path, "/package/metadata"])
        }
        return elements
    }

    /// The href of an item.  A fragment is not part of it: an item is a file (EPUB 3.3, 5.6.2.1).
    func href(of item: MarkupTree.Slice) -> String {
        let href = tree.withBytes(of: item) { base.resolve($0) }
        return Href.isAbsolute(href) ? href : Href.withoutFragment(href)
    }

    // MARK: Locations

    /// The XPath of an element for warnings, such as "/package/metadata/title[2]".
    func location(of node: MarkupTree.Node) -> String {
        var steps: [String] = []
        var current: MarkupTree.Node? = node
        while let node = current {
            steps.append(step(to: node))
            current = tree.parent(of: node)
        }
        return "/" + steps.reversed().joined(separator: "/")
    }

    private func step(to node: MarkupTree.Node) -> String {
        let qualifiedName = tree.qualifiedName(of: node)
        let name = String(qualifiedName.split(separator: ":", maxSplits: 1).last ?? "")
        guard let parent = tree.parent(of: node) else { return name }
        var place = 0
        var count = 0
        for sibling in tree.children(of: parent) where tree.hasSameName(sibling, node) {
            count += 1
            if sibling == node { place = count }
        }
        return count > 1 ? "\(name)[\(place)]" : name
    }
}
