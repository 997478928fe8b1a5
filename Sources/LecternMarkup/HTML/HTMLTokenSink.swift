// SPDX-License-Identifier: BSD-3-Clause

/// How the tokenizer reads what is in an element; the HTML Standard calls it a content model or a state.
public enum HTMLContent: UInt8, Sendable {
    case data
    /// Text with character references and without elements: titles.
    case escapableText
    /// Text as it stands.
    case rawText
    /// Text as it stands, in which comments can hide the end tag.
    case script
    /// Text as it stands, up to the end of the document.
    case plainText
}

/// What the tokenizer makes of the source.  The bytes that it hands over are valid during the call only; they are UTF-8
/// if the source is.
public protocol HTMLTokenSink {
    /// Whether attributes are collected at all: who only wants text goes faster without them.
    static var wantsAttributes: Bool { get }
    /// Set when the rest does not matter any more.
    var isStopped: Bool { get }
    /// Whether a CDATA section is one where the source has been read to; otherwise it is a comment.
    var readsSections: Bool { get }
    /// Whether NUL is U+FFFD in the text there; otherwise it is left out.
    var keepsNUL: Bool { get }

    /// - Returns: how to read what follows, up to the end tag with the same name unless it is `data`.
    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent
    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>)
    /// Part of a run of text, with references resolved and line ends normalised.
    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>)
}

public struct HTMLStartTag {
    /// In lower case unless the source is read as XML.
    public let name: UnsafeBufferPointer<UInt8>
    /// Whether it is written with a slash at its end.
    public let isSelfClosing: Bool
    /// All attributes in their order; of two with one name, HTML means the first.
    public let attributes: HTMLAttributes
}

public struct HTMLAttributes: Sequence, IteratorProtocol {
    public typealias Element = (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)

    /// Where a name or a value is found: in the source if it stands there as it is meant.
    struct Slice {
        var start: Int
        var count: Int
        var isRewritten: Bool

        func bytes(
            source: UnsafePointer<UInt8>, rewritten: UnsafeBufferPointer<UInt8>
        ) -> UnsafeBufferPointer<UInt8> {
            isRewritten
                ? UnsafeBufferPointer(rebasing: rewritten[start..<start + count])
                : UnsafeBufferPointer(start: source + start, count: count)
        }
    }

    struct Record {
        var name: Slice
        var value: Slice
    }

    let source: UnsafePointer<UInt8>
    let rewritten: UnsafeBufferPointer<UInt8>
    let records: UnsafeBufferPointer<Record>
    private var index = 0

    init(
        source: UnsafePointer<UInt8>, rewritten: UnsafeBufferPointer<UInt8>, records: UnsafeBufferPointer<Record>
    ) {
        self.source = source
        self.rewritten = rewritten
        self.records = records
    }

    public mutating func next() -> Element? {
        guard index < records.count else { return nil }
        defer { index += 1 }
        return (
            records[index].name.bytes(source: source, rewritten: rewritten),
            records[index].value.bytes(source: source, rewritten: rewritten)
        )
    }
}
