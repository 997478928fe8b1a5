// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Parses the documents of a package: as XML if they are well-formed, otherwise with the error recovery of HTML.
///
/// XML is tried first because it is exact and much faster.  The fallback opens books with a missing end tag.
public enum Document {
    /// In bytes.  The tree in memory is several times as large.
    private static let maxSize: UInt64 = 32 << 20

    public static func check(size: UInt64) throws(Failure) {
        guard size <= maxSize else { throw Failure(.limit, "The document is larger than \(maxSize >> 20) MB.") }
    }

    /// - Parameters:
    ///   - keepsSpace: whether white space between elements is significant, as it is in labels.
    ///   - isHTML: whether a document that is not well-formed is parsed as HTML rather than as generic XML.
    ///   - path: the path of the document, for the warning.
    ///   - xml: the parser to use.
    ///   - work: what parsing is accounted to, so that the host can cancel it.
    public static func parse(
        _ text: ByteBuffer, keepsSpace: Bool = false, isHTML: Bool = false, path: String,
        with xml: XMLParser, _ work: Work? = nil, log: inout WarningLog
    ) throws(Failure) -> MarkupTree {
        let failure: Failure
        do throws(Failure) {
            return try text.withBytes { (bytes) throws(Failure) in
                try XMLDocument.parse(bytes, keepsSpace: keepsSpace, with: xml, work)
            }
        } catch {
            failure = error
        }
        guard failure.status == .format else { throw failure.within(path) }
        let tree = try within(path) { () throws(Failure) in
            try text.withBytes { (bytes) throws(Failure) in
                guard isHTML else { return try HTMLDocument.parse(bytes, keepsSpace: keepsSpace, xml: true, work) }
                return try HTMLDocument.parse(bytes, keepsSpace: keepsSpace, isXHTML: true, work).tree
            }
        }
        guard tree.root != nil else { throw failure.within(path) }
        log.add(.moderate, failure.message, [path] + failure.path)
        return tree
    }
}
