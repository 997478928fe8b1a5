// SPDX-License-Identifier: BSD-3-Clause

extension MarkupTree {
    /// An attribute as written in the source.
    public struct WrittenAttribute {
        public let name: String
        /// The name without its prefix.
        public let localName: String
        public let value: Slice
    }

    /// The attributes of an element in document order, including namespace declarations.
    public func writtenAttributes(of node: Node) -> [WrittenAttribute] {
        attributeIndices(of: node).map { index in
            let attribute = attributes[index]
            let name = qualifiedName(of: attribute)
            return WrittenAttribute(
                name: name, localName: name.withoutPrefix(Int(attribute.prefixCount)), value: attribute.value)
        }
    }

    /// The prefixes that names of elements and attributes use, except `xml` and `xmlns`.
    public var prefixes: Set<String> {
        var found: Set<String> = []
        func note(_ name: Slice, _ count: UInt8) {
            if count > 1, name.count > 0 { found.insert(string(Slice(start: name.start, count: Int32(count) - 1))) }
        }
        for index in 0..<nodes.count where nodes[index].attributeCount >= 0 {
            note(nodes[index].slice, nodes[index].prefixCount)
        }
        for index in 0..<attributes.count { note(attributes[index].qualifiedName, attributes[index].prefixCount) }
        return found.subtracting(["xml", "xmlns"])
    }

    public func hasContent(_ node: Node) -> Bool { nodes[Int(node)].firstChild >= 0 }

    public func beginsWithLineFeed(_ node: Node) -> Bool {
        let first = nodes[Int(node)].firstChild
        guard first >= 0, !isElement(first) else { return false }
        return withBytes(of: nodes[Int(first)].slice) { $0.first == 0x0A }
    }

    /// Whether any element has this attribute.
    public func hasAttribute(named name: MarkupName) -> Bool {
        (0..<attributes.count).contains { attributes[$0].name == name && attributes[$0].prefixCount == 0 }
    }
}

extension String {
    fileprivate func withoutPrefix(_ count: Int) -> String {
        count == 0 ? self : String(Substring(utf8.dropFirst(count)))
    }
}
