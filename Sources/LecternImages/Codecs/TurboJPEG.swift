// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// libjpeg-turbo, through the TurboJPEG API, which returns errors instead of ending the process.
struct TurboJPEG: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias Number = UnsafeMutablePointer<Int32>

    private let newDecompressor: @convention(c) () -> Pointer?
    private let newCompressor: @convention(c) () -> Pointer?
    private let destroy: @convention(c) (Pointer?) -> Int32
    private let errorCode: @convention(c) (Pointer?) -> Int32
    /// Width, height, subsampling, colour space.
    private let header: @convention(c) (Pointer?, UnsafeRawPointer?, UInt, Number?, Number?, Number?, Number?) -> Int32
    /// Buffer, width, row stride, height, pixel format, flags.
    private let decompress:
        @convention(c) (
            Pointer?, UnsafeRawPointer?, UInt, Pointer?, Int32, Int32, Int32, Int32, Int32
        ) -> Int32
    /// Width, row stride, height, pixel format, buffer, its size, subsampling, quality, flags.
    private let compress:
        @convention(c) (
            Pointer?, UnsafeRawPointer?, Int32, Int32, Int32, Int32, UnsafeMutablePointer<Pointer?>?,
            UnsafeMutablePointer<UInt>?, Int32, Int32, Int32
        ) -> Int32
    private let bufferSize: @convention(c) (Int32, Int32, Int32) -> UInt

    private init(_ library: Pointer) throws(MissingSymbol) {
        newDecompressor = try symbol("tjInitDecompress", in: library)
        newCompressor = try symbol("tjInitCompress", in: library)
        destroy = try symbol("tjDestroy", in: library)
        errorCode = try symbol("tjGetErrorCode", in: library)
        header = try symbol("tjDecompressHeader3", in: library)
        decompress = try symbol("tjDecompress2", in: library)
        compress = try symbol("tjCompress2", in: library)
        bufferSize = try symbol("tjBufSize", in: library)
    }

    private static let library = OptionalLibrary(
        option: "turbojpeg", name: "libturbojpeg", file: "libturbojpeg.so.0", format: "A JPEG",
        functions: { library throws(MissingSymbol) in try TurboJPEG(library) })

    static func load(_ path: String?) throws(Failure) -> TurboJPEG { try library.load(path) }

    /// Values from turbojpeg.h.
    private enum Constant {
        static let rgb: Int32 = 0
        static let cmyk: Int32 = 11
        static let colorSpacesOfPrint: ClosedRange<Int32> = 3...4
        static let warning: Int32 = 0
        static let noSubsampling: Int32 = 0
        static let noReallocation: Int32 = 1024
        static let accurateTransform: Int32 = 4096
        /// Without this, a file with many scans could take hours.
        static let limitedScans: Int32 = 32768
    }

    // MARK: Decoding

    /// Decodes an image, scaled down while decoding as long as it remains three times as large as `target`.
    ///
    /// A damaged image is decoded as far as possible, because decoders cannot distinguish a harmless error from a
    /// missing half.
    func decoded(
        _ bytes: UnsafeRawBufferPointer, for target: PixelSize, _ limits: Limits
    ) throws(Failure) -> DecodedImage {
        guard let decoder = newDecompressor() else { throw noMemory }
        defer { _ = destroy(decoder) }
        var (width, height, subsampling, colorSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let count = UInt(bytes.count)
        guard header(decoder, bytes.baseAddress, count, &width, &height, &subsampling, &colorSpace) == 0,
            let stored = PixelSize(Int(width), Int(height))
        else { throw damaged }
        try stored.check(limits)
        let divisor = TurboJPEG.divisor(stored, for: target)
        let size = stored.divided(by: divisor)
        let isOfPrint = Constant.colorSpacesOfPrint.contains(colorSpace)
        let pixels = try Bitmap(size, isOfPrint ? .rgba : .rgb) { (space) throws(Failure) in
            let status = decompress(
                decoder, bytes.baseAddress, count, space.baseAddress, Int32(clamping: size.width), 0,
                Int32(clamping: size.height), isOfPrint ? Constant.cmyk : Constant.rgb,
                Constant.limitedScans | Constant.accurateTransform)
            guard status == 0 || errorCode(decoder) == Constant.warning else { throw damaged }
        }
        let bitmap = isOfPrint ? try TurboJPEG.rgb(cmyk: pixels) : pixels
        return DecodedImage(bitmap, of: stored, divisor: divisor, isPhotograph: true)
    }

    /// One of the scaling factors for which the decoder is fast.  Large factors are avoided: they save little, because
    /// most time goes to entropy decoding, and a final step from nearly the target size would blur the image.
    private static func divisor(_ stored: PixelSize, for target: PixelSize) -> Int {
        [8, 4, 2].first { divisor in
            let size = stored.divided(by: divisor)
            return size.width / 3 >= target.width && size.height / 3 >= target.height
        } ?? 1
    }

    /// CMYK values are stored inverted, as all programs that write such files do.
    private static func rgb(cmyk: Bitmap) throws(Failure) -> Bitmap {
        try Bitmap(cmyk.size, .rgb) { target in
            cmyk.bytes.withBytes { source in
                for pixel in 0..<cmyk.size.pixels {
                    let black = UInt32(source[pixel * 4 + 3])
                    for color in 0..<3 {
                        target[pixel * 3 + color] = UInt8((UInt32(source[pixel * 4 + color]) * black + 127) / 255)
                    }
                }
            }
        }
    }

    // MARK: Encoding

    func encoded(_ bitmap: Bitmap, quality: Int32) throws(Failure) -> ByteBuffer {
        guard let encoder = newCompressor() else { throw noMemory }
        defer { _ = destroy(encoder) }
        let (width, height) = (Int32(clamping: bitmap.size.width), Int32(clamping: bitmap.size.height))
        let room = bufferSize(width, height, Constant.noSubsampling)
        guard bitmap.layout == .rgb, let capacity = Int(exactly: room), capacity > 0 else { throw notEncoded }
        return try ByteBuffer(capacity: capacity) { (space) throws(Failure) -> Int in
            var target = space.baseAddress
            var size = room
            let status = bitmap.bytes.withBytes { bytes in
                compress(
                    encoder, bytes.baseAddress, width, 0, height, Constant.rgb, &target, &size, Constant.noSubsampling,
                    quality, Constant.noReallocation | Constant.accurateTransform)
            }
            guard status == 0 else { throw notEncoded }
            return Int(clamping: size)
        }
    }

    private var damaged: Failure {
        Failure(.format, "The JPEG is damaged, or of a kind that libturbojpeg does not support.")
    }
    private var noMemory: Failure { Failure(.limit, "There is not enough memory.") }
    private var notEncoded: Failure { Failure(.internal, "The image could not be written as JPEG.") }
}
