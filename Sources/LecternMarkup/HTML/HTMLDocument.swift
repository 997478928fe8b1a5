// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Parses markup that need not be well-formed: real-world HTML, and package files that expat rejects.
public enum HTMLDocument {
    /// Parses a document.  This only fails if a limit is exceeded.  If there is no markup at all, an XML document has
    /// no root, and an HTML document has an empty one.
    ///
    /// - Parameters:
    ///   - keepsSpace: whether white space between elements is significant, as it is in labels.
    ///   - xml: whether names keep their case and no element is special.  Otherwise the document is HTML; self-closing
    ///     tags close their element even then, because books are XHTML.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, xml: Bool, _ work: Work? = nil
    ) throws(Failure) -> MarkupTree {
        guard bytes.count <= Int(Int32.max) else { throw Failure(.format, "The document is larger than 2 GB.") }
        return try TextDecoding.withUTF8(of: bytes) { (text) throws(Failure) in
            var elements = HTMLTreeSink(
                builder: MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: text.count, work), isXML: xml)
            HTMLTokenizer.run(text, isXML: xml, into: &elements)
            return try elements.finish()
        }
    }
}
