// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads the documents of a package: as XML if they are well-formed, else as what a browser would make of them.
///
/// XML comes first because it is exact and much the faster way; the second way is for readers, who want to read a book
/// whose author forgot an end tag.
public enum Document {
    /// - Parameters:
    ///   - keepsSpace: whether white space between elements matters, as it does in labels.
    ///   - isHTML: whether elements have the content models of HTML, where the document is not well-formed.
    ///   - path: the document, for the warning.
    ///   - xml: the parser to use.
    public static func parse(
        _ text: ByteBuffer, keepsSpace: Bool = false, isHTML: Bool = false, path: String,
        with xml: XMLParser, log: inout WarningLog
    ) throws(Failure) -> MarkupTree {
        let failure: Failure
        do throws(Failure) {
            return try text.withBytes { (bytes) throws(Failure) in
                try XMLDocument.parse(bytes, keepsSpace: keepsSpace, with: xml)
            }
        } catch {
            failure = error
        }
        guard failure.status == .format else { throw failure.within(path) }
        let tree = try within(path) { () throws(Failure) in
            try text.withBytes { (bytes) throws(Failure) in
                try HTMLDocument.parse(bytes, keepsSpace: keepsSpace, xml: !isHTML)
            }
        }
        guard tree.root != nil else { throw failure.within(path) }
        log.add(.moderate, failure.message, [path] + failure.path)
        return tree
    }
}
