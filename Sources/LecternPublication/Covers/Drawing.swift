// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// A cover that is an SVG, rendered by librsvg.
///
/// This requires that the host enables librsvg in its context: a crafted drawing can keep librsvg busy for a long time,
/// and Lectern cannot interrupt it.
enum Drawing {
    static let mediaType = "image/svg+xml"
    private static let maxBytes = 16 << 20
    /// The maximum width and height in pixels.
    private static let maxSide = 4096

    /// The largest bitmap with the aspect ratio of the drawing that fits `box`.  A drawing has no size in pixels of its own.
    static func cover(
        _ bytes: UnsafeRawBufferPointer, fitting box: PixelSize, _ context: ContextOptions
    ) throws(Failure) -> EncodedImage {
        guard let path = context.images.rsvg else {
            throw Failure(
                .unsupported,
                "Images of the type \(mediaType) cannot be scaled, unless the context option \"rsvg\" names librsvg.")
        }
        guard bytes.count <= maxBytes else {
            throw Failure(.limit, "The SVG is larger than \(maxBytes >> 20) MB.")
        }
        let references = try DrawingReferences(bytes)
        guard references.outside.isEmpty else {
            throw Failure(
                .unsupported, "The SVG cannot be drawn: it refers to another file, \"\(references.outside[0])\".")
        }
        let room = PixelSize(maxSide, maxSide).map(box.intersection) ?? box
        let bitmap = try LibRSVG.load(path).drawn(bytes) { (width, height) throws(Failure) in
            // The drawing is scaled up first, so that rounding does not change the aspect ratio if its units are large.
            let scale = Double(1 << 20) / max(width, height)
            let size = PixelSize(clamping: width * scale, height * scale).filling(room)
            try size.check(context.limits)
            return size
        }.withoutNeedlessAlpha()
        return try EncodedImage.encoded(
            bitmap, isPhotograph: references.hasPhotograph && bitmap.layout == .rgb, context.images)
    }
}
