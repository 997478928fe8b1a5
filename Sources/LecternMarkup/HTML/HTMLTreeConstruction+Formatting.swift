// SPDX-License-Identifier: BSD-3-Clause

/// Formatting elements that overlap with blocks (HTML Standard, 13.2.4.3 and "adoption agency algorithm").
extension HTMLTreeConstruction {
    private var firstBehindMarker: Int { formatting.lastIndex { $0 == HTMLNodes.none }.map { $0 + 1 } ?? 0 }

    mutating func openFormatting(_ start: Start) {
        open(start)
        let first = firstBehindMarker
        // The list has at most three entries for the same element (the Noah's Ark clause).
        let same = formatting.indices[first...].filter { nodes.isSame(formatting[$0], currentNode) }
        if same.count >= 3 {
            formatting.remove(at: same[0])
        } else if formatting.count - first >= HTMLTreeConstruction.maxFormatting {
            formatting.remove(at: first)
        }
        formatting.append(currentNode)
    }

    mutating func clearFormattingToMarker() {
        formatting.removeSubrange(max(0, firstBehindMarker - 1)...)
    }

    /// Reopens the formatting elements that the end of a block has closed.
    mutating func reconstructFormatting() {
        let first = firstBehindMarker
        guard let last = formatting.last, last != HTMLNodes.none, !nodes[last].isOpen else { return }
        let start = formatting.indices[first...].last { nodes[formatting[$0]].isOpen }.map { $0 + 1 } ?? first
        for index in start..<formatting.count {
            guard budget > 0 else { return }
            budget -= 1
            let copy = nodes.copy(formatting[index])
            add(copy)
            formatting[index] = copy
        }
    }

    /// Runs the adoption agency algorithm for the end tag of a formatting element.
    mutating func adopt(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) {
        if isCurrent(tag), !formatting.contains(currentNode) { return pop() }
        for _ in 0..<8 {
            let first = firstBehindMarker
            guard let listed = formatting.indices[first...].last(where: { nodes[formatting[$0]].tag == tag }) else {
                return endAny(name)
            }
            let element = formatting[listed]
            guard nodes[element].isOpen, let opened = openIndex(of: element) else {
                formatting.remove(at: listed)
                return
            }
            let scope = index { $0.traits.contains(.scope) } ?? 0
            guard opened > scope else { return }
            guard budget > 0, let block = stack.indices[(opened + 1)...].first(where: { isSpecial(stack[$0]) }) else {
                pop(to: opened)
                formatting.remove(at: listed)
                return
            }
            adopt(element, at: opened, listed: listed, block: block)
        }
    }

    private func isSpecial(_ node: Node) -> Bool { nodes[node].traits.contains(.special) }

    /// One iteration of the outer loop.
    ///
    /// - Parameters:
    ///   - opened: the index of the formatting element in the stack of open elements.
    ///   - listed: its index in the list of active formatting elements.
    ///   - block: the index of the furthest block in the stack.
    private mutating func adopt(_ element: Node, at opened: Int, listed: Int, block: Int) {
        let furthest = stack[block]
        let ancestor = stack[opened - 1]
        var bookmark = listed
        var last = furthest
        var index = block
        var turn = 0
        while index - 1 > opened {
            index -= 1
            turn += 1
            var node = stack[index]
            var place = formatting.lastIndex(of: node)
            if turn > 3, let known = place {
                formatting.remove(at: known)
                if known < bookmark { bookmark -= 1 }
                place = nil
            }
            guard let place else {
                removeOpen(index)
                continue
            }
            node = nodes.copy(node)
            budget -= 1
            formatting[place] = node
            replaceOpen(index, by: node)
            if last == furthest { bookmark = place + 1 }
            nodes.remove(last)
            nodes.insert(last, in: node)
            last = node
        }
        nodes.remove(last)
        let place = place(in: ancestor)
        nodes.insert(last, in: place.parent, before: place.before)
        let copy = nodes.copy(element)
        budget -= 1 + nodes.moveChildren(of: furthest, to: copy) / 16
        nodes.insert(copy, in: furthest)
        if let old = formatting.lastIndex(of: element) {
            formatting.remove(at: old)
            if old < bookmark { bookmark -= 1 }
        }
        formatting.insert(copy, at: min(max(0, bookmark), formatting.count))
        if let old = openIndex(of: element) { removeOpen(old) }
        if let below = openIndex(of: furthest) { insertOpen(copy, at: below + 1) }
    }
}
