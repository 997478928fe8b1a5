// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// A cover that is a drawing (SVG), which librsvg turns into a bitmap.
///
/// Only a host that names librsvg in its context gets this: a drawing can be made to keep librsvg busy for a long time,
/// and the library cannot interrupt it.
enum Drawing {
    static let mediaType = "image/svg+xml"
    private static let maxBytes = 16 << 20
    /// Pixels of either side.
    private static let maxSide = 4096

    /// The largest bitmap with the proportions of the drawing that fits `box`; a drawing has no pixels of its own.
    static func cover(
        _ bytes: UnsafeRawBufferPointer, fitting box: PixelSize, _ context: ContextOptions
    ) throws(Failure) -> EncodedImage {
        guard let path = context.images.rsvg else {
            throw Failure(
                .unsupported,
                "Images of the type \(mediaType) are not scaled, unless the context option \"rsvg\" names librsvg.")
        }
        guard bytes.count <= maxBytes else {
            throw Failure(.limit, "The SVG is larger than \(maxBytes >> 20) MB.")
        }
        let references = try DrawingReferences(bytes)
        guard references.outside.isEmpty else {
            throw Failure(.unsupported, "The SVG is not drawn: it refers to another file, \"\(references.outside[0])\".")
        }
        let room = PixelSize(maxSide, maxSide).map(box.intersection) ?? box
        let bitmap = try LibRSVG.load(path).drawn(bytes) { (width, height) throws(Failure) in
            // Scaled up first, so that rounding keeps the proportions of a drawing in small units.
            let scale = Double(1 << 20) / max(width, height)
            let size = PixelSize(clamping: width * scale, height * scale).filling(room)
            try size.check(context.limits)
            return size
        }.withoutNeedlessAlpha()
        return try EncodedImage.encoded(bitmap, isPhotograph: references.hasPhotograph && bitmap.layout == .rgb, context.images)
    }
}
