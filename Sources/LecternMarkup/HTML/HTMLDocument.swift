// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Parses markup that need not be well-formed: real-world HTML, and package files that expat rejects.
public enum HTMLDocument {
    /// Parses a document.  This only fails if a limit is exceeded.  If there is no markup at all, an XML document has
    /// no root, and an HTML document has an empty one.
    ///
    /// - Parameters:
    ///   - keepsSpace: whether white space between elements is significant, as it is in labels.
    ///   - xml: whether names keep their case and no element is special.  Otherwise the document is HTML.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, keepsSpace: Bool, xml: Bool, _ work: Work? = nil
    ) throws(Failure) -> MarkupTree {
        guard bytes.count <= 1 << 29 else { throw Failure(.format, "The document is larger than 512 MB.") }
        return try TextDecoding.withUTF8(of: bytes) { (text) throws(Failure) in
            let builder = MarkupTreeBuilder(keepsSpace: keepsSpace, expectedBytes: text.count, work)
            if xml {
                var elements = LooseXMLSink(builder: builder)
                HTMLTokenizer.run(text, isXML: true, into: &elements)
                return try elements.finish()
            }
            var tree = HTMLTreeConstruction(text, builder: builder, work)
            HTMLTokenizer.run(text, into: &tree)
            return try tree.finish()
        }
    }
}
