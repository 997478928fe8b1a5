// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension MarkupTree {
    /// The first element that matches a selector, in document order.
    public func first(_ selector: CSSSelector) -> Node? {
        guard let root else { return nil }
        var search = SelectorSearch(self, selector)
        var found: Node?
        walk(root) { step in
            guard found == nil else { return false }
            switch step {
            case .enter(let node):
                guard isElement(node) else { return false }
                if search.enter(node) { found = node }
            case .leave: search.leave()
            }
            return found == nil
        }
        return found
    }
}

/// Tracks which prefixes of a selector match the current element of a walk.  All prefixes are tracked at once, so that
/// an element costs at most the length of the selector.
private struct SelectorSearch {
    private struct Level {
        /// One bit per compound: whether the selector up to this compound matches this element.
        var found: UInt64 = 0
        /// Likewise for this element or any ancestor.
        var foundAround: UInt64 = 0
        var children = 0
        var childrenByName: [String: Int] = [:]
    }

    private let tree: MarkupTree
    private let compounds: [CSSSelector.Compound]
    private let countsNames: Bool
    private var levels: [Level] = []

    init(_ tree: MarkupTree, _ selector: CSSSelector) {
        self.tree = tree
        compounds = selector.compounds
        countsNames = compounds.contains { $0.numberOfName != nil }
    }

    /// - Returns: whether the whole selector matches this element.
    mutating func enter(_ node: MarkupTree.Node) -> Bool {
        let name = tree.localName(of: node)
        let numbers = count(name)
        let outer = levels.last ?? Level()
        var found: UInt64 = 0
        var bit: UInt64 = 1
        for (index, compound) in compounds.enumerated() {
            let isReached = index == 0 || (compound.isChild ? outer.found : outer.foundAround) & bit >> 1 != 0
            if isReached && matches(compound, node, name, numbers) { found |= bit }
            bit <<= 1
        }
        levels.append(Level(found: found, foundAround: outer.foundAround | found))
        return found & (1 << UInt64(compounds.count - 1)) != 0
    }

    mutating func leave() { levels.removeLast() }

    /// The position of an element among its siblings, and among siblings with the same name.
    private mutating func count(_ name: String) -> (number: Int, ofName: Int) {
        guard !levels.isEmpty else { return (1, 1) }
        levels[levels.count - 1].children += 1
        guard countsNames else { return (levels[levels.count - 1].children, 0) }
        levels[levels.count - 1].childrenByName[name, default: 0] += 1
        return (levels[levels.count - 1].children, levels[levels.count - 1].childrenByName[name] ?? 0)
    }

    private func matches(
        _ compound: CSSSelector.Compound, _ node: MarkupTree.Node, _ name: String, _ numbers: (number: Int, ofName: Int)
    ) -> Bool {
        if compound.isRoot && node != tree.root { return false }
        if let number = compound.number, number != numbers.number { return false }
        if let number = compound.numberOfName, number != numbers.ofName { return false }
        if let wanted = compound.name, wanted != name {
            guard wanted.utf8.count == name.utf8.count, wanted.asciiLowercased == name.asciiLowercased else {
                return false
            }
        }
        if let id = compound.id, !tree.hasValue(.id, id, node) { return false }
        if compound.classes.isEmpty { return true }
        let classes = tree.attributeText(.class, of: node)?.words ?? []
        return compound.classes.isSubset(of: Set(classes.map(ExactText.init)))
    }
}
