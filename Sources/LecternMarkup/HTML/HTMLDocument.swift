// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Parses markup that need not be well-formed: real-world HTML, and package files that expat rejects.
public enum HTMLDocument {
    /// Parses a document.  This only fails if a limit is exceeded.  Without any markup, an XML document has no root,
    /// and an HTML document has an empty one.
    ///
    /// - Parameters:
    ///   - keepsSpace: whether white space between elements is significant, as it is in labels.
    ///   - xml: whether names keep their case and no element is special.  Otherwise the document is HTML.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, xml: Bool, _ work: Work? = nil
    ) throws(Failure) -> MarkupTree {
        guard xml else { return try parse(bytes, keepsSpace: keepsSpace, isXHTML: false, work).tree }
        return try decoded(bytes) { (text) throws(Failure) in
            var elements = LooseXMLSink(
                builder: MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: text.count, work))
            HTMLTokenizer.run(text, isXML: true, into: &elements)
            return try elements.finish()
        }
    }

    /// Parses an HTML document.
    ///
    /// - Parameter isXHTML: whether it was meant to be XHTML, where a tag such as `<a id="x"/>` is a complete element.
    /// - Returns: the tree, and the text after `<!DOCTYPE`, which determines whether quirks mode applies.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, isXHTML: Bool, _ work: Work? = nil
    ) throws(Failure) -> (tree: MarkupTree, doctype: String?) {
        try decoded(bytes) { (text) throws(Failure) in
            let builder = MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: text.count, work)
            var tree = HTMLTreeConstruction(text, builder: builder, isXHTML: isXHTML, work)
            HTMLTokenizer.run(text, into: &tree)
            return (try tree.finish(), tree.doctype)
        }
    }

    private static func decoded<T>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> T
    ) throws(Failure) -> T {
        guard bytes.count <= 1 << 29 else { throw Failure(.format, "The document is larger than 512 MB.") }
        return try TextDecoding.withUTF8(of: bytes, as: .html, body)
    }
}
