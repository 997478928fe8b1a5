// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension MarkupTree {
    /// The tree in compact notation: `p[id=a](text b(text))`, elements with their attributes in brackets and their
    /// contents in parentheses.
    public var notation: String {
        var text = ""
        var closing: [Node] = []
        for node in 0..<Node(nodes.count) {
            while let end = closing.last, end <= node {
                text += ")"
                closing.removeLast()
            }
            guard isElement(node) else {
                text += string(nodes[Int(node)].slice)
                continue
            }
            text += qualifiedName(of: node)
            for index in attributeRange(of: node) {
                let attribute = attributes[index]
                let name =
                    attribute.name == .other || attribute.prefixCount > 0
                    ? string(attribute.qualifiedName) : attribute.name.rawValue
                text += "[\(name)=\(string(attribute.value))]"
            }
            text += "("
            closing.append(end(of: node))
        }
        return text + String(repeating: ")", count: closing.count)
    }
}
