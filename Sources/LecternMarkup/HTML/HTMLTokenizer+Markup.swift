// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// Markup that begins with "<" but is not a tag: comments in all their forms, document types, CDATA sections.
extension HTMLTokenizer {
    /// Reads the markup at `position`, which `nextMarkup` has found.
    mutating func markup<Sink: HTMLTokenSink>(into sink: inout Sink) {
        let start = position
        switch byte(at: start + 1) {
        case UInt8(ascii: "!"):
            declaration(into: &sink)
        case UInt8(ascii: "/"):
            if let first = byte(at: start + 2), beginsName(first) {
                endTag(into: &sink)
            } else {
                skip(behind: UInt8(ascii: ">"), from: start + 2)
                if byte(at: start + 2) != UInt8(ascii: ">") { sink.comment() }
            }
        case UInt8(ascii: "?"):
            skip(behind: UInt8(ascii: ">"), from: start + 2)
            sink.comment()
        default:
            startTag(into: &sink)
        }
    }

    /// Moves past the next `wanted` byte, or to the end.
    private mutating func skip(behind wanted: UInt8, from start: Int) {
        position = min(ByteSearch.first(wanted, in: source, from: min(start, count), to: count) + 1, count)
    }

    /// Whether `text` is at `start`.  Lower case letters in `text` match both cases.
    private func stands(_ text: StaticString, at start: Int) -> Bool {
        guard start + text.utf8CodeUnitCount <= count else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            let wanted = text.utf8Start[index]
            let byte = source[start + index]
            guard byte == wanted || ASCII.lowercased(byte) == wanted else { return false }
        }
        return true
    }

    private mutating func declaration<Sink: HTMLTokenSink>(into sink: inout Sink) {
        let start = position + 2
        if stands("--", at: start) {
            position = endOfComment(from: start + 2)
            sink.comment()
        } else if sink.readsSections, stands("[CDATA[", at: start) {
            section(from: start + 7, into: &sink)
        } else if stands("doctype", at: start) && !hasSeenDoctype {
            hasSeenDoctype = true
            doctype(from: start + 7)
            sink.doctype(slice(start + 7, max(start + 7, position - 1)))
        } else {
            skip(behind: UInt8(ascii: ">"), from: start)
            sink.comment()
        }
    }

    /// The end of the comment whose text begins at `start`: after "-->" or "--!>".  The two hyphens that open the
    /// comment can also close it, so "<!-->" is a comment.
    private func endOfComment(from start: Int) -> Int {
        var end = start
        while true {
            end = ByteSearch.first(UInt8(ascii: ">"), in: source, from: end, to: count)
            guard end < count else { return count }
            let isPlain = source[end - 1] == UInt8(ascii: "-") && source[end - 2] == UInt8(ascii: "-")
            let isBang =
                end >= start + 3 && source[end - 1] == UInt8(ascii: "!")
                && source[end - 2] == UInt8(ascii: "-") && source[end - 3] == UInt8(ascii: "-")
            end += 1
            if isPlain || isBang { return end }
        }
    }

    private mutating func section<Sink: HTMLTokenSink>(from start: Int, into sink: inout Sink) {
        position = start
        var end = start
        while true {
            end = ByteSearch.first(UInt8(ascii: ">"), in: source, from: end, to: count)
            if end >= count { break }
            if end >= start + 2 && source[end - 1] == UInt8(ascii: "]") && source[end - 2] == UInt8(ascii: "]") {
                characters(to: end - 2, resolvesReferences: false, keepsNUL: sink.keepsNUL, into: &sink)
                position = end + 1
                return
            }
            end += 1
        }
        characters(to: count, resolvesReferences: false, keepsNUL: sink.keepsNUL, into: &sink)
    }

    /// A document type ends at the first ">", or at the one after its internal subset.
    private mutating func doctype(from start: Int) {
        var end = start
        while let byte = byte(at: end), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "[") { end += 1 }
        if byte(at: end) == UInt8(ascii: "["), let last = endOfSubset(from: end + 1) { end = last }
        skip(behind: UInt8(ascii: ">"), from: end)
    }

    /// The ">" that ends the document type whose internal subset begins at `start`: the first one that follows a "]",
    /// with only white space in between.
    private func endOfSubset(from start: Int) -> Int? {
        var isClosed = false
        for position in start..<count {
            let byte = source[position]
            if byte == UInt8(ascii: "]") {
                isClosed = true
            } else if byte == UInt8(ascii: ">") && isClosed {
                return position
            } else if !ASCII.isSpace(byte) {
                isClosed = false
            }
        }
        return nil
    }
}
