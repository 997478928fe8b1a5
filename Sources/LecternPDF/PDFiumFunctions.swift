// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The functions of pdfium that Lectern calls, with the types of its public headers.
///
/// It is `Sendable` because the functions are never unloaded.
struct PDFiumFunctions: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    /// The number of bytes of a text including the final NUL.  The text is only written if there is room.
    typealias Answer = UInt
    /// Bitmap, page, left, top, width, height, rotation in quarter turns, flags.
    typealias RenderPage = @convention(c) (Pointer?, Pointer?, Int32, Int32, Int32, Int32, Int32, Int32) -> Void

    let initialize: @convention(c) (UnsafeRawPointer?) -> Void
    let lastError: @convention(c) () -> UInt
    let load: @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>?) -> Pointer?
    let close: @convention(c) (Pointer?) -> Void

    let pageCount: @convention(c) (Pointer?) -> Int32
    let metaText: @convention(c) (Pointer?, UnsafePointer<CChar>?, Pointer?, UInt) -> Answer
    let fileIdentifier: @convention(c) (Pointer?, Int32, Pointer?, UInt) -> Answer
    let viewerPreference: @convention(c) (Pointer?, UnsafePointer<CChar>?, Pointer?, UInt) -> Answer

    let firstChild: @convention(c) (Pointer?, Pointer?) -> Pointer?
    let nextSibling: @convention(c) (Pointer?, Pointer?) -> Pointer?
    let bookmarkTitle: @convention(c) (Pointer?, Pointer?, UInt) -> Answer
    let bookmarkDestination: @convention(c) (Pointer?, Pointer?) -> Pointer?
    let pageOfDestination: @convention(c) (Pointer?, Pointer?) -> Int32
    let namedDestinationCount: @convention(c) (Pointer?) -> UInt

    let loadPage: @convention(c) (Pointer?, Int32) -> Pointer?
    let closePage: @convention(c) (Pointer?) -> Void
    let pageWidth: @convention(c) (Pointer?) -> Double
    let pageHeight: @convention(c) (Pointer?) -> Double
    let newBitmap:
        @convention(c) (_ width: Int32, _ height: Int32, _ format: Int32, Pointer?, _ stride: Int32) -> Pointer?
    /// Page, left, top, width, height, rotation in quarter turns, a point of the page, and the pixel there.
    let pageToDevice:
        @convention(c) (
            Pointer?, Int32, Int32, Int32, Int32, Int32, Double, Double, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?
        ) -> Int32
    let closeBitmap: @convention(c) (Pointer?) -> Void
    let render: RenderPage

    /// nil if pdfium was built without them.
    let text: PDFiumTextFunctions?

    /// Added in later versions, and therefore optional.
    let language: (@convention(c) (Pointer?, Pointer?, UInt) -> Answer)?
    let hasValidCrossReferences: (@convention(c) (Pointer?) -> Int32)?

    /// Looks up all functions.  Throws the name of the first one that is missing, if the library is not pdfium or too old.
    init(_ library: Pointer) throws(MissingSymbol) {
        initialize = try symbol("FPDF_InitLibraryWithConfig", in: library)
        lastError = try symbol("FPDF_GetLastError", in: library)
        load = try symbol("FPDF_LoadCustomDocument", in: library)
        close = try symbol("FPDF_CloseDocument", in: library)
        pageCount = try symbol("FPDF_GetPageCount", in: library)
        metaText = try symbol("FPDF_GetMetaText", in: library)
        fileIdentifier = try symbol("FPDF_GetFileIdentifier", in: library)
        viewerPreference = try symbol("FPDF_VIEWERREF_GetName", in: library)
        firstChild = try symbol("FPDFBookmark_GetFirstChild", in: library)
        nextSibling = try symbol("FPDFBookmark_GetNextSibling", in: library)
        bookmarkTitle = try symbol("FPDFBookmark_GetTitle", in: library)
        bookmarkDestination = try symbol("FPDFBookmark_GetDest", in: library)
        pageOfDestination = try symbol("FPDFDest_GetDestPageIndex", in: library)
        namedDestinationCount = try symbol("FPDF_CountNamedDests", in: library)
        loadPage = try symbol("FPDF_LoadPage", in: library)
        closePage = try symbol("FPDF_ClosePage", in: library)
        pageWidth = try symbol("FPDF_GetPageWidth", in: library)
        pageHeight = try symbol("FPDF_GetPageHeight", in: library)
        newBitmap = try symbol("FPDFBitmap_CreateEx", in: library)
        pageToDevice = try symbol("FPDF_PageToDevice", in: library)
        closeBitmap = try symbol("FPDFBitmap_Destroy", in: library)
        render = try symbol("FPDF_RenderPageBitmap", in: library)
        text = try? PDFiumTextFunctions(library)
        language = try? symbol("FPDFCatalog_GetLanguage", in: library)
        hasValidCrossReferences = try? symbol("FPDF_DocumentHasValidCrossReferenceTable", in: library)
    }
}

/// The functions for the text of a page.
struct PDFiumTextFunctions: @unchecked Sendable {
    typealias Pointer = PDFiumFunctions.Pointer

    /// Loads the text of a page, which must stay open.
    let load: @convention(c) (Pointer?) -> Pointer?
    let close: @convention(c) (Pointer?) -> Void
    let count: @convention(c) (Pointer?) -> Int32
    let unicode: @convention(c) (Pointer?, _ index: Int32) -> UInt32
    let fontSize: @convention(c) (Pointer?, _ index: Int32) -> Double
    /// The position of a character on the page, in points.
    let origin:
        @convention(c) (Pointer?, _ index: Int32, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?) -> Int32
    /// Left, right, bottom and top of a character, in points of the page.
    let box:
        @convention(c) (
            Pointer?, _ index: Int32, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
            UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
        ) -> Int32
    /// The transformation of a character: an FS_MATRIX, which is six floats.  Added in a later version.
    let matrix: (@convention(c) (Pointer?, _ index: Int32, UnsafeMutableRawPointer?) -> Int32)?

    init(_ library: Pointer) throws(MissingSymbol) {
        load = try symbol("FPDFText_LoadPage", in: library)
        close = try symbol("FPDFText_ClosePage", in: library)
        count = try symbol("FPDFText_CountChars", in: library)
        unicode = try symbol("FPDFText_GetUnicode", in: library)
        fontSize = try symbol("FPDFText_GetFontSize", in: library)
        origin = try symbol("FPDFText_GetCharOrigin", in: library)
        box = try symbol("FPDFText_GetCharBox", in: library)
        matrix = try? symbol("FPDFText_GetMatrix", in: library)
    }
}
