// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// A tokenizer for markup with the rules of the HTML Standard, which define a result for every sequence of bytes.
///
/// The source is UTF-8, or any encoding that is compatible with ASCII.  Each byte is read a bounded number of times and
/// positions only increase, so the tokenizer is linear for any source.  It differs from the Standard in one point,
/// because books are XHTML: a document type may have an internal subset.
public struct HTMLTokenizer {
    let source: UnsafePointer<UInt8>
    let count: Int
    /// In XML, names keep their case and may begin with characters other than letters, and an unclosed tag ends where
    /// the next one begins.
    let isXML: Bool

    var position = 0
    var attributes: [HTMLAttributes.Record] = []
    /// Names and values that differ from the source.  The buffer is reused for each tag.
    var rewritten: [UInt8] = []
    /// The name of the last start tag, as written in the source.
    var lastName = 0..<0
    var hasSeenDoctype = false

    private init(_ source: UnsafePointer<UInt8>, _ count: Int, isXML: Bool) {
        self.source = source
        self.count = count
        self.isXML = isXML
    }

    public static func run<Sink: HTMLTokenSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, isXML: Bool = false, into sink: inout Sink
    ) {
        guard let source = bytes.baseAddress else { return }
        var tokenizer = HTMLTokenizer(source, bytes.count, isXML: isXML)
        while tokenizer.position < tokenizer.count && !sink.isStopped {
            let end = tokenizer.nextMarkup()
            tokenizer.characters(to: end, resolvesReferences: true, keepsNUL: sink.keepsNUL, into: &sink)
            if end < tokenizer.count { tokenizer.markup(into: &sink) }
        }
    }

    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: source + start, count: end - start)
    }

    /// The byte at a position; nil past the end.
    @inline(__always)
    func byte(at position: Int) -> UInt8? { position < count ? source[position] : nil }

    // MARK: Text

    /// The end of the text at `position`: the next tag, comment or other markup.  A "<" may also be text.
    private func nextMarkup() -> Int {
        var candidate = position
        while true {
            candidate = ByteSearch.first(UInt8(ascii: "<"), in: source, from: candidate, to: count)
            if candidate >= count || beginsMarkup(candidate) { return candidate }
            candidate += 1
        }
    }

    private func beginsMarkup(_ start: Int) -> Bool {
        guard let next = byte(at: start + 1) else { return false }
        switch next {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
        case UInt8(ascii: "/"): return start + 2 < count
        default: return beginsName(next)
        }
    }

    func beginsName(_ byte: UInt8) -> Bool {
        if ASCII.isLetter(byte) { return true }
        return isXML && (byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80)
    }

    /// Passes the text between `position` and `end` to the sink, and moves to `end`.
    @inline(__always)
    mutating func characters<Sink: HTMLTokenSink>(
        to end: Int, resolvesReferences: Bool, keepsNUL: Bool = true, into sink: inout Sink
    ) {
        guard position < end else { return }
        let text = slice(position, end)
        position = end
        let references: References = resolvesReferences ? .inText : .none
        HTMLTokenizer.rewrite(text, references: references, keepsNUL: keepsNUL) { sink.characters($0) }
    }

    enum References {
        case none, inText, inAttribute
    }

    /// Passes `text` to `emit` piece by piece, with references resolved, line ends as line feeds, and NUL replaced by
    /// U+FFFD or dropped.
    @inline(__always)
    static func rewrite(
        _ text: UnsafeBufferPointer<UInt8>, references: References, keepsNUL: Bool = true,
        _ emit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard let base = text.baseAddress else { return }
        let count = text.count
        var start = 0
        var next = 0
        while true {
            next = ByteSearch.firstToRewrite(in: base, from: next, to: count)
            if next >= count { break }
            let byte = base[next]
            let rest = UnsafeBufferPointer(start: base + next, count: count - next)
            var reference: CharacterReference?
            if byte == UInt8(ascii: "&") {
                if references != .none { reference = CharacterReference(rest, inAttribute: references == .inAttribute) }
                if reference == nil {
                    next += 1
                    continue
                }
            }
            if start < next { emit(UnsafeBufferPointer(start: base + start, count: next - start)) }
            start = next + 1
            if let reference {
                reference.withBytes(emit)
                start = next + reference.length
            } else if byte == 0 {
                if keepsNUL { emit(bytes(of: UTF8Encoding.replacement)) }
            } else if next + 1 == count || base[next + 1] != 0x0A {
                emit(bytes(of: "\n"))
            }
            next = start
        }
        if start < count { emit(UnsafeBufferPointer(start: base + start, count: count - start)) }
    }

    private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
