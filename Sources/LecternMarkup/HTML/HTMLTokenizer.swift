// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Takes markup apart by the tokenization rules of the HTML Standard, which give every sequence of bytes a meaning.
///
/// The source is UTF-8, or any encoding that agrees with it on ASCII.  Each byte is looked at a bounded number of
/// times, and positions only grow: this is what makes it linear for any source.  One thing differs from the Standard,
/// because books are XHTML: a document type may have an internal subset.
public struct HTMLTokenizer {
    let source: UnsafePointer<UInt8>
    let count: Int
    /// Names keep their case and may begin with more than letters; a tag that is not closed ends where the next begins.
    let isXML: Bool

    var position = 0
    var attributes: [HTMLAttributes.Record] = []
    /// Names and values that differ from the source; reused for each tag.
    var rewritten: [UInt8] = []
    /// The name of the start tag read last, as it is written.
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

    /// The byte at a position, or `nil` behind the end.
    @inline(__always)
    func byte(at position: Int) -> UInt8? { position < count ? source[position] : nil }

    // MARK: Text

    /// Where the text at `position` ends: at a tag, a comment or the like, not at every "<".
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

    /// Hands over the text between `position` and `end`, and moves there.
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

    /// Hands over `text` piece by piece, as it is meant: with references resolved, line ends as line feeds, and U+FFFD
    /// or nothing for NUL.
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
