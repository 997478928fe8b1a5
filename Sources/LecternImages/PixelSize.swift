// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A width and height in pixels, each at least 1 and less than 2³¹.
public struct PixelSize: Equatable, Sendable {
    public let width: Int
    public let height: Int

    static let most = Int(Int32.max)
    /// A box that every image fits.
    public static let largest = PixelSize(unchecked: most, most)

    /// Returns nil if the image is empty or a side is too long.
    public init?(_ width: Int, _ height: Int) {
        guard 1...PixelSize.most ~= width, 1...PixelSize.most ~= height else { return nil }
        self.width = width
        self.height = height
    }

    /// Clamps and rounds arbitrary numbers to a valid size.
    public init(clamping width: Double, _ height: Double) {
        let clamped = { (number: Double) in number >= 1 ? Int(Swift.min(number, Double(PixelSize.most)).rounded()) : 1 }
        self.width = clamped(width)
        self.height = clamped(height)
    }

    /// The number of pixels; less than 2⁶².
    public var pixels: Int { width * height }

    /// The size of an image after its orientation is applied.
    ///
    /// - Parameter bytes: the image, or its beginning with the whole header.
    /// - Returns: nil if the format is not known, or if the header is damaged.
    public init?(ofImage bytes: UnsafeRawBufferPointer, mediaType: String) {
        if let reader = BoxedImage.readers[mediaType] {
            guard let size = reader(ImageBytes(bytes)) else { return nil }
            self = size
            return
        }
        guard let header = (try? ImageHeader.read(bytes, mediaType: mediaType)) ?? nil else { return nil }
        self = header.uprightSize
    }

    var transposed: PixelSize { PixelSize(unchecked: height, width) }

    /// The size divided by `divisor`, rounded up as decoders do.
    func divided(by divisor: Int) -> PixelSize {
        PixelSize(unchecked: (width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
    }

    public func fits(_ box: PixelSize) -> Bool { width <= box.width && height <= box.height }

    /// The largest size with this aspect ratio that fits `box` and is not larger than this size.
    public func fitted(_ box: PixelSize) -> PixelSize { fits(box) ? self : filling(box) }

    /// The largest size with this aspect ratio that fits `box`.
    public func filling(_ box: PixelSize) -> PixelSize {
        if width * box.height >= height * box.width {
            PixelSize(unchecked: box.width, PixelSize.side(height, box.width, width, most: box.height))
        } else {
            PixelSize(unchecked: PixelSize.side(width, box.height, height, most: box.width), box.height)
        }
    }

    /// The smaller width and the smaller height of two sizes.
    public func intersection(_ other: PixelSize) -> PixelSize {
        PixelSize(unchecked: Swift.min(width, other.width), Swift.min(height, other.height))
    }

    public func check(_ limits: Limits) throws(Failure) {
        guard pixels <= limits.maxPixels else {
            throw Failure(.limit, "The image has \(width) × \(height) pixels, more than \(limits.maxPixels).")
        }
    }

    /// `side` times a fraction, rounded and clamped.
    private static func side(_ side: Int, _ numerator: Int, _ denominator: Int, most: Int) -> Int {
        Swift.max(1, Swift.min(most, (side * numerator + denominator / 2) / denominator))
    }

    private init(unchecked width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }
}
