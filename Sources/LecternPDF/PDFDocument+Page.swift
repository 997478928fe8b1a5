// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

extension PDFDocument {
    /// Returns the size in pixels for a page with a size in points.
    public typealias Size = (_ width: Double, _ height: Double) -> PixelSize

    /// 32 bits per pixel; the last eight bits are unused.
    private static let rgbx: Int32 = 3
    /// The order of the channels is RGB instead of BGR.
    private static let reverseOrder: Int32 = 0x10

    /// Renders the first page on white, without annotations.
    public static func firstPage(_ bytes: PDFBytes, _ options: PDFOptions, _ size: Size) throws(Failure) -> Bitmap {
        do throws(Failure) {
            var forms = try PDFFormGuard(bytes)
            try forms?.check(page: 0)
        } catch {
            throw error.isOfSource ? error : tooMuch
        }
        return try with(bytes, options) { (document) throws(Failure) in
            try document.picture(ofPage: 0, size, options.limits)
        }
    }

    /// Renders a page on white, without annotations.
    func picture(ofPage index: Int, _ size: Size, _ limits: Limits) throws(Failure) -> Bitmap {
        guard let page = functions.loadPage(handle, Int32(clamping: index)) else { throw PDFDocument.unreadable }
        defer { functions.closePage(page) }
        let size = size(functions.pageWidth(page), functions.pageHeight(page))
        try size.check(limits)
        let drawn = try Bitmap(size, .rgba) { (space) throws(Failure) in
            space.initializeMemory(as: UInt8.self, repeating: 255)
            let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
            guard let bitmap = functions.newBitmap(width, height, PDFDocument.rgbx, space.baseAddress, width * 4) else {
                throw PDFDocument.unreadable
            }
            defer { functions.closeBitmap(bitmap) }
            functions.render(bitmap, page, 0, 0, width, height, 0, PDFDocument.reverseOrder)
        }
        return try Bitmap(size, .rgb) { target in
            drawn.bytes.withBytes { Bitmap.copyColors(of: $0, to: target, size.pixels) }
        }
    }

    private static let tooMuch = Failure(.unsupported, "The first page of the PDF is too complex to draw.")
    private static let unreadable = Failure(.format, "The page of the PDF cannot be drawn.")
}
