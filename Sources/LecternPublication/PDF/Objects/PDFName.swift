// SPDX-License-Identifier: BSD-3-Clause

/// A name (ISO 32000-1, 7.3.5): bytes that mean no text.
struct PDFName: Hashable {
    let bytes: [UInt8]

    /// What is longer is cut off, as pdfium does it; the standard allows half of that.
    static let most = 255

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: StaticString) { bytes = text.withUTF8Buffer { Array($0) } }
}

/// The names that somebody here asks for.
extension PDFName {
    // Trailers and cross-reference streams (7.5.5, 7.5.8).
    static let root = PDFName("Root"), encrypt = PDFName("Encrypt"), prev = PDFName("Prev")
    static let xrefStm = PDFName("XRefStm"), size = PDFName("Size"), index = PDFName("Index")
    static let widths = PDFName("W"), type = PDFName("Type"), crossReferences = PDFName("XRef")

    // Streams and object streams (7.3.8, 7.4, 7.5.7).
    static let length = PDFName("Length"), filter = PDFName("Filter"), decodeParms = PDFName("DecodeParms")
    static let file = PDFName("F"), predictor = PDFName("Predictor"), colors = PDFName("Colors")
    static let bitsPerComponent = PDFName("BitsPerComponent"), columns = PDFName("Columns")
    static let earlyChange = PDFName("EarlyChange")
    static let objectStream = PDFName("ObjStm"), count = PDFName("N"), first = PDFName("First")

    // Number trees and page labels (7.9.7, 12.4.2).
    static let pageLabels = PDFName("PageLabels"), nums = PDFName("Nums"), kids = PDFName("Kids")
    static let style = PDFName("S"), prefix = PDFName("P"), start = PDFName("St")
    static let decimal = PDFName("D"), upperRoman = PDFName("R"), lowerRoman = PDFName("r")
    static let upperLetters = PDFName("A"), lowerLetters = PDFName("a")

    // Pages and their resources (7.7.3, 7.8.3).
    static let pages = PDFName("Pages"), parent = PDFName("Parent"), contents = PDFName("Contents")
    static let resources = PDFName("Resources"), xObject = PDFName("XObject"), pattern = PDFName("Pattern")
    static let graphicsState = PDFName("ExtGState"), font = PDFName("Font"), shading = PDFName("Shading")
    static let colorSpace = PDFName("ColorSpace"), properties = PDFName("Properties")

    // What is drawn with them (8.7, 8.9, 8.10, 8.11, 9.6.5, 11.6.5).
    static let subtype = PDFName("Subtype"), form = PDFName("Form"), image = PDFName("Image")
    static let width = PDFName("Width"), height = PDFName("Height"), softMask = PDFName("SMask")
    static let mask = PDFName("Mask"), group = PDFName("G"), patternType = PDFName("PatternType")
    static let type3 = PDFName("Type3"), charProcs = PDFName("CharProcs"), optional = PDFName("OC")
    static let box = PDFName("BBox"), xStep = PDFName("XStep"), yStep = PDFName("YStep")
    static let transparency = PDFName("Group"), blendMode = PDFName("BM")
    static let shadingType = PDFName("ShadingType"), functionType = PDFName("FunctionType")
    static let normal = PDFName("Normal"), compatible = PDFName("Compatible")

    // Text (9.6 to 9.10, 14.9.4).
    static let actualText = PDFName("ActualText"), toUnicode = PDFName("ToUnicode"), encoding = PDFName("Encoding")
    static let type0 = PDFName("Type0"), descendants = PDFName("DescendantFonts"), glyphMap = PDFName("CIDToGIDMap")
    static let fontDescriptor = PDFName("FontDescriptor"), verticalWidths = PDFName("W2")
    static let fontFiles = [PDFName("FontFile"), PDFName("FontFile2"), PDFName("FontFile3")]
}
