// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternMarkup
import LecternModel

/// Reads tags, if they are simple.
extension SievedText {
    mutating func tag() -> Bool {
        guard end - at > 2 else { return false }
        switch at[1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return startTag()
        case UInt8(ascii: "/"):
            guard let name = name(from: at + 2) else { return false }
            var next = name.end
            while next < end, ASCII.isSpace(next.pointee) { next += 1 }
            guard next < end, next.pointee == UInt8(ascii: ">") else { return false }
            at = next + 1
            return true
        case UInt8(ascii: "!"): return declaration()
        case UInt8(ascii: "?"):
            var next = at + 2
            while next < end, next.pointee != UInt8(ascii: ">") { next += 1 }
            guard next < end, next[-1] == UInt8(ascii: "?") else { return false }
            at = next + 1
            return true
        default: return false
        }
    }

    private struct Name {
        let start: UnsafePointer<UInt8>
        let end: UnsafePointer<UInt8>

        func isSame(_ other: StaticString) -> Bool {
            end - start == other.utf8CodeUnitCount && memory_equal(start, other.utf8Start, end - start)
        }
    }

    /// A name that XML and HTML read in the same way.
    private func name(from start: UnsafePointer<UInt8>) -> Name? {
        var next = start
        while next < end, next.pointee &- 0x61 < 26 || next.pointee &- 0x30 < 10 { next += 1 }
        guard next > start, next < end else { return nil }
        let byte = next.pointee
        guard byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ASCII.isSpace(byte) else { return nil }
        return Name(start: start, end: next)
    }

    private mutating func startTag() -> Bool {
        guard let name = name(from: at + 1), let isClosed = skipAttributes(from: name.end) else { return false }
        if !isClosed, at - name.end > SievedText.pageBreak.utf8CodeUnitCount, mayBreakPage(name.end) { return false }
        switch name.end - name.start {
        case 1 where name.isSame("a") && !isClosed: return link()
        case 2 where name.isSame("br"):
            if !isBehindSpace { put(0x20) }
            isBehindSpace = true
        case 3 where name.isSame("img"): return !mayBeLetter(name.end)
        // Readings are no part of the text.
        case 2 where name.isSame("rt") || name.isSame("rp"), 3 where name.isSame("rtc"), 4 where name.isSame("ruby"):
            return false
        case 4 where name.isSame("head"):
            // Elsewhere, XML and HTML differ in whether its text is part of the document.
            guard !hasHead, out - first <= 1 else { return false }
            hasHead = true
        case 5 where name.isSame("title") || name.isSame("style"), 6 where name.isSame("script"):
            return isClosed || skipContent(of: name)
        case 3 where name.isSame("xmp"), 4 where name.isSame("desc") || name.isSame("defs"),
            6 where name.isSame("iframe") || name.isSame("symbol"), 7 where name.isSame("noembed"),
            8
        where name.isSame("noscript") || name.isSame("template") || name.isSame("noframes")
            || name.isSame("textarea") || name.isSame("frameset") || name.isSame("metadata"),
            9 where name.isSame("plaintext"):
            return false
        default: break
        }
        return true
    }

    /// Moves past the tag.
    /// - Returns: whether it is self-closing; nil if it is not simple.
    @inline(__always)
    private mutating func skipAttributes(from start: UnsafePointer<UInt8>) -> Bool? {
        var next = start
        while next < end {
            let byte = next.pointee
            if byte == UInt8(ascii: ">") {
                at = next + 1
                return next[-1] == UInt8(ascii: "/")
            }
            if byte == UInt8(ascii: "=") {
                next += 1
                guard next < end, next.pointee == UInt8(ascii: "\"") || next.pointee == UInt8(ascii: "'") else {
                    return nil
                }
                let quote = next.pointee
                next += 1
                while next < end, next.pointee != quote {
                    if next.pointee == UInt8(ascii: "<") { return nil }
                    next += 1
                }
            } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == 0
            {
                return nil
            }
            next += 1
        }
        return nil
    }

    private static let pageBreak: StaticString = "pagebreak"

    /// Whether the number of a page follows, judging by the attributes of the tag that was just read.
    private func mayBreakPage(_ attributes: UnsafePointer<UInt8>) -> Bool {
        let name = SievedText.pageBreak
        return memmem(attributes, at - attributes, name.utf8Start, name.utf8CodeUnitCount) != nil
            && !(end - at > 1 && at[0] == UInt8(ascii: "<") && at[1] == UInt8(ascii: "/"))
    }

    /// Whether an image may replace a letter, because its tag, which was just read, has a short alternative text.
    private func mayBeLetter(_ attributes: UnsafePointer<UInt8>) -> Bool {
        let name: StaticString = "alt="
        var next = attributes
        while let found = memmem(next, at - next, name.utf8Start, name.utf8CodeUnitCount) {
            let value = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + name.utf8CodeUnitCount
            next = value
            // References are longer than the characters that they represent.
            let end = (1..<min(SievedText.longestLetter, at - value)).first { value[$0] == value[0] }
            if let end, end > 1 { return true }
        }
        return false
    }

    private static let longestLetter = 48

    /// Reads a short link.  Where marks are left out, it takes the text of a mark back.
    private mutating func link() -> Bool {
        let (start, wasBehindSpace) = (out, isBehindSpace)
        // A folded text may be longer.
        while at < end, out - start <= 2 * FootnoteMark.longest {
            if end - at > 2, at.pointee == UInt8(ascii: "<") {
                let isEnd = at[1] == UInt8(ascii: "/")
                if name(from: isEnd ? at + 2 : at + 1)?.isSame("a") ?? false {
                    return isEnd && endLink(from: start, isBehindSpace: wasBehindSpace)
                }
            }
            guard next() else { return false }
        }
        return true
    }

    private mutating func endLink(from start: UnsafeMutablePointer<UInt8>, isBehindSpace: Bool) -> Bool {
        guard FootnoteMark.isMarkOrSign(Array(UnsafeBufferPointer(start: start, count: out - start))) else {
            return true
        }
        hasMarks = true
        if withMarks { return true }
        // The text between two marks may separate them.
        if let markEnd, start > markEnd, start - markEnd <= FootnoteMark.longestSeparator + 2 { return false }
        markEnd = start
        out = start
        self.isBehindSpace = isBehindSpace
        bracket = out > first ? FootnoteMark.end(of: out[-1]) : nil
        return true
    }

    /// Moves to the end tag, if it is the next markup.
    private mutating func skipContent(of name: Name) -> Bool {
        var next = at
        while next < end, next.pointee != UInt8(ascii: "<") { next += 1 }
        let length = name.end - name.start
        guard end - next > length + 2, next[1] == UInt8(ascii: "/"), memory_equal(next + 2, name.start, length) else {
            return false
        }
        at = next
        return true
    }

    /// Skips comments and document types.  Other declarations are not simple.
    private mutating func declaration() -> Bool {
        var next = at + 2
        if end - next > 3, next[0] == UInt8(ascii: "-"), next[1] == UInt8(ascii: "-") {
            next += 2
            guard next.pointee != UInt8(ascii: ">"), next[0] != UInt8(ascii: "-") else { return false }
            while end - next > 2, next[0] != UInt8(ascii: "-") || next[1] != UInt8(ascii: "-") { next += 1 }
            guard end - next > 2, next[2] == UInt8(ascii: ">") else { return false }
            at = next + 3
            return true
        }
        guard end - next > 7, next[0] | 0x20 == UInt8(ascii: "d") else { return false }
        while next < end, next.pointee != UInt8(ascii: ">") {
            if next.pointee == UInt8(ascii: "[") || next.pointee == UInt8(ascii: "<") { return false }
            next += 1
        }
        guard next < end else { return false }
        at = next + 1
        return true
    }
}
