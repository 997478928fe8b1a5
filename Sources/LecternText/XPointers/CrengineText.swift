// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// How crengine counts the characters of a text: white space is one of them, tabs of preformatted text up to eight.
struct CrengineText {
    private let tree: MarkupTree
    private let node: MarkupTree.Node
    private let range: Range<Int>
    private let isPreformatted: Bool

    init(_ child: CrengineChildren.Child, in children: CrengineChildren, of tree: MarkupTree) {
        self.tree = tree
        node = child.node
        range = child.bytes ?? 0..<0
        isPreformatted = children.isPreformatted
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// The number of characters before a byte of the text node.
    func count(before byte: Int) -> Int {
        var count = 0
        walk { at, width in
            guard at < byte else { return false }
            count += width
            return true
        }
        return count
    }

    /// The byte offset after a number of characters.
    ///
    /// - Returns: the byte offset in the text node, and whether the text has this number of characters.
    func byte(after count: Int) -> (byte: Int, isThere: Bool) {
        var left = count
        var found: Int?
        walk { at, width in
            if width > left, width > 0 {
                found = at
                return false
            }
            left -= width
            return true
        }
        return (found ?? range.upperBound, found != nil || left == 0)
    }

    /// Calls `body` with each scalar: where it begins, and how many characters it is.
    private func walk(_ body: (Int, Int) -> Bool) {
        tree.withBytes(of: tree.nodes[Int(node)].slice) { bytes in
            var isAfterSpace = false
            var column = 0
            for at in range.clamped(to: 0..<bytes.count) where bytes[at] & 0xC0 != 0x80 {
                var width = 1
                if isPreformatted {
                    if bytes[at] == 0x09 { width = 8 - column % 8 }
                    column = bytes[at] == 0x0A ? 0 : column + width
                } else {
                    let isSpace = CrengineText.isSpace(bytes[at])
                    if isSpace && isAfterSpace { width = 0 }
                    isAfterSpace = isSpace
                }
                guard body(at, width) else { return }
            }
        }
    }
}
