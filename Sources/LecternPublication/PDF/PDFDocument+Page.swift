// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension PDFDocument {
    /// 32 bits for each pixel, of which the last eight do not matter.
    private static let rgbx: Int32 = 3
    private static let annotations: Int32 = 1
    /// Red first.
    private static let reverseOrder: Int32 = 0x10

    /// The first page, on white.
    ///
    /// - Parameter size: how large it is to be, for a page of so many points.
    func firstPage(_ size: (_ width: Double, _ height: Double) -> PixelSize) throws(Failure) -> Bitmap {
        guard let page = functions.loadPage(handle, 0) else { throw unreadable }
        defer { functions.closePage(page) }
        let size = size(functions.pageWidth(page), functions.pageHeight(page))
        let drawn = try Bitmap(size, .rgba) { (space) throws(Failure) in
            space.initializeMemory(as: UInt8.self, repeating: 255)
            let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
            guard let bitmap = functions.newBitmap(width, height, PDFDocument.rgbx, space.baseAddress, width * 4) else {
                throw unreadable
            }
            defer { functions.closeBitmap(bitmap) }
            functions.render(bitmap, page, 0, 0, width, height, 0, PDFDocument.annotations | PDFDocument.reverseOrder)
        }
        return try Bitmap(size, .rgb) { target in
            drawn.bytes.withBytes { Bitmap.copyColors(of: $0, to: target, size.pixels) }
        }
    }

    private var unreadable: Failure { Failure(.format, "The first page of the PDF cannot be shown.") }
}
