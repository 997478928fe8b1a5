// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The steps of EPUB CFIs through the package document: to the spine, and from there to its itemrefs.
///
/// They are read again when a CFI is first asked for, so that opening a book does not have to keep the ids.
public struct SpineSteps: Sendable {
    public struct Reference: Sendable {
        public let step: CFI.Step
        /// The resource, normalised.
        public let href: String
        /// How many references to the same resource are before it among those in the reading order.
        public let occurrence: Int
    }

    public let spine: CFI.Step
    /// All itemrefs in document order, also those that are not in the reading order.
    public let references: [Reference]
    /// Whether a resource is in the reading order more than once.
    public let hasRepetitions: Bool

    /// - Parameter path: the path of the package document.
    public init(package path: String, in container: any Container, limits: Limits) throws(Failure) {
        var files = PublicationFiles(container, limits: limits)
        guard let entry = container.entry(at: path) else {
            throw Failure(.notFound, "The package document does not exist.", path: [path])
        }
        let package = try PackageDocument(entry, &files)
        let items = try ManifestItems(package, &files.log)
        let tree = package.tree
        spine = tree.step(to: package.spine, in: package.root)
        var references: [Reference] = []
        var counts: [String: Int] = [:]
        /// The hrefs of files, by the index of their entry: several items may have the same file.
        var hrefs: [Int32: String] = [:]
        for (index, node) in tree.children(of: package.spine).enumerated() where tree.name(of: node) == .itemref {
            guard let item = items.index(of: tree.value(.idref, of: node)) else { continue }
            var href = package.href(of: items.items[item].href)
            if let file = files.entry(at: href) {
                href = hrefs[file.index] ?? href
                hrefs[file.index] = href
            }
            let isLinear = tree.value(.linear, of: node).map { !Spine.isNo($0, tree) } ?? true
            references.append(
                Reference(
                    step: CFI.Step(2 * index + 2, id: tree.attributeText(.id, of: node)), href: href,
                    occurrence: counts[href] ?? 0))
            if isLinear { counts[href, default: 0] += 1 }
        }
        self.references = references
        hasRepetitions = counts.contains { $0.value > 1 }
    }

    /// The index of the reference to a resource.
    ///
    /// - Parameter occurrence: the number of times that the resource is in the reading order before.
    public func index(ofItem href: String, occurrence: Int = 0) -> Int? {
        references.firstIndex { $0.href == href && $0.occurrence == occurrence }
            ?? references.firstIndex { $0.href == href }
    }

    /// The resource that a path leads to.
    ///
    /// - Returns: its reference, and how far the path fits: an id that is elsewhere corrects it.
    public func reference(at path: [CFI.Step]) -> (reference: Reference, fit: CFIFit)? {
        guard path.count == 2, path[0].number == spine.number || path[0].id != nil && path[0].id == spine.id else {
            return nil
        }
        let step = path[1]
        let numbered = references.first { $0.step.number == step.number }
        guard let id = step.id else { return numbered.map { ($0, .exact) } }
        if numbered?.step.id == id { return numbered.map { ($0, .exact) } }
        if let named = references.first(where: { $0.step.id == id }) { return (named, .corrected) }
        return numbered.map { ($0, .doubtful) }
    }
}

extension MarkupTree {
    /// The step from an element to one of its child elements.
    fileprivate func step(to node: Node, in parent: Node) -> CFI.Step {
        var number = 0
        for child in children(of: parent) {
            number += 2
            if child == node { break }
        }
        return CFI.Step(number, id: attributeText(.id, of: node))
    }
}
