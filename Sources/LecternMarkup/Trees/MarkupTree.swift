// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// A parsed document, XML or HTML: elements and text in a few flat arrays, in document order.
///
/// A node is an index.  No function here recurses, so deeply nested documents cannot exhaust the stack of the host.
/// Callers that recurse into the tree must limit the depth (see `Limits.maxNesting`).
public struct MarkupTree: Sendable {
    public typealias Node = Int32

    /// A range of `text`, which holds all names, attribute values and character data of the document.
    public struct Slice: Equatable, Sendable, BitwiseCopyable {
        public var start: Int32
        public var count: Int32

        public init(start: Int32, count: Int32) {
            self.start = start
            self.count = count
        }

        public static let empty = Slice(start: 0, count: 0)
    }

    public struct NodeRecord: BitwiseCopyable {
        /// `other` for text nodes, too; `attributeCount` tells them apart.
        var name: MarkupName
        var prefixCount: UInt8
        /// -1 for a text node.
        var attributeCount: Int32
        var firstAttribute: Int32
        /// The qualified name of an element, or the character data of a text node.
        public var slice: Slice
        public var parent: Node
        public var firstChild: Node
        public var nextSibling: Node
    }

    public struct Attribute: BitwiseCopyable {
        public var name: MarkupName
        public var prefixCount: UInt8
        public var qualifiedName: Slice
        public var value: Slice
    }

    static let none: Node = -1

    public let storage: MarkupStorage

    init(storage: MarkupStorage) { self.storage = storage }

    public var nodes: Records<NodeRecord> {
        @inline(__always) get { storage.contents.pointee.nodes }
    }
    public var attributes: Records<Attribute> {
        @inline(__always) get { storage.contents.pointee.attributes }
    }

    /// The number of bytes that entities and default attributes added.  They count as if they had been read.
    public var added: Int { storage.contents.pointee.added }

    // MARK: Structure

    /// The root element.
    public var root: Node? { nodes.count == 0 ? nil : 0 }

    public func isElement(_ node: Node) -> Bool { nodes[Int(node)].attributeCount >= 0 }

    public func name(of node: Node) -> MarkupName { nodes[Int(node)].name }

    /// Whether two elements have the same qualified name.
    public func hasSameName(_ a: Node, _ b: Node) -> Bool {
        let (a, b) = (nodes[Int(a)], nodes[Int(b)])
        guard a.name == b.name, a.prefixCount == b.prefixCount, a.slice.count == b.slice.count else { return false }
        return equals(a.slice, b.slice)
    }

    /// The name as written, with its prefix.
    public func qualifiedName(of node: Node) -> String {
        let record = nodes[Int(node)]
        return record.slice.count == 0 ? record.name.rawValue : string(record.slice)
    }

    /// The name as written, without its prefix.
    public func localName(of node: Node) -> String {
        let record = nodes[Int(node)]
        guard record.slice.count > 0 else { return record.name.rawValue }
        let prefix = Int32(record.prefixCount)
        return string(Slice(start: record.slice.start + prefix, count: record.slice.count - prefix))
    }

    /// Calls `body` with the bytes of the local name.
    @inline(__always)
    func withLocalName<T>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        let record = nodes[Int(node)]
        guard record.slice.count > 0 else {
            var name = record.name.rawValue
            return name.withUTF8(body)
        }
        let prefix = Int32(record.prefixCount)
        return withBytes(of: Slice(start: record.slice.start + prefix, count: record.slice.count - prefix), body)
    }

    public func parent(of node: Node) -> Node? { present(nodes[Int(node)].parent) }

    private func present(_ node: Node) -> Node? { node < 0 ? nil : node }

    /// The child elements, in document order.
    public func children(of node: Node) -> ElementSequence {
        ElementSequence(tree: self, upcoming: nodes[Int(node)].firstChild, wanted: nil)
    }

    /// The child elements with this local name.
    public func children(of node: Node, named name: MarkupName) -> ElementSequence {
        ElementSequence(tree: self, upcoming: nodes[Int(node)].firstChild, wanted: name)
    }

    public func firstChild(of node: Node, named name: MarkupName) -> Node? {
        var child = nodes[Int(node)].firstChild
        while child >= 0 {
            if nodes[Int(child)].name == name && isElement(child) { return child }
            child = nodes[Int(child)].nextSibling
        }
        return nil
    }

    public struct ElementSequence: Sequence, IteratorProtocol {
        let tree: MarkupTree
        var upcoming: Node
        let wanted: MarkupName?

        @inline(__always)
        public mutating func next() -> Node? {
            let nodes = tree.nodes
            while upcoming >= 0 {
                let node = upcoming
                upcoming = nodes[Int(node)].nextSibling
                guard nodes[Int(node)].attributeCount >= 0 else { continue }
                if let wanted, nodes[Int(node)].name != wanted { continue }
                return node
            }
            return nil
        }
    }

    /// All descendant elements of `node` with this local name, in document order.
    public func descendants(of node: Node, named name: MarkupName) -> [Node] {
        (node + 1..<end(of: node)).filter { nodes[Int($0)].name == name && isElement($0) }
    }

    /// The first node after the subtree of `node`.  Nodes are in document order, so a subtree is a range.
    public func end(of node: Node) -> Node {
        var node = node
        while node >= 0 {
            if nodes[Int(node)].nextSibling >= 0 { return nodes[Int(node)].nextSibling }
            node = nodes[Int(node)].parent
        }
        return Node(nodes.count)
    }

    // MARK: Text

    public func string(_ slice: Slice) -> String {
        withBytes(of: slice) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the bytes of a slice.  Comparisons and lookups use this to avoid creating a string.
    @inline(__always)
    public func withBytes<T, E: Error>(
        of slice: Slice, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> T
    ) throws(E) -> T {
        defer { withExtendedLifetime(storage) {} }
        let text = storage.contents.pointee.text
        assert(slice.start >= 0 && slice.count >= 0 && Int(slice.start) + Int(slice.count) <= text.count)
        return try body(UnsafeBufferPointer(start: text.base + Int(slice.start), count: Int(slice.count)))
    }

    public func equals(_ slice: Slice, _ other: StaticString) -> Bool {
        guard Int(slice.count) == other.utf8CodeUnitCount else { return false }
        return withBytes(of: slice) { bytes in
            bytes.baseAddress.map { memory_equal($0, other.utf8Start, bytes.count) } ?? true
        }
    }

    /// The character data in `node` without markup.
    public func text(of node: Node) -> String {
        let record = nodes[Int(node)]
        if record.attributeCount < 0 { return string(record.slice) }
        let first = record.firstChild
        guard first >= 0 else { return "" }
        // Fast path: usually there is a single text node, which needs no intermediate copy.
        if nodes[Int(first)].nextSibling < 0 && !isElement(first) { return string(nodes[Int(first)].slice) }
        var bytes: [UInt8] = []
        for index in node + 1..<end(of: node) where !isElement(index) {
            withBytes(of: nodes[Int(index)].slice) { bytes.append(contentsOf: $0) }
        }
        // Concatenation can turn short runs of combining characters into a long run, which is too expensive to compare.
        guard bytes.withUnsafeBufferPointer(StreamSafeText.contains) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts of a text node, split at comments, instructions and CDATA boundaries, as ranges of its bytes.
    public func parts(ofText node: Node) -> [Range<Int>] {
        let slice = nodes[Int(node)].slice
        let divisions = storage.contents.pointee.divisions
        var (low, high) = (0, divisions.count)
        while low < high {
            let middle = (low + high) / 2
            if divisions[middle] <= slice.start { low = middle + 1 } else { high = middle }
        }
        var parts: [Range<Int>] = []
        var start = 0
        while low < divisions.count, divisions[low] < slice.start + slice.count {
            let end = Int(divisions[low] - slice.start)
            parts.append(start..<end)
            start = end
            low += 1
        }
        return parts + [start..<Int(slice.count)]
    }

    // MARK: Attributes

    /// The range of the attributes of an element.
    @inline(__always)
    func attributeIndices(of node: Node) -> Range<Int> {
        let record = nodes[Int(node)]
        return Int(record.firstAttribute)..<Int(record.firstAttribute) + Int(max(0, record.attributeCount))
    }

    /// The name as written, with its prefix.
    func qualifiedName(of attribute: Attribute) -> String {
        attribute.qualifiedName.count == 0 ? attribute.name.rawValue : string(attribute.qualifiedName)
    }

    /// The value of an attribute without a prefix.
    public func attribute(_ name: MarkupName, of node: Node) -> Slice? {
        for index in attributeIndices(of: node) {
            if attributes[index].name == name && attributes[index].prefixCount == 0 { return attributes[index].value }
        }
        return nil
    }

    public func attributeText(_ name: MarkupName, of node: Node) -> String? {
        attribute(name, of: node).map(string)
    }

    public func hasValue(_ name: MarkupName, _ value: String, _ node: Node) -> Bool {
        guard let slice = attribute(name, of: node), Int(slice.count) == value.utf8.count else { return false }
        return withBytes(of: slice) { $0.elementsEqual(value.utf8) }
    }

    /// The value of an attribute in a namespace.
    public func attribute(_ name: MarkupName, in namespace: Namespace, of node: Node) -> Slice? {
        for index in attributeIndices(of: node) {
            let attribute = attributes[index]
            guard attribute.name == name, attribute.prefixCount > 0 else { continue }
            if self.namespace(of: attribute, at: node) == namespace { return attribute.value }
        }
        return nil
    }

    public func attributeText(_ name: MarkupName, in namespace: Namespace, of node: Node) -> String? {
        attribute(name, in: namespace, of: node).map(string)
    }

    // MARK: Namespaces

    /// The namespaces that publications use; any other is `nil`.
    public enum Namespace: Sendable {
        case xml, xhtml, xhtml2, atom, ops, opf, dc, dcterms, adept, compression, rendition

        /// Most frequent first.
        private static let all: [(namespace: Namespace, uri: StaticString)] = [
            (.dc, "http://purl.org/dc/elements/1.1/"), (.opf, "http://www.idpf.org/2007/opf"),
            (.ops, "http://www.idpf.org/2007/ops"), (.xhtml, "http://www.w3.org/1999/xhtml"),
            (.dcterms, "http://purl.org/dc/terms/"), (.xml, "http://www.w3.org/XML/1998/namespace"),
            (.xhtml2, "http://www.w3.org/2002/06/xhtml2"), (.atom, "http://www.w3.org/2005/Atom"),
            (.adept, "http://ns.adobe.com/adept"), (.rendition, "http://www.idpf.org/2013/rendition"),
            (.compression, "http://www.idpf.org/2016/encryption#compression"),
        ]

        fileprivate init?(_ uri: MarkupTree.Slice, in tree: MarkupTree) {
            guard let known = Namespace.all.first(where: { tree.equals(uri, $0.uri) }) else { return nil }
            self = known.namespace
        }

        /// The namespace that a prefix customarily denotes, for documents that do not declare it.
        fileprivate init?(customaryPrefix prefix: String) {
            switch prefix {
            case "xml": self = .xml
            case "epub": self = .ops
            case "opf": self = .opf
            case "dc": self = .dc
            case "dcterms": self = .dcterms
            default: return nil
            }
        }
    }

    public func namespace(of node: Node) -> Namespace? {
        let record = nodes[Int(node)]
        return namespace(prefix: prefix(of: record.slice, record.prefixCount), at: node)
    }

    public func namespace(of attribute: Attribute, at node: Node) -> Namespace? {
        namespace(prefix: prefix(of: attribute.qualifiedName, attribute.prefixCount), at: node)
    }

    private func prefix(of name: Slice, _ count: UInt8) -> Slice {
        Slice(start: name.start, count: max(0, Int32(count) - 1))
    }

    /// Searches the declarations of `node` and its ancestors.  Few elements need this, so there is no table.
    private func namespace(prefix: Slice, at node: Node) -> Namespace? {
        var current = node
        while current >= 0 {
            for index in attributeIndices(of: current) where declares(prefix, attributes[index]) {
                return Namespace(trimmed(attributes[index].value), in: self)
            }
            current = nodes[Int(current)].parent
        }
        return prefix.count == 0 ? nil : Namespace(customaryPrefix: string(prefix))
    }

    /// Whether the attribute is `xmlns` or, for a prefix, `xmlns:prefix`.
    private func declares(_ prefix: Slice, _ attribute: Attribute) -> Bool {
        if prefix.count == 0 { return attribute.name == .xmlns && attribute.prefixCount == 0 }
        let name = attribute.qualifiedName
        guard attribute.prefixCount == 6, name.count == prefix.count + 6 else { return false }
        return withBytes(of: name) { name in
            withBytes(of: prefix) { name[..<6].elementsEqual("xmlns:".utf8) && name[6...].elementsEqual($0) }
        }
    }
}
