// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An encoded image, and its size after its orientation is applied.
public struct EncodedImage: Sendable {
    public let bytes: ByteBuffer
    public let mediaType: String
    public let size: PixelSize

    public init(bytes: ByteBuffer, mediaType: String, size: PixelSize) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.size = size
    }

    private static let quality: Int32 = 90

    /// Scales an image down to fit a box.  The result only depends on the arguments, so it can be cached.
    ///
    /// An upright image that fits and has the wanted type is returned unchanged.  Without a wanted type, photographs
    /// become JPEG, everything else PNG.  Colour profiles are dropped, and only the first frame of an animation is used.
    public static func fitting(
        _ form: ImageForm, _ bytes: ByteBuffer, mediaType: String, _ libraries: ImageLibraries, _ limits: Limits
    ) throws(Failure) -> EncodedImage {
        guard
            let header = try bytes.withBytes({ (bytes) throws(Failure) in
                try ImageHeader.read(bytes, mediaType: mediaType)
            })
        else {
            throw Failure(.unsupported, "Images of the type \(mediaType) cannot be scaled.")
        }
        let box = form.box ?? .largest
        if header.size.fits(box), header.orientation == .upright, form.allows(mediaType) {
            return EncodedImage(bytes: bytes, mediaType: mediaType, size: header.size)
        }
        try header.size.check(limits)
        let size = header.uprightSize.fitted(box)
        let image = try bytes.withBytes { (bytes) throws(Failure) in
            try decoded(bytes, header, for: header.orientation.upright(size), libraries, limits)
        }
        return try encoded(image, scaledTo: size, header.orientation, as: form.type, libraries)
    }

    /// - Parameter target: the size to scale to, in the orientation of the stored image.
    private static func decoded(
        _ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, for target: PixelSize, _ libraries: ImageLibraries,
        _ limits: Limits
    ) throws(Failure) -> DecodedImage {
        switch header.mediaType {
        case "image/jpeg":
            return try TurboJPEG.load(libraries.turbojpeg).decoded(bytes, for: target, limits)
        case "image/webp": return try LibWebP.load(libraries.webp).decoded(bytes, limits)
        case "image/gif":
            return DecodedImage(try GIFLib.load(libraries.gif).decoded(bytes, limits), isPhotograph: false)
        default: return DecodedImage(try LibPNG.load(libraries.png).decoded(bytes, limits), isPhotograph: false)
        }
    }

    /// - Parameter size: the size after the orientation is applied.  An image that is smaller than its header declares
    ///   is not scaled up.
    private static func encoded(
        _ image: DecodedImage, scaledTo size: PixelSize, _ orientation: ImageOrientation, as type: ImageType?,
        _ libraries: ImageLibraries
    ) throws(Failure) -> EncodedImage {
        let size = orientation.upright(size)
        let target = size.fits(image.bitmap.size) ? size : image.bitmap.size.fitted(size)
        let scaled = try AreaAverage.scaled(image, to: target)
        let bitmap = try orientation.upright(scaled)
        return try encoded(bitmap, as: type ?? (image.isPhotograph ? .jpeg : .png), libraries)
    }

    public static func encoded(
        _ bitmap: Bitmap, as type: ImageType, _ libraries: ImageLibraries
    ) throws(Failure) -> EncodedImage {
        guard type == .jpeg else { return try png(bitmap, libraries) }
        let bytes = try TurboJPEG.load(libraries.turbojpeg).encoded(bitmap.onWhite(), quality: quality)
        return EncodedImage(bytes: bytes, mediaType: "image/jpeg", size: bitmap.size)
    }

    /// Encodes a PNG for a single use: much faster, but larger.
    public static func fastPNG(_ bitmap: Bitmap, _ libraries: ImageLibraries) throws(Failure) -> EncodedImage {
        let bytes = try LibPNG.load(libraries.png).encoded(bitmap, isFast: true)
        return EncodedImage(bytes: bytes, mediaType: "image/png", size: bitmap.size)
    }

    public static func png(_ bitmap: Bitmap, _ libraries: ImageLibraries) throws(Failure) -> EncodedImage {
        let bytes = try LibPNG.load(libraries.png).encoded(try bitmap.withoutNeedlessAlpha())
        return EncodedImage(bytes: bytes, mediaType: "image/png", size: bitmap.size)
    }
}
