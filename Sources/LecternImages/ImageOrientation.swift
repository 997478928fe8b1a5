// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The transformation that makes an image upright (Exif 2.32, 4.6.4, "Orientation").
struct ImageOrientation: Equatable, Sendable {
    private let number: Int

    static let upright = ImageOrientation(number: 1)

    private init(number: Int) { self.number = number }

    /// Reads the orientation from a TIFF header and its first directory, as in Exif.  Damaged data counts as upright.
    init(exif: ImageBytes) {
        self = ImageOrientation.stored(exif).map { ImageOrientation(number: $0) } ?? .upright
    }

    private static func stored(_ exif: ImageBytes) -> Int? {
        let isBig = exif.has("MM\u{00}*", at: 0)
        guard isBig || exif.has("II*\u{00}", at: 0), let directory = exif.number(4, at: 4, bigEndian: isBig),
            let count = exif.number(2, at: directory, bigEndian: isBig)
        else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + entry * 12
            guard let tag = exif.number(2, at: place, bigEndian: isBig) else { return nil }
            guard tag == 0x0112 else { continue }
            let number = exif.number(2, at: place + 8, bigEndian: isBig)
            return number.flatMap { 1...8 ~= $0 ? $0 : nil }
        }
        return nil
    }

    /// Whether the image is rotated by 90 degrees, so that rows become columns.
    var isOnItsSide: Bool { number >= 5 }

    func upright(_ size: PixelSize) -> PixelSize { isOnItsSide ? size.transposed : size }

    func upright(_ bitmap: Bitmap) throws(Failure) -> Bitmap {
        guard self != .upright else { return bitmap }
        let size = upright(bitmap.size)
        return try Bitmap(size, bitmap.layout) { target in
            bitmap.bytes.withBytes { copy($0, bitmap.size, to: target, size, bitmap.layout.rawValue) }
        }
    }

    private func copy(
        _ source: UnsafeRawBufferPointer, _ from: PixelSize, to target: UnsafeMutableRawBufferPointer, _ to: PixelSize,
        _ step: Int
    ) {
        // The corner of the upright image where the first stored pixel is.
        let startsRight = [2, 3, 7, 8].contains(number)
        let startsBelow = [3, 4, 6, 7].contains(number)
        var place = 0
        for y in 0..<to.height {
            for x in 0..<to.width {
                let (column, row) = isOnItsSide ? (y, x) : (x, y)
                let pixel =
                    (startsBelow ? from.height - 1 - row : row) * from.width
                    + (startsRight ? from.width - 1 - column : column)
                for byte in 0..<step { target[place + byte] = source[pixel * step + byte] }
                place += step
            }
        }
    }
}
