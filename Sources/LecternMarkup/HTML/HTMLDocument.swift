// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads markup that need not be well-formed: HTML as it is found, and package files that expat refuses.
public enum HTMLDocument {
    /// Fails only where there is too much markup.  Without any, a document of XML has no root, and one of HTML has an
    /// empty one.
    ///
    /// - Parameters:
    ///   - keepsSpace: whether white space between elements matters, as it does in labels.
    ///   - xml: whether names keep their case and no element is special; otherwise the document is HTML, in which a
    ///     tag that closes itself does so all the same, because books are XHTML.
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
