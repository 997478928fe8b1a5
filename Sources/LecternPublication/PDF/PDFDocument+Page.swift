// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension PDFDocument {
    /// How large a page is to be drawn that has so many points.
    typealias Size = (_ width: Double, _ height: Double) -> PixelSize

    /// 32 bits for each pixel, of which the last eight do not matter.
    private static let rgbx: Int32 = 3
    /// Red first.
    private static let reverseOrder: Int32 = 0x10
    /// Of a copy.
    private static let maxCopy = 64 << 20

    /// The first page on white, without annotations, if that is bounded work.
    ///
    /// What a page costs is counted by our own reader.  It repairs nothing and knows no passwords: of a document that
    /// needs that, pdfium makes a copy that does not, and the copy is what is counted and drawn.
    static func firstPage(_ bytes: PDFBytes, _ opening: Opening, _ size: Size) throws(Failure) -> Bitmap {
        let cost = try PDFPageCost.of(bytes, opening.limits)
        let (drawn, copy) = try with(bytes, password: opening.options.password, opening) {
            (document) throws(Failure) -> (Bitmap?, ByteBuffer?) in
            if let cost, document.hasValidCrossReferences { return (try document.firstPage(size, cost), nil) }
            return (nil, try document.copy(most: maxCopy))
        }
        if let drawn { return drawn }
        guard let copy else { throw unreadable }
        let sound = try PDFBytes(MemorySource(copy), limits: opening.limits)
        guard let cost = try PDFPageCost.of(sound, opening.limits) else { throw unclear }
        return try with(sound, password: nil, opening) { (document) throws(Failure) in
            guard document.hasValidCrossReferences else { throw unreadable }
            return try document.firstPage(size, cost)
        }
    }

    private func firstPage(_ size: Size, _ cost: PDFCost) throws(Failure) -> Bitmap {
        guard let page = functions.loadPage(handle, 0) else { throw PDFDocument.unreadable }
        defer { functions.closePage(page) }
        let size = size(functions.pageWidth(page), functions.pageHeight(page))
        try PDFPageCost.check(cost, at: size)
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

    private static let unclear = Failure(
        .unsupported, "The first page of the PDF is damaged, so that nobody knows what drawing it would cost.")
    private static let unreadable = Failure(.format, "The first page of the PDF cannot be shown.")
}
