// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// Text of a tree without insignificant white space.
extension MarkupTree {
    /// Removes white space at both ends.
    public func trimmed(_ slice: Slice) -> Slice {
        withBytes(of: slice) { bytes in
            var start = 0
            var end = bytes.count
            while start < end && ASCII.isSpace(bytes[start]) { start += 1 }
            while start < end && ASCII.isSpace(bytes[end - 1]) { end -= 1 }
            return Slice(
                start: slice.start + Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: end - start))
        }
    }

    /// The trimmed value of an attribute without a prefix; nil if it is empty.
    public func value(_ name: MarkupName, of node: Node) -> Slice? {
        guard let value = attribute(name, of: node).map(trimmed), value.count > 0 else { return nil }
        return value
    }

    public func valueText(_ name: MarkupName, of node: Node) -> String? { value(name, of: node).map(string) }

    /// The character data in `node`, trimmed.
    public func trimmedText(of node: Node) -> String { text(of: node).trimmed }

    /// Calls `body` with each word of `slice`, separated by white space.
    @inline(__always)
    public func forEachWord(in slice: Slice, _ body: (Slice) -> Void) {
        var start = slice.start
        let end = slice.start + slice.count
        let text = storage.contents.pointee.text
        while start < end {
            while start < end && ASCII.isSpace(text[Int(start)]) { start += 1 }
            var wordEnd = start
            while wordEnd < end && !ASCII.isSpace(text[Int(wordEnd)]) { wordEnd += 1 }
            if wordEnd > start { body(Slice(start: start, count: wordEnd - start)) }
            start = wordEnd
        }
    }

    public func equals(_ a: Slice, _ b: Slice) -> Bool {
        let text = storage.contents.pointee.text.base
        return a.count == b.count && memory_equal(text + Int(a.start), text + Int(b.start), Int(a.count))
    }

    /// The character data in `node`, with runs of white space collapsed to one space and removed at both ends.
    public func collapsedText(of node: Node) -> String {
        let first = nodes[Int(node)].firstChild
        guard first >= 0 else { return "" }
        // Fast path: nearly every label is a single text node without white space to collapse.
        if nodes[Int(first)].nextSibling < 0 && !isElement(first) && isCollapsed(nodes[Int(first)].slice) {
            return string(nodes[Int(first)].slice)
        }
        var bytes: [UInt8] = []
        var isSpacePending = false
        for index in node + 1..<end(of: node) where !isElement(index) {
            withBytes(of: nodes[Int(index)].slice) { text in
                for byte in text {
                    if ASCII.isSpace(byte) {
                        isSpacePending = !bytes.isEmpty
                    } else {
                        if isSpacePending { bytes.append(0x20) }
                        isSpacePending = false
                        bytes.append(byte)
                    }
                }
            }
        }
        guard bytes.withUnsafeBufferPointer(StreamSafeText.contains) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func isCollapsed(_ slice: Slice) -> Bool {
        withBytes(of: slice) { bytes in
            var wasSpace = true
            for byte in bytes {
                let isSpace = ASCII.isSpace(byte)
                if isSpace && (wasSpace || byte != 0x20) { return false }
                wasSpace = isSpace
            }
            return !wasSpace || bytes.isEmpty
        }
    }

    /// The nearest `xml:lang` of `node` or its ancestors (XML 1.0, 2.12); nil if there is none or it is empty.
    public func language(of node: Node) -> String? {
        var current = node
        while current >= 0 {
            let record = nodes[Int(current)]
            for index in attributeRange(of: current) {
                let attribute = attributes[index]
                guard attribute.name == .lang, equals(attribute.qualifiedName, "xml:lang") else { continue }
                let language = string(trimmed(attribute.value))
                return language.isEmpty ? nil : language
            }
            current = record.parent
        }
        return nil
    }

    /// All values of `xml:lang`.
    public var languages: [String] {
        (0..<attributes.count).lazy.map { attributes[$0] }
            .filter { $0.name == .lang && equals($0.qualifiedName, "xml:lang") }
            .map { string(trimmed($0.value)) }.withoutRepetitions
    }

    /// The range of the attributes of `node`.
    @inline(__always)
    public func attributeRange(of node: Node) -> Range<Int> {
        let record = nodes[Int(node)]
        let first = Int(record.firstAttribute)
        return first..<first + Int(max(0, record.attributeCount))
    }
}

extension MarkupTree {
    /// The trimmed value of the first `href` of an element, whatever its prefix is.
    public func href(of node: Node) -> String? {
        attributeRange(of: node).lazy.map { attributes[$0] }.first { $0.name == .href }
            .map { string(trimmed($0.value)) }
    }
}
