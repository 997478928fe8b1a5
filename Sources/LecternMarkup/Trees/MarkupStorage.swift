// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// The records of a tree.  They are appended while a parser runs and do not change after that, which makes this
/// `Sendable`.
///
/// It uses plain memory instead of arrays: a package document with 2,000 items appends 20,000 records, and array checks
/// (uniqueness, bounds, exclusivity) would take longer than the parser itself.  All indices in records come from the
/// builder, none from the document.
public final class MarkupStorage: @unchecked Sendable {
    public struct Contents {
        var nodes: Records<MarkupTree.NodeRecord>
        var attributes: Records<MarkupTree.Attribute>
        public var text: Records<UInt8>
        /// Offsets in `text`, in order, of comments, processing instructions and CDATA boundaries inside text.
        var divisions: Records<Int32>
        /// The number of bytes that entities and default attributes added, if large.
        var added = 0
        /// The open elements while the tree is built, outermost first.
        var open: Records<MarkupTreeBuilder.OpenElement>
    }

    public let contents: UnsafeMutablePointer<Contents>

    init(nodes: Int, attributes: Int, text: Int) {
        contents = .allocate(capacity: 1)
        contents.initialize(
            to: Contents(
                nodes: Records(capacity: nodes), attributes: Records(capacity: attributes),
                text: Records(capacity: text), divisions: Records(capacity: 16), open: Records(capacity: 32)))
    }

    deinit {
        contents.pointee.nodes.deallocate()
        contents.pointee.attributes.deallocate()
        contents.pointee.text.deallocate()
        contents.pointee.divisions.deallocate()
        contents.pointee.open.deallocate()
        contents.deallocate()
    }
}

/// A growable block of memory.
public struct Records<Element: BitwiseCopyable> {
    public private(set) var base: UnsafeMutablePointer<Element>
    public private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(16, capacity)
        base = .allocate(capacity: self.capacity)
    }

    func deallocate() { base.deallocate() }

    @inline(__always)
    public subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        nonmutating _modify {
            assert(index >= 0 && index < count)
            yield &base[index]
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        (base + count).initialize(to: element)
        count += 1
    }

    @inline(__always)
    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        if capacity - count < elements.count { grow(by: elements.count) }
        (base + count).update(from: source, count: elements.count)
        count += elements.count
    }

    @inline(__always)
    mutating func removeLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return base[count]
    }

    mutating func removeLast(_ most: Int) { count = max(0, count - max(0, most)) }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        // `allocate` uses malloc.  For large blocks, realloc does not copy, which would temporarily double the memory.
        if let moved = memory_resize(base, capacity * MemoryLayout<Element>.stride) {
            base = moved.bindMemory(to: Element.self, capacity: capacity)
            return
        }
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
    }
}
