// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// A cover that is an SVG, rendered by librsvg.
///
/// For a drawing of a publication, this requires that the host enables librsvg in its context: a crafted drawing can keep
/// librsvg busy for a long time, and Lectern cannot interrupt it.
enum Drawing {
    static let mediaType = "image/svg+xml"
    private static let maxBytes = 16 << 20
    /// The maximum width and height in pixels.
    private static let maxSide = 4096

    /// The largest bitmap with the aspect ratio of the drawing that fits a box; without a box, of the size that the
    /// drawing declares.
    ///
    /// - Parameter library: the file of librsvg; nil searches for it.
    static func drawn(
        _ bytes: UnsafeRawBufferPointer, _ form: ImageForm, _ library: String?, _ context: ContextOptions
    ) throws(Failure) -> EncodedImage {
        guard bytes.count <= maxBytes else {
            throw Failure(.limit, "The SVG is larger than \(maxBytes >> 20) MB.")
        }
        let references = try DrawingReferences(bytes)
        guard references.outside.isEmpty else {
            throw Failure(
                .unsupported, "The SVG cannot be drawn: it refers to another file, \"\(references.outside[0])\".")
        }
        let bitmap = try LibRSVG.load(library).drawn(bytes) { (width, height) throws(Failure) in
            let size = size(width, height, form.box)
            try size.check(context.limits)
            return size
        }.withoutNeedlessAlpha()
        let isPhotograph = references.hasPhotograph && bitmap.layout == .rgb
        return try EncodedImage.encoded(bitmap, as: form.type ?? (isPhotograph ? .jpeg : .png), context.images)
    }

    /// The size in pixels of a drawing whose width and height are numbers of any unit.
    static func size(_ width: Double, _ height: Double, _ box: PixelSize?) -> PixelSize {
        let room = PixelSize(maxSide, maxSide) ?? .largest
        guard let box else { return PixelSize(clamping: width, height).fitted(room) }
        // The drawing is scaled up first, so that rounding does not change the aspect ratio if its units are large.
        let scale = Double(1 << 20) / max(width, height)
        return PixelSize(clamping: width * scale, height * scale).filling(box.intersection(room))
    }
}
