// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// libpng, through its simplified API, which returns errors and does not print.
struct LibPNG: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias Image = UnsafeMutablePointer<PNGImage>

    private let begin: @convention(c) (Pointer?, UnsafeRawPointer?, UInt) -> Int32
    /// Background, buffer, row stride, colour map.
    private let finish: @convention(c) (Pointer?, UnsafeRawPointer?, Pointer?, Int32, Pointer?) -> Int32
    private let free: @convention(c) (Pointer?) -> Void
    /// Memory, its size, whether to convert to 8 bits, buffer, row stride, colour map.
    private let write:
        @convention(c) (
            Pointer?, Pointer?, UnsafeMutablePointer<UInt>?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32

    private init(_ library: Pointer) throws(MissingSymbol) {
        begin = try symbol("png_image_begin_read_from_memory", in: library)
        finish = try symbol("png_image_finish_read", in: library)
        free = try symbol("png_image_free", in: library)
        write = try symbol("png_image_write_to_memory", in: library)
    }

    private static let library = OptionalLibrary(
        option: "png", name: "libpng", file: "libpng16.so.16", format: "A PNG",
        functions: { library throws(MissingSymbol) in try LibPNG(library) })

    static func load(_ path: String?) throws(Failure) -> LibPNG { try library.load(path) }

    func decoded(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(Failure) -> Bitmap {
        let image = Image.allocate(capacity: 1)
        image.initialize(to: PNGImage())
        defer {
            free(image)
            image.deallocate()
        }
        guard begin(image, bytes.baseAddress, UInt(bytes.count)) != 0,
            let size = PixelSize(Int(image.pointee.width), Int(image.pointee.height))
        else { throw damaged }
        try size.check(limits)
        let layout: Bitmap.Layout = image.pointee.format & PNGImage.alpha == 0 ? .rgb : .rgba
        image.pointee.format = PNGImage.format(layout)
        image.pointee.flags |= PNGImage.samplesOf16BitsAreSRGB
        return try Bitmap(size, layout) { (space) throws(Failure) in
            guard finish(image, nil, space.baseAddress, 0, nil) != 0 else { throw damaged }
        }
    }

    /// - Parameter isFast: whether to encode much faster, into a larger file.
    func encoded(_ bitmap: Bitmap, isFast: Bool = false) throws(Failure) -> ByteBuffer {
        let image = Image.allocate(capacity: 1)
        image.initialize(to: PNGImage())
        defer {
            free(image)
            image.deallocate()
        }
        image.pointee.width = UInt32(clamping: bitmap.size.width)
        image.pointee.height = UInt32(clamping: bitmap.size.height)
        image.pointee.format = PNGImage.format(bitmap.layout)
        if isFast { image.pointee.flags |= PNGImage.fast }
        // Incompressible data grows by less than this.
        let capacity = bitmap.bytes.count + bitmap.bytes.count / 256 + bitmap.size.height + (64 << 10)
        return try ByteBuffer(capacity: capacity) { (space) throws(Failure) -> Int in
            var size = UInt(space.count)
            let status = bitmap.bytes.withBytes { write(image, space.baseAddress, &size, 0, $0.baseAddress, 0, nil) }
            guard status != 0 else { throw Failure(.internal, "The image could not be written as PNG.") }
            return Int(clamping: size)
        }
    }

    private var damaged: Failure { Failure(.format, "The PNG is damaged.") }
}

/// png_image, with the layout of the C struct.
private struct PNGImage {
    var opaque: UnsafeMutableRawPointer?
    var version: UInt32 = 1
    var width: UInt32 = 0
    var height: UInt32 = 0
    var format: UInt32 = 0
    var flags: UInt32 = 0
    var colormapEntries: UInt32 = 0
    var warningOrError: UInt32 = 0
    private var message = InlineArray<64, CChar>(repeating: 0)

    static let alpha: UInt32 = 1
    private static let color: UInt32 = 2
    static let fast: UInt32 = 2
    static let samplesOf16BitsAreSRGB: UInt32 = 4

    static func format(_ layout: Bitmap.Layout) -> UInt32 { layout == .rgba ? color | alpha : color }
}
