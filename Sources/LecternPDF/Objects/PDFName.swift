// SPDX-License-Identifier: BSD-3-Clause

/// A name (ISO 32000-1, 7.3.5): a sequence of bytes that need not be text.
public struct PDFName: Hashable, Sendable {
    let bytes: [UInt8]

    /// Longer names are truncated, as in pdfium.  The standard allows half of that.
    static let most = 255

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(_ text: StaticString) { bytes = text.withUTF8Buffer { Array($0) } }
}

/// The names that Lectern uses.
extension PDFName {
    // Trailers and cross-reference streams (7.5.5, 7.5.8).
    public static let root = PDFName("Root"), encrypt = PDFName("Encrypt"), prev = PDFName("Prev")
    static let xrefStm = PDFName("XRefStm"), size = PDFName("Size"), index = PDFName("Index")
    static let widths = PDFName("W"), type = PDFName("Type"), crossReferences = PDFName("XRef")

    // Streams and object streams (7.3.8, 7.4, 7.5.7).
    static let length = PDFName("Length"), filter = PDFName("Filter"), decodeParms = PDFName("DecodeParms")
    public static let file = PDFName("F"), predictor = PDFName("Predictor"), colors = PDFName("Colors")
    public static let bitsPerComponent = PDFName("BitsPerComponent"), columns = PDFName("Columns")
    static let objectStream = PDFName("ObjStm"), count = PDFName("N"), first = PDFName("First")

    // Number trees and page labels (7.9.7, 12.4.2).
    public static let pageLabels = PDFName("PageLabels"), nums = PDFName("Nums"), kids = PDFName("Kids")
    public static let style = PDFName("S"), prefix = PDFName("P"), start = PDFName("St")
    public static let decimal = PDFName("D"), upperRoman = PDFName("R"), lowerRoman = PDFName("r")
    static let upperLetters = PDFName("A"), lowerLetters = PDFName("a")

    // Pages and form XObjects (7.7.3, 8.10).
    static let pages = PDFName("Pages"), parent = PDFName("Parent"), contents = PDFName("Contents")
    static let resources = PDFName("Resources")
    static let xObject = PDFName("XObject"), subtype = PDFName("Subtype"), image = PDFName("Image")
}
