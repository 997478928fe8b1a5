// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternEncodings
import LecternModel

extension XMLScanner {
    // MARK: Text

    /// Reads text up to the next markup.
    mutating func text() -> Bool {
        var start = position
        while true {
            find(UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]"))
            switch byte() {
            case 0x0A, 0x09: position &+= 1
            case UInt8(ascii: "<"):
                add(from: start)
                return builder.failure == nil
            case UInt8(ascii: "&"):
                add(from: start)
                guard textReference() else { return false }
                start = position
            case 0x0D:
                add(from: start)
                addLineEnd()
                start = position
            case UInt8(ascii: "]"):
                guard byte(1) != UInt8(ascii: "]") || byte(2) != UInt8(ascii: ">") else { return false }
                position &+= 1
            default:
                guard byte() >= 0x80, skipNonASCII() else { return false }
            }
        }
    }

    /// Reads a CDATA section.
    mutating func characterData() -> Bool {
        guard skip("<![CDATA[") else { return false }
        builder.divideText()
        var start = position
        while true {
            find(UInt8(ascii: "]"), UInt8(ascii: "]"), UInt8(ascii: "]"))
            switch byte() {
            case UInt8(ascii: "]"):
                // expat splits text here.
                add(from: start)
                start = position
                if skip("]]>") {
                    builder.divideText()
                    return builder.failure == nil
                }
                position &+= 1
            case 0x0D:
                add(from: start)
                addLineEnd()
                start = position
            default:
                guard skipCharacter() else { return false }
            }
        }
    }

    /// Adds the text from `start` to `position`, split where it matters as expat splits it: leading white space, line
    /// by line.
    @inline(__always)
    private mutating func add(from start: Int) {
        var start = start
        if !keepsSpace {
            var line = start
            while line < position, XMLScanner.isSpace(bytes[line]) {
                line &+= 1
                if bytes[line &- 1] != 0x0A { continue }
                builder.text(UnsafeBufferPointer(start: bytes + start, count: line - start))
                start = line
            }
        }
        builder.text(UnsafeBufferPointer(start: bytes + start, count: position - start))
    }

    /// Adds a line feed for a carriage return with or without a line feed (XML 1.0, 2.11).
    private mutating func addLineEnd() {
        position += byte(1) == 0x0A ? 2 : 1
        withUnsafeBytes(of: 0x0A as UInt8) { builder.text($0.assumingMemoryBound(to: UInt8.self)) }
    }

    // MARK: References

    enum Reference {
        case character(UInt32)
        /// The name of an entity that the document does not declare.
        case entity(UnsafeBufferPointer<UInt8>)
    }

    /// Reads the reference at `position`.
    mutating func reference() -> Reference? {
        position &+= 1
        guard byte() != UInt8(ascii: "#") else { return characterReference().map(Reference.character) }
        guard let name = name(), skip(";") else { return nil }
        switch name.count {
        case 2 where name.elementsEqual("lt".utf8): return .character(0x3C)
        case 2 where name.elementsEqual("gt".utf8): return .character(0x3E)
        case 3 where name.elementsEqual("amp".utf8): return .character(0x26)
        case 4 where name.elementsEqual("quot".utf8): return .character(0x22)
        case 4 where name.elementsEqual("apos".utf8): return .character(0x27)
        default: return hasExternalSubset && !isStandalone ? .entity(name) : nil
        }
    }

    private mutating func characterReference() -> UInt32? {
        position &+= 1
        let isHex = byte() == UInt8(ascii: "x")
        if isHex { position &+= 1 }
        let start = position
        var value: UInt32 = 0
        while position - start < 7, let digit = ASCII.hexValue(byte()), isHex || digit < 10 {
            value = value * (isHex ? 16 : 10) + UInt32(digit)
            position &+= 1
        }
        guard position > start, skip(";"), XMLScanner.isCharacter(value) else { return nil }
        return value
    }

    /// Whether the character is allowed (XML 1.0, 2.2).
    private static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x20...0xD7FF, 0x09, 0x0A, 0x0D, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func textReference() -> Bool {
        switch reference() {
        case .character(let value):
            rewritten.removeLast(rewritten.count)
            UTF8Encoding.encode(value) { rewritten.append($0) }
            builder.text(UnsafeBufferPointer(start: rewritten.base, count: rewritten.count))
        case .entity(let name):
            notes.insert(.skippedEntity)
            guard var text = NamedCharacterReference.text(for: name) else { return true }
            text.withUTF8 { builder.text($0) }
        case nil: return false
        }
        return true
    }

    // MARK: Ignored markup

    mutating func comment() -> Bool {
        guard skip("<!--") else { return false }
        builder.divideText()
        while true {
            find(UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "-"))
            if byte() != UInt8(ascii: "-") {
                guard skipCharacter() else { return false }
            } else if byte(1) == UInt8(ascii: "-") {
                return skip("-->")
            } else {
                position &+= 1
            }
        }
    }

    /// Reads a processing instruction.
    mutating func instruction() -> Bool {
        position += 2
        builder.divideText()
        guard let target = name(), !(target.count == 3 && zip(target, "xml".utf8).allSatisfy { $0 | 0x20 == $1 }) else {
            return false
        }
        guard XMLScanner.isSpace(byte()) else { return skip("?>") }
        while true {
            find(UInt8(ascii: "?"), UInt8(ascii: "?"), UInt8(ascii: "?"))
            if byte() != UInt8(ascii: "?") {
                guard skipCharacter() else { return false }
            } else if skip("?>") {
                return true
            } else {
                position &+= 1
            }
        }
    }
}
