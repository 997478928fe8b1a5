// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The result of a decoder.
struct DecodedImage: Sendable {
    let bitmap: Bitmap
    /// The size stored in the file.
    let size: PixelSize
    /// The number of pixels of the file, in each direction, that one pixel of the bitmap represents.  Pixels at the
    /// edges may represent fewer.
    let divisor: Int
    /// Whether the image is a photograph, as far as its encoding shows.
    let isPhotograph: Bool

    init(_ bitmap: Bitmap, isPhotograph: Bool) {
        self.init(bitmap, of: bitmap.size, divisor: 1, isPhotograph: isPhotograph)
    }

    init(_ bitmap: Bitmap, of size: PixelSize, divisor: Int, isPhotograph: Bool) {
        self.bitmap = bitmap
        self.size = size
        self.divisor = divisor
        self.isPhotograph = isPhotograph
    }
}

/// Rows of pixels from the top, with three or four bytes each: red, green, blue, and alpha, not premultiplied.
public struct Bitmap: Sendable {
    public enum Layout: Int, Sendable {
        case rgb = 3
        case rgba = 4
    }

    let size: PixelSize
    public let layout: Layout
    public let bytes: ByteBuffer

    /// - Parameter fill: writes every byte of the bitmap.
    public init(
        _ size: PixelSize, _ layout: Layout, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let (count, overflow) = size.pixels.multipliedReportingOverflow(by: layout.rawValue)
        guard !overflow else { throw Failure(.limit, "The image is too large.") }
        self.size = size
        self.layout = layout
        bytes = try ByteBuffer(claiming: UInt64(count), fill: fill)
    }

    var stride: Int { size.width * layout.rawValue }

    /// Returns the bitmap without alpha if all its pixels are opaque.
    public func withoutNeedlessAlpha() throws(Failure) -> Bitmap {
        guard layout == .rgba, isOpaque else { return self }
        return try Bitmap(size, .rgb) { target in
            bytes.withBytes { source in Bitmap.copyColors(of: source, to: target, size.pixels) }
        }
    }

    /// Returns the bitmap on white paper: a JPEG has no alpha.
    func onWhite() throws(Failure) -> Bitmap {
        guard layout == .rgba else { return self }
        return try Bitmap(size, .rgb) { target in
            bytes.withBytes { source in
                for pixel in 0..<size.pixels {
                    let alpha = UInt32(source[pixel * 4 + 3])
                    for color in 0..<3 {
                        let value = UInt32(source[pixel * 4 + color]) * alpha + 255 * (255 - alpha)
                        target[pixel * 3 + color] = UInt8((value + 127) / 255)
                    }
                }
            }
        }
    }

    private var isOpaque: Bool {
        bytes.withBytes { bytes in Swift.stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
    }

    /// Copies the colours from four bytes per pixel to three.
    public static func copyColors(
        of source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, _ pixels: Int
    ) {
        guard source.count / 4 >= pixels, target.count / 3 >= pixels,
            let from = source.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let to = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return }
        for pixel in 0..<pixels {
            to[pixel &* 3] = from[pixel &* 4]
            to[pixel &* 3 &+ 1] = from[pixel &* 4 &+ 1]
            to[pixel &* 3 &+ 2] = from[pixel &* 4 &+ 2]
        }
    }
}
