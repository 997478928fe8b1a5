// SPDX-License-Identifier: BSD-3-Clause

/// How the tokenizer reads the content of an element: a tokenizer state of the HTML Standard.
public enum HTMLContent: UInt8, Sendable {
    case data
    /// Text with character references but without elements, as in a title (RCDATA).
    case escapableText
    /// Text without character references (RAWTEXT).
    case rawText
    /// Raw text in which a comment can hide the end tag (script data).
    case script
    /// Raw text up to the end of the document (PLAINTEXT).
    case plainText
}

/// Receives the tokens.  The bytes are only valid during the call, and are UTF-8 if the source is.
public protocol HTMLTokenSink {
    /// Whether attributes are collected.  A sink that only needs the text is faster without them.
    static var wantsAttributes: Bool { get }
    /// Set by the sink when it does not need any more tokens.
    var isStopped: Bool { get }
    /// Whether a CDATA section is recognised at the current position; otherwise it is a comment.
    var readsSections: Bool { get }
    /// Whether NUL becomes U+FFFD in text at the current position; otherwise it is dropped.
    var keepsNUL: Bool { get }

    /// Receives the text between `<!DOCTYPE` and `>`.
    mutating func doctype(_ text: UnsafeBufferPointer<UInt8>)
    /// Called for a comment, or markup that the Standard treats as one.
    mutating func comment()
    /// - Returns: how to read the content.  Unless it is `data`, it extends to the end tag with the same name.
    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent
    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>)
    /// Receives part of a run of text, with references resolved and line ends normalised.
    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension HTMLTokenSink {
    public mutating func doctype(_ text: UnsafeBufferPointer<UInt8>) {}
    public mutating func comment() {}
}

public struct HTMLStartTag {
    /// The name, in lower case unless the source is read as XML.
    public let name: UnsafeBufferPointer<UInt8>
    /// Whether the tag ends with a slash.
    public let isSelfClosing: Bool
    /// All attributes in document order.  If a name occurs twice, HTML uses the first one.
    public let attributes: HTMLAttributes
}

public struct HTMLAttributes: Sequence, IteratorProtocol {
    public typealias Element = (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)

    /// The range of a name or a value: in the source, or in the rewritten bytes if it differs from the source.
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
