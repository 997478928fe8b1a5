// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

extension HTMLTokenizer {
    mutating func startTag<Sink: HTMLTokenSink>(into sink: inout Sink) {
        let start = position + 1
        let (end, isRewritten) = endOfName(from: start, stopsAtEquals: false)
        clear()
        // An incomplete tag at the end of the source is ignored.
        guard let isSelfClosing = readAttributes(from: end, collects: Sink.wantsAttributes) else { return }
        lastName = start..<end
        let name = self.name(start, end, isRewritten: isRewritten)
        let content = rewritten.withUnsafeBufferPointer { rewritten in
            attributes.withUnsafeBufferPointer { records in
                sink.startTag(
                    HTMLStartTag(
                        name: name.bytes(source: source, rewritten: rewritten), isSelfClosing: isSelfClosing,
                        attributes: HTMLAttributes(source: source, rewritten: rewritten, records: records)))
            }
        }
        switch content {
        case .data: return
        case .escapableText: characters(to: endOfRawText(), resolvesReferences: true, into: &sink)
        case .rawText: characters(to: endOfRawText(), resolvesReferences: false, into: &sink)
        case .script: characters(to: endOfScript(), resolvesReferences: false, into: &sink)
        case .plainText: characters(to: count, resolvesReferences: false, into: &sink)
        }
    }

    mutating func endTag<Sink: HTMLTokenSink>(into sink: inout Sink) {
        let start = position + 2
        let (end, isRewritten) = endOfName(from: start, stopsAtEquals: false)
        clear()
        guard readAttributes(from: end, collects: false) != nil else { return }
        guard isRewritten else { return sink.endTag(slice(start, end)) }
        _ = name(start, end, isRewritten: true)
        rewritten.withUnsafeBufferPointer { sink.endTag($0) }
    }

    private mutating func clear() {
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        if !rewritten.isEmpty { rewritten.removeAll(keepingCapacity: true) }
    }

    // MARK: Names

    /// The end of a name, and whether the name has bytes that are replaced in the tree.
    private func endOfName(from start: Int, stopsAtEquals: Bool) -> (end: Int, isRewritten: Bool) {
        var end = start
        var isRewritten = false
        while end < count {
            let byte = source[end]
            if byte < 0x40 {
                if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ASCII.isSpace(byte) { break }
                if byte == UInt8(ascii: "=") && stopsAtEquals && end > start { break }
                if byte == 0 { isRewritten = true }
            } else if byte &- 0x41 < 26 && !isXML {
                isRewritten = true
            }
            end += 1
        }
        return (end, isRewritten)
    }

    private mutating func name(_ start: Int, _ end: Int, isRewritten: Bool) -> HTMLAttributes.Slice {
        guard isRewritten else { return HTMLAttributes.Slice(start: start, count: end - start, isRewritten: false) }
        let first = rewritten.count
        for byte in slice(start, end) {
            if byte == 0 {
                UTF8Encoding.encode(0xFFFD) { rewritten.append($0) }
            } else {
                rewritten.append(isXML ? byte : ASCII.lowercased(byte))
            }
        }
        return HTMLAttributes.Slice(start: first, count: rewritten.count - first, isRewritten: true)
    }

    // MARK: Attributes

    /// The maximum number of attributes that are kept for one tag.  No real tag has as many, and it bounds the cost of
    /// a crafted one.
    private static let maxAttributes = 1 << 16

    private func skipSpace(_ position: inout Int) {
        while position < count && ASCII.isSpace(source[position]) { position += 1 }
    }

    /// Reads attributes up to the end of the tag, and moves past it.
    ///
    /// - Returns: whether the tag is self-closing; nil if the source ends inside the tag.
    @inline(__always)
    private mutating func readAttributes(from start: Int, collects: Bool) -> Bool? {
        // Most tags have no attributes.
        if start < count && source[start] == UInt8(ascii: ">") {
            position = start + 1
            return false
        }
        return readMoreAttributes(from: start, collects: collects)
    }

    private mutating func readMoreAttributes(from start: Int, collects: Bool) -> Bool? {
        var next = start
        position = count
        while true {
            skipSpace(&next)
            guard let first = byte(at: next) else { return nil }
            if first == UInt8(ascii: ">") {
                position = next + 1
                return false
            }
            if first == UInt8(ascii: "/") {
                next += 1
                guard byte(at: next) == UInt8(ascii: ">") else { continue }
                position = next + 1
                return true
            }
            if isXML && first == UInt8(ascii: "<") {
                position = next
                return false
            }
            let (end, isRewritten) = endOfName(from: next, stopsAtEquals: true)
            let name = next..<end
            next = end
            skipSpace(&next)
            var value = next..<next
            if byte(at: next) == UInt8(ascii: "=") {
                next += 1
                guard let range = readValue(&next) else { return nil }
                value = range
            }
            if collects && attributes.count < HTMLTokenizer.maxAttributes {
                collect(name, rewritesName: isRewritten, value)
            }
        }
    }

    /// Reads the value after "=", and moves past it.
    private func readValue(_ next: inout Int) -> Range<Int>? {
        skipSpace(&next)
        guard let quote = byte(at: next) else { return nil }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = next + 1
            var end = start
            while end < count && source[end] != quote { end += 1 }
            guard end < count else { return nil }
            next = end + 1
            return start..<end
        }
        let start = next
        while let byte = byte(at: next), byte != UInt8(ascii: ">"), !ASCII.isSpace(byte) {
            if isXML && byte == UInt8(ascii: "/") && self.byte(at: next + 1) == UInt8(ascii: ">") { break }
            next += 1
        }
        return start..<next
    }

    private mutating func collect(_ name: Range<Int>, rewritesName: Bool, _ value: Range<Int>) {
        let nameSlice = self.name(name.lowerBound, name.upperBound, isRewritten: rewritesName)
        var valueSlice = HTMLAttributes.Slice(start: value.lowerBound, count: value.count, isRewritten: false)
        let text = slice(value.lowerBound, value.upperBound)
        if text.contains(where: { ByteSearch.mustBeRewritten($0) || (isXML && $0 != 0x20 && ASCII.isSpace($0)) }) {
            let first = rewritten.count
            HTMLTokenizer.rewrite(text, references: .inAttribute) { piece in
                if isXML {
                    // In an XML attribute, each white space character becomes a space.
                    rewritten.append(contentsOf: piece.lazy.map { ASCII.isSpace($0) ? 0x20 : $0 })
                } else {
                    rewritten.append(contentsOf: piece)
                }
            }
            valueSlice = HTMLAttributes.Slice(start: first, count: rewritten.count - first, isRewritten: true)
        }
        attributes.append(HTMLAttributes.Record(name: nameSlice, value: valueSlice))
    }
}
