// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// libwebp, through its buffer-to-buffer functions.
struct LibWebP: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias Decode = @convention(c) (UnsafeRawPointer?, UInt, Pointer?, UInt, Int32) -> Pointer?

    private let features: @convention(c) (UnsafeRawPointer?, UInt, Pointer?, Int32) -> Int32
    private let decodeRGB: Decode
    private let decodeRGBA: Decode

    private init(_ library: Pointer) throws(MissingSymbol) {
        features = try symbol("WebPGetFeaturesInternal", in: library)
        decodeRGB = try symbol("WebPDecodeRGBInto", in: library)
        decodeRGBA = try symbol("WebPDecodeRGBAInto", in: library)
    }

    private static let library = OptionalLibrary(
        option: "webp", name: "libwebp", file: "libwebp.so.7", format: "A WebP",
        functions: { library throws(MissingSymbol) in try LibWebP(library) })

    static func load(_ path: String?) throws(Failure) -> LibWebP { try library.load(path) }

    /// The ABI version that `WebPFeatures` matches.
    private static let interface: Int32 = 0x0209

    func decoded(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(Failure) -> DecodedImage {
        var found = WebPFeatures()
        let count = UInt(bytes.count)
        guard features(bytes.baseAddress, count, &found, LibWebP.interface) == 0,
            let size = PixelSize(Int(found.width), Int(found.height))
        else { throw damaged }
        guard found.hasAnimation == 0 else {
            throw Failure(.unsupported, "Animated WebP images are not supported.")
        }
        try size.check(limits)
        let layout: Bitmap.Layout = found.hasAlpha == 0 ? .rgb : .rgba
        let decode = layout == .rgb ? decodeRGB : decodeRGBA
        guard let stride = Int32(exactly: size.width * layout.rawValue) else { throw damaged }
        let bitmap = try Bitmap(size, layout) { (space) throws(Failure) in
            let end = decode(bytes.baseAddress, count, space.baseAddress, UInt(space.count), stride)
            guard end != nil else { throw damaged }
        }
        return DecodedImage(bitmap, isPhotograph: layout == .rgb && found.format == WebPFeatures.lossy)
    }

    private var damaged: Failure { Failure(.format, "The WebP is damaged.") }
}

/// WebPBitstreamFeatures, with the layout of the C struct.
private struct WebPFeatures {
    var width: Int32 = 0
    var height: Int32 = 0
    var hasAlpha: Int32 = 0
    var hasAnimation: Int32 = 0
    var format: Int32 = 0
    /// Padding that libwebp reserves for later versions.
    private var reserved = (Int32(0), Int32(0), Int32(0), Int32(0), Int32(0))

    static let lossy: Int32 = 1
}
