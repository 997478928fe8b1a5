// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternEncodings
import LecternModel

extension XMLScanner {
    /// The limit that `XMLDocument` sets for expat.
    private static let maxDepth = 10_000

    /// Reads a start tag or an empty-element tag.
    mutating func startTag() -> Bool {
        position &+= 1
        guard let place = internedName() else { return false }
        if tags == 0, let doctype, !doctype.elementsEqual(names.all[place].bytes) { notes.insert(.otherDoctype) }
        tags += 1
        builder.beginElement(names.all[place].interned)
        while true {
            let hasSpace = XMLScanner.isSpace(byte()) && skipSpace()
            switch byte() {
            case UInt8(ascii: ">"):
                position &+= 1
                open.append(UInt8(truncatingIfNeeded: place))
                return builder.failure == nil && builder.depth <= XMLScanner.maxDepth
            case UInt8(ascii: "/"):
                guard byte(1) == UInt8(ascii: ">"), builder.depth <= XMLScanner.maxDepth else { return false }
                position &+= 2
                builder.endElement()
                return builder.failure == nil
            default:
                guard hasSpace, attribute() else { return false }
            }
        }
    }

    mutating func endTag() -> Bool {
        position &+= 2
        guard let place = open.removeLast() else { return false }
        let name = names.all[Int(place)]
        guard end - position > name.count, XMLNames.matches(name, at: bytes + position, before: bytes + end) else {
            return false
        }
        position &+= name.count
        if byte() != UInt8(ascii: ">") { _ = skipSpace() }
        guard byte() == UInt8(ascii: ">") else { return false }
        position &+= 1
        builder.endElement()
        return true
    }

    @inline(__always)
    private mutating func attribute() -> Bool {
        guard let place = internedName(), names.isFirst(place, in: tags) else { return false }
        if byte() != UInt8(ascii: "=") { _ = skipSpace() }
        guard byte() == UInt8(ascii: "=") else { return false }
        position &+= 1
        let quote = quotationMark()
        guard quote != 0 else { return false }
        let start = position
        find(quote, UInt8(ascii: "<"), UInt8(ascii: "&"))
        if byte() != quote { return longValue(names.all[place].interned, from: start, quote) }
        builder.attribute(
            names.all[place].interned, UnsafeBufferPointer(start: bytes + start, count: position &- start))
        position &+= 1
        return true
    }

    @inline(__always)
    private mutating func quotationMark() -> UInt8 {
        if XMLScanner.isSpace(byte()) { _ = skipSpace() }
        let quote = byte()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return 0 }
        position &+= 1
        return quote
    }

    /// Reads the rest of a value that may need normalization: white space becomes spaces (XML 1.0, 3.3.3).
    @inline(never)
    private mutating func longValue(
        _ name: MarkupTreeBuilder.InternedName, from first: Int, _ quote: UInt8
    ) -> Bool {
        rewritten.removeLast(rewritten.count)
        var start = first
        while byte() != quote {
            if byte() >= 0x80 {
                guard skipNonASCII() else { return false }
            } else {
                rewritten.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: position &- start))
                guard valueCharacter() else { return false }
                start = position
            }
            find(quote, UInt8(ascii: "<"), UInt8(ascii: "&"))
        }
        rewritten.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: position &- start))
        builder.attribute(name, UnsafeBufferPointer(start: rewritten.base, count: rewritten.count))
        position &+= 1
        return true
    }

    /// Reads white space or a reference in an attribute.
    private mutating func valueCharacter() -> Bool {
        guard byte() == UInt8(ascii: "&") else {
            guard XMLScanner.isSpace(byte()) else { return false }
            if byte() == 0x0D, byte(1) == 0x0A { position &+= 1 }
            position &+= 1
            rewritten.append(0x20)
            return true
        }
        switch reference() {
        case .character(let value): UTF8Encoding.encode(value) { rewritten.append($0) }
        // Dropped, as in expat.
        case .entity: break
        case nil: return false
        }
        return true
    }

    // MARK: Names

    /// Reads a name up to white space, `/`, `>` or `=`.  Returns its index in `names`.
    @inline(__always)
    private mutating func internedName() -> Int? {
        let start = position
        position = memory_find(
            bytes, position, end, 0x21, UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"))
        return names.place(of: bytes + start, position &- start, before: bytes + end, for: &builder)
    }
}
