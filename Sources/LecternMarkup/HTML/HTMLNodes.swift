// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The nodes of a document under construction, while they can still be moved.
struct HTMLNodes {
    typealias Node = Int32
    static let none: Node = -1

    enum Language: UInt8 { case html, svg, math }

    struct Record {
        var tag = HTMLTag.other
        var traits: HTMLTraits = []
        var language = Language.html
        var isElement = true
        /// Whether the element is on the stack of open elements.
        var isOpen = false
        /// Whether this is an `annotation-xml` element with HTML content.
        var holdsHTML = false
        /// The name of an element, or the first piece of a text.
        var name: Range<Int32> = 0..<0
        var attributes: Range<Int32> = 0..<0
        var parent = HTMLNodes.none
        /// The first and last child of an element, or the further pieces of a text.
        var first = HTMLNodes.none
        var last = HTMLNodes.none
        var previous = HTMLNodes.none
        var next = HTMLNodes.none
    }

    private struct Piece {
        var bytes: Range<Int32>
        var next = HTMLNodes.none
    }

    private(set) var records: [Record] = []
    private var pieces: [Piece] = []
    private var attributes: [(name: Range<Int32>, value: Range<Int32>)] = []
    private let source: UnsafeBufferPointer<UInt8>
    /// Names, values and texts that differ from the source.  A range that starts at `source.count` or later refers to
    /// these.
    private var bytes: [UInt8] = []

    /// - Parameter source: the document.  It must outlive this, and be smaller than a quarter of `Int32.max`.
    init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        // A node takes at least two bytes of source.  Unused capacity costs nothing, but growing the array copies it.
        records.reserveCapacity(min(source.count / 2, MarkupTreeBuilder.maxRecords))
    }

    /// The number of nodes and attributes.
    var count: Int { records.count + attributes.count }

    /// - Parameter node: a node of this document.  Any other number gives an empty record.
    subscript(node: Node) -> Record {
        get { records.indices.contains(Int(node)) ? records[Int(node)] : Record() }
        set { if records.indices.contains(Int(node)) { records[Int(node)] = newValue } }
    }

    private mutating func store(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int32> {
        guard let first = text.baseAddress, let base = source.baseAddress else { return 0..<0 }
        if first >= base, first + text.count <= base + source.count { return range(first - base, text.count) }
        let start = source.count + bytes.count
        bytes.append(contentsOf: text)
        return range(start, text.count)
    }

    private func range(_ start: Int, _ count: Int) -> Range<Int32> {
        Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: start + count)
    }

    // MARK: Elements

    private mutating func add(_ record: Record) -> Node {
        records.append(record)
        return Node(truncatingIfNeeded: records.count - 1)
    }

    mutating func element(_ token: HTMLStartTag, _ tag: HTMLTag, _ language: Language) -> Node {
        var record = Record(tag: tag, traits: language == .html ? tag.traits : [], language: language)
        record.name = store(token.name)
        record.attributes = store(token.attributes)
        if language == .svg, [.foreignObject, .desc, .title].contains(tag) { record.traits = [.special, .scope] }
        if language == .math, [.mi, .mo, .mn, .ms, .mtext, .annotationXML].contains(tag) {
            record.traits = [.special, .scope]
        }
        record.holdsHTML = language == .math && tag == .annotationXML && token.isOfHTML
        return add(record)
    }

    mutating func element(_ tag: HTMLTag) -> Node {
        var record = Record(tag: tag, traits: tag.traits)
        var name = tag.rawValue
        record.name = name.withUTF8 { store($0) }
        return add(record)
    }

    /// Copies an element with its name and attributes, without children.
    mutating func copy(_ node: Node) -> Node {
        let old = self[node]
        var record = Record(tag: old.tag, traits: old.traits, language: old.language)
        record.name = old.name
        record.attributes = old.attributes
        return add(record)
    }

    private mutating func store(_ list: HTMLAttributes) -> Range<Int32> {
        let start = Int32(truncatingIfNeeded: attributes.count)
        for (name, value) in list { attributes.append((store(name), store(value))) }
        return start..<Int32(truncatingIfNeeded: attributes.count)
    }

    /// Adds the attributes that an element does not have yet.
    mutating func merge(_ list: HTMLAttributes, into node: Node) {
        var all = Array(slice(self[node].attributes))
        let count = all.count
        for (name, value) in list where all.count < HTMLNodes.maxMerged {
            let isThere = all.contains { one in withText(one.name) { $0.elementsEqual(name) } }
            if !isThere { all.append((store(name), store(value))) }
        }
        guard all.count > count else { return }
        let start = Int32(truncatingIfNeeded: attributes.count)
        attributes.append(contentsOf: all)
        self[node].attributes = start..<Int32(truncatingIfNeeded: attributes.count)
    }

    /// Real root elements have fewer attributes.
    private static let maxMerged = 64

    private func slice(_ range: Range<Int32>) -> ArraySlice<(name: Range<Int32>, value: Range<Int32>)> {
        attributes[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// Whether two elements have the same name and attributes.
    func isSame(_ a: Node, _ b: Node) -> Bool {
        let (a, b) = (self[a], self[b])
        guard a.language == b.language, a.attributes.count == b.attributes.count, a.attributes.count <= 32,
            isSame(a.name, b.name)
        else { return false }
        return slice(a.attributes).allSatisfy { one in
            slice(b.attributes).contains { isSame($0.name, one.name) && isSame($0.value, one.value) }
        }
    }

    func hasSameName(_ node: Node, as name: UnsafeBufferPointer<UInt8>) -> Bool {
        withText(self[node].name) { $0.elementsEqual(name) }
    }

    private func withText<T>(_ range: Range<Int32>, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        let (start, end) = (Int(range.lowerBound), Int(range.upperBound))
        if end <= source.count { return body(UnsafeBufferPointer(rebasing: source[start..<end])) }
        return bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[start - source.count..<end - source.count]))
        }
    }

    private func isSame(_ a: Range<Int32>, _ b: Range<Int32>) -> Bool {
        a.count == b.count && withText(a) { a in withText(b) { a.elementsEqual($0) } }
    }

    // MARK: Places

    /// Inserts a node before a child of an element, or at the end.
    mutating func insert(_ node: Node, in parent: Node, before next: Node = HTMLNodes.none) {
        let previous = next == HTMLNodes.none ? self[parent].last : self[next].previous
        self[node].parent = parent
        self[node].previous = previous
        self[node].next = next
        if previous == HTMLNodes.none { self[parent].first = node } else { self[previous].next = node }
        if next == HTMLNodes.none { self[parent].last = node } else { self[next].previous = node }
    }

    mutating func remove(_ node: Node) {
        let record = self[node]
        guard record.parent != HTMLNodes.none else { return }
        if record.previous == HTMLNodes.none {
            self[record.parent].first = record.next
        } else {
            self[record.previous].next = record.next
        }
        if record.next == HTMLNodes.none {
            self[record.parent].last = record.previous
        } else {
            self[record.next].previous = record.previous
        }
        self[node].parent = HTMLNodes.none
        self[node].previous = HTMLNodes.none
        self[node].next = HTMLNodes.none
    }

    /// - Returns: the number of children.
    mutating func moveChildren(of node: Node, to other: Node) -> Int {
        var moved = 0
        while self[node].first != HTMLNodes.none {
            let child = self[node].first
            remove(child)
            insert(child, in: other)
            moved += 1
        }
        return moved
    }

    /// Appends to the text node before `next`, or inserts a new one.
    mutating func insert(_ text: UnsafeBufferPointer<UInt8>, in parent: Node, before next: Node) {
        guard !text.isEmpty else { return }
        let previous = next == HTMLNodes.none ? self[parent].last : self[next].previous
        let stored = store(text)
        if previous != HTMLNodes.none, !self[previous].isElement {
            append(stored, to: previous)
        } else {
            insert(add(Record(isElement: false, name: stored)), in: parent, before: next)
        }
    }

    private mutating func append(_ stored: Range<Int32>, to text: Node) {
        let last = self[text].last
        let end = last == HTMLNodes.none ? self[text].name : pieces[Int(last)].bytes
        // A piece is either entirely in the source or entirely in `bytes`.
        if end.upperBound == stored.lowerBound, Int(stored.lowerBound) != source.count {
            let both = end.lowerBound..<stored.upperBound
            if last == HTMLNodes.none { self[text].name = both } else { pieces[Int(last)].bytes = both }
            return
        }
        let piece = Int32(truncatingIfNeeded: pieces.count)
        pieces.append(Piece(bytes: stored))
        if last == HTMLNodes.none { self[text].first = piece } else { pieces[Int(last)].next = piece }
        self[text].last = piece
    }

    // MARK: The tree

    /// Writes an element and its content in document order.
    func write(_ root: Node, to builder: inout MarkupTreeBuilder) {
        var node = root
        while builder.failure == nil {
            let record = self[node]
            if record.isElement {
                withText(record.name) { builder.beginElement($0) }
                for (name, value) in slice(record.attributes) {
                    withText(name) { name in withText(value) { builder.attribute(name, $0) } }
                }
                if record.first != HTMLNodes.none {
                    node = record.first
                    continue
                }
                builder.endElement()
            } else {
                withText(record.name) { builder.text($0) }
                var piece = record.first
                while piece != HTMLNodes.none {
                    withText(pieces[Int(piece)].bytes) { builder.text($0) }
                    piece = pieces[Int(piece)].next
                }
            }
            while node != root, self[node].next == HTMLNodes.none {
                node = self[node].parent
                builder.endElement()
            }
            if node == root { return }
            node = self[node].next
        }
    }
}
