// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternEncodings
import LecternModel

/// Parses the XML of most books in a fraction of the time that expat takes.
///
/// It supports UTF-8, ASCII names, and document types without an internal subset.  It reports no errors: if the
/// document has anything else or is not well-formed, it gives up, and expat parses the document from the beginning.  If
/// it succeeds, the tree is the one that expat would have given.
struct XMLScanner {
    let bytes: UnsafePointer<UInt8>
    let end: Int
    var position = 0
    var builder: MarkupTreeBuilder
    let keepsSpace: Bool
    var names = XMLNames()
    /// The names of the open elements, as indices in `names`.
    var open = Records<UInt8>(capacity: 64)
    /// The number of start tags so far.
    var tags = 0
    /// Text after replacements.
    var rewritten = Records<UInt8>(capacity: 64)
    var notes: XMLNotes = []
    /// The root element name in the document type declaration.
    var doctype: UnsafeBufferPointer<UInt8>?
    /// Whether the document may use entities of a DTD that is not read.
    var hasExternalSubset = false
    var isStandalone = false

    private init(_ bytes: UnsafePointer<UInt8>, count: Int, keepsSpace: Bool, _ work: Work?) {
        self.bytes = bytes
        end = count
        self.keepsSpace = keepsSpace
        builder = MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: count, work)
    }

    private func deallocate() {
        names.deallocate()
        open.deallocate()
        rewritten.deallocate()
    }

    /// - Returns: the document, or nil if expat has to parse it.
    static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, _ work: Work? = nil
    ) throws(Failure) -> (tree: MarkupTree, notes: XMLNotes)? {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var scanner = XMLScanner(base, count: bytes.count, keepsSpace: keepsSpace, work)
        defer { scanner.deallocate() }
        let isComplete = scanner.document()
        if let failure = scanner.builder.failure { throw failure }
        guard isComplete else { return nil }
        return (try scanner.builder.finished(), scanner.notes)
    }

    // MARK: The document

    private mutating func document() -> Bool {
        guard prolog() else { return false }
        repeat {
            guard content() else { return false }
        } while builder.depth > 0
        return misc() && position == end
    }

    /// Reads the next piece of markup or text.  Returns false if the parser must stop.
    @inline(__always)
    private mutating func content() -> Bool {
        guard byte() == UInt8(ascii: "<") else { return text() }
        switch byte(1) {
        case UInt8(ascii: "/"): return endTag()
        case UInt8(ascii: "!"): return byte(2) == UInt8(ascii: "-") ? comment() : characterData()
        case UInt8(ascii: "?"): return instruction()
        default: return startTag()
        }
    }

    // MARK: Reading

    /// The byte at `position` plus `offset`; NUL, which XML does not allow, past the end.
    @inline(__always)
    func byte(_ offset: Int = 0) -> UInt8 {
        position &+ offset < end ? bytes[position &+ offset] : 0
    }

    /// Moves to the next byte that is a control character, not ASCII, or one of these three.
    @inline(__always)
    mutating func find(_ a: UInt8, _ b: UInt8, _ c: UInt8) {
        position = memory_find(bytes, position, end, 0x20, a, b, c)
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    /// - Returns: whether there was any white space.
    @inline(__always)
    mutating func skipSpace() -> Bool {
        let start = position
        while XMLScanner.isSpace(byte()) { position &+= 1 }
        return position > start
    }

    /// Skips `text` if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count, memory_equal(bytes + position, text.utf8Start, count) else { return false }
        position += count
        return true
    }

    /// Skips non-ASCII characters.  Returns false if they are invalid UTF-8 or not allowed in XML.
    mutating func skipNonASCII() -> Bool {
        while byte() >= 0x80 {
            let length = UTF8Encoding.sequenceLength(bytes + position, end - position)
            // U+FFFE and U+FFFF
            let isCharacter = byte() != 0xEF || byte(1) != 0xBF || byte(2) < 0xBE
            guard length > 0, isCharacter else { return false }
            position += length
        }
        return true
    }

    /// Skips the white space or non-ASCII characters at which `find` has stopped.
    @inline(__always)
    mutating func skipCharacter() -> Bool {
        if byte() >= 0x80 { return skipNonASCII() }
        guard XMLScanner.isSpace(byte()) else { return false }
        position += 1
        return true
    }

    /// Reads an ASCII name (XML 1.0, 2.3).
    mutating func name() -> UnsafeBufferPointer<UInt8>? {
        let start = position
        guard XMLNames.isNameStart(byte()) else { return nil }
        while XMLNames.isNamePart(byte()) { position &+= 1 }
        return UnsafeBufferPointer(start: bytes + start, count: position - start)
    }
}
