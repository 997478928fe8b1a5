// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Builds a tree from the events of a parser.
struct MarkupTreeBuilder {
    /// Set when a limit is exceeded; the parser should then stop.
    private(set) var failure: Failure?

    /// Whether white space alone can start a text node.  Labels need it, but half of a package document is such white
    /// space.
    private let keepsSpace: Bool
    private let storage: MarkupStorage
    /// The work that parsing is accounted to, if any.
    private let work: Work?
    /// The contents of `storage`, to avoid the indirection.
    private let contents: UnsafeMutablePointer<MarkupStorage.Contents>
    /// The root element, once it has ended.
    private var root: OpenElement?

    struct OpenElement: BitwiseCopyable {
        let node: MarkupTree.Node
        /// The last child so far, to link siblings.
        var lastChild: MarkupTree.Node
    }

    /// The approximate cost of a record in nanoseconds.
    private static let recordCost = 128
    /// Limits the memory of a tree to about 200 MB, at 40 bytes per record.
    static let maxRecords = 5_000_000
    /// The maximum number of attributes of one element, because lookup is linear.  Real elements have less than a
    /// tenth; the rest is dropped.
    private static let maxAttributes: Int32 = 1000
    private static let maxText = 1 << 30
    /// The maximum number of bytes that entities and default attributes may add to a document.
    static let maxAdded = 16 << 20
    /// The maximum size of the text of this document without entities, in any encoding.
    private let ownText: Int
    /// The size of the default attributes, not counting their values.
    private var defaults = 0

    init(keepsSpace: Bool, expectedBytes: Int, _ work: Work? = nil) {
        self.work = work
        ownText = 3 * expectedBytes
        self.keepsSpace = keepsSpace
        // An overestimate: unused memory costs nothing, but growing copies.
        storage = MarkupStorage(
            nodes: min(expectedBytes / 12, 1 << 18), attributes: min(expectedBytes / 20, 1 << 18),
            text: min(expectedBytes, 1 << 23))
        contents = storage.contents
    }

    /// The tree so far.  Use it only at the end of the document, because the builder modifies it.
    var tree: MarkupTree { MarkupTree(storage: storage) }

    /// The complete document.
    func finished() throws(Failure) -> MarkupTree {
        if let failure { throw failure }
        let text = contents.pointee.text
        contents.pointee.added = defaults + max(0, text.count - ownText)
        guard StreamSafeText.contains(UnsafeBufferPointer(start: text.base, count: text.count)) else {
            throw Failure(.limit, "The document has more than \(StreamSafeText.maxRun) combining characters in a row.")
        }
        return tree
    }

    /// The innermost open element.
    private var innermost: OpenElement? {
        @inline(__always) get {
            let count = contents.pointee.open.count
            return count > 0 ? contents.pointee.open[count - 1] : nil
        }
    }

    var depth: Int { contents.pointee.open.count }

    /// Whether the open element at this depth has this qualified name.
    func isOpenElement(at index: Int, named name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index >= 0, index < depth else { return false }
        let record = contents.pointee.nodes[Int(contents.pointee.open[index].node)]
        if record.slice.count == 0 { return record.name == MarkupName(name) }
        return tree.withBytes(of: record.slice) { $0.elementsEqual(name) }
    }

    // MARK: Events

    mutating func beginElement(_ name: UnsafeBufferPointer<UInt8>) { beginElement(intern(name)) }

    @inline(__always)
    mutating func beginElement(_ name: InternedName) {
        let node = append(
            MarkupTree.NodeRecord(
                name: name.name, prefixCount: name.prefixCount, attributeCount: 0,
                firstAttribute: Int32(truncatingIfNeeded: contents.pointee.attributes.count), slice: name.qualifiedName,
                parent: MarkupTree.none, firstChild: MarkupTree.none, nextSibling: MarkupTree.none))
        contents.pointee.open.append(OpenElement(node: node, lastChild: MarkupTree.none))
    }

    /// Adds an attribute to the element that was begun last.  Call it before adding children.
    mutating func attribute(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        attribute(intern(name), value)
    }

    @inline(__always)
    mutating func attribute(_ name: InternedName, _ value: UnsafeBufferPointer<UInt8>) {
        guard let node = innermost?.node else { return }
        attribute(name, value, of: node)
    }

    @inline(__always)
    private mutating func attribute(
        _ name: InternedName, _ value: UnsafeBufferPointer<UInt8>, of node: MarkupTree.Node
    ) {
        guard contents.pointee.nodes[Int(node)].attributeCount < MarkupTreeBuilder.maxAttributes else { return }
        let value = store(value)
        contents.pointee.attributes.append(
            MarkupTree.Attribute(
                name: name.name, prefixCount: name.prefixCount, qualifiedName: name.qualifiedName, value: value))
        contents.pointee.nodes[Int(node)].attributeCount += 1
        checkLimits()
    }

    /// Counts the default attributes of an element, even if its own attributes override them.
    mutating func add(defaults bytes: Int) {
        defaults += bytes
        if defaults > MarkupTreeBuilder.maxAdded { fail(MarkupTreeBuilder.tooMuchAdded) }
    }

    mutating func fail(_ reason: Failure) { failure = failure ?? reason }

    mutating func endElement() {
        let ended = contents.pointee.open.removeLast()
        // Anything after the root element becomes a child of the root, because damaged documents lose end tags.
        if depth == 0 && root == nil { root = ended }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty, let last = innermost?.lastChild else { return }
        if last >= 0 {
            let record = contents.pointee.nodes[Int(last)]
            if record.attributeCount < 0
                && Int(record.slice.start) + Int(record.slice.count) == contents.pointee.text.count
            {
                let added = store(bytes).count
                contents.pointee.nodes[Int(last)].slice.count += added
                return
            }
        }
        if !keepsSpace && bytes.allSatisfy(ASCII.isSpace) { return }
        _ = append(
            MarkupTree.NodeRecord(
                name: .other, prefixCount: 0, attributeCount: -1, firstAttribute: 0, slice: store(bytes),
                parent: MarkupTree.none, firstChild: MarkupTree.none, nextSibling: MarkupTree.none))
    }

    /// Records that something outside of the tree, such as a comment, splits the text here.
    mutating func divideText() {
        guard keepsSpace, let last = innermost?.lastChild, last >= 0 else { return }
        let record = contents.pointee.nodes[Int(last)]
        let (end, count) = (record.slice.start + record.slice.count, contents.pointee.divisions.count)
        guard record.attributeCount < 0, count == 0 || contents.pointee.divisions[count - 1] < end else { return }
        contents.pointee.divisions.append(end)
    }

    // MARK: Names

    /// A name as it is stored in records.
    struct InternedName {
        let name: MarkupName
        let prefixCount: UInt8
        /// Empty for a known name without a prefix, which needs no copy.
        let qualifiedName: MarkupTree.Slice
    }

    mutating func intern(_ qualifiedName: UnsafeBufferPointer<UInt8>) -> InternedName {
        let (name, prefixCount) = MarkupName.split(qualifiedName)
        let isPlain = name != .other && prefixCount == 0
        return InternedName(
            name: name, prefixCount: UInt8(truncatingIfNeeded: prefixCount),
            qualifiedName: isPlain ? MarkupTree.Slice(start: 0, count: 0) : store(qualifiedName))
    }

    // MARK: Records

    @inline(__always)
    private mutating func append(_ record: MarkupTree.NodeRecord) -> MarkupTree.Node {
        let node = MarkupTree.Node(truncatingIfNeeded: contents.pointee.nodes.count)
        var record = record
        if let parent = innermost ?? root {
            record.parent = parent.node
            if parent.lastChild >= 0 {
                contents.pointee.nodes[Int(parent.lastChild)].nextSibling = node
            } else {
                contents.pointee.nodes[Int(parent.node)].firstChild = node
            }
            if depth == 0 { root?.lastChild = node } else { contents.pointee.open[depth - 1].lastChild = node }
        }
        contents.pointee.nodes.append(record)
        checkLimits()
        return node
    }

    @inline(__always)
    private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) -> MarkupTree.Slice {
        let start = contents.pointee.text.count
        guard start + bytes.count <= min(ownText + MarkupTreeBuilder.maxAdded, MarkupTreeBuilder.maxText) else {
            fail(MarkupTreeBuilder.tooMuchAdded)
            return MarkupTree.Slice(start: 0, count: 0)
        }
        contents.pointee.text.append(contentsOf: bytes)
        return MarkupTree.Slice(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: bytes.count))
    }

    @inline(__always)
    private mutating func checkLimits() {
        if let work, work.stops(after: MarkupTreeBuilder.recordCost) { failure = work.failure }
        if contents.pointee.nodes.count + contents.pointee.attributes.count > MarkupTreeBuilder.maxRecords {
            failure = MarkupTreeBuilder.tooManyRecords
        }
    }

    private static let tooManyRecords = Failure(
        .limit, "The document has more than \(maxRecords) elements and attributes.")

    static let tooMuchAdded = Failure(
        .limit, "The entities and default attributes of the document expand to more than \(maxAdded >> 20) MB.")

    static func check(records: Int) throws(Failure) {
        if records > maxRecords { throw tooManyRecords }
    }
}
