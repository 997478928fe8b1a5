// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// librsvg with cairo, of the files that it depends on.
///
/// It is given nothing but what `Drawing` wrote: a malicious drawing keeps it busy for ever, or ends the process.
struct LibRSVG: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias GError = UnsafeMutablePointer<Pointer?>

    private let parse: @convention(c) (UnsafeRawPointer?, UInt, GError?) -> Pointer?
    private let render: @convention(c) (Pointer?, Pointer?, UnsafeRawPointer?, GError?) -> Int32
    private let unref: @convention(c) (Pointer?) -> Void
    private let freeError: @convention(c) (Pointer?) -> Void
    /// Pixels, format, width, height, bytes of a row.
    private let newSurface: @convention(c) (Pointer?, Int32, Int32, Int32, Int32) -> Pointer?
    private let finishSurface: @convention(c) (Pointer?) -> Void
    private let freeSurface: @convention(c) (Pointer?) -> Void
    private let newContext: @convention(c) (Pointer?) -> Pointer?
    private let contextStatus: @convention(c) (Pointer?) -> Int32
    private let freeContext: @convention(c) (Pointer?) -> Void

    private init(_ library: Pointer) throws(MissingSymbol) {
        parse = try symbol("rsvg_handle_new_from_data", in: library)
        render = try symbol("rsvg_handle_render_document", in: library)
        // The loader finds these in what librsvg is linked with.
        unref = try symbol("g_object_unref", in: library)
        freeError = try symbol("g_error_free", in: library)
        newSurface = try symbol("cairo_image_surface_create_for_data", in: library)
        finishSurface = try symbol("cairo_surface_finish", in: library)
        freeSurface = try symbol("cairo_surface_destroy", in: library)
        newContext = try symbol("cairo_create", in: library)
        contextStatus = try symbol("cairo_status", in: library)
        freeContext = try symbol("cairo_destroy", in: library)
    }

    private static let library = OptionalLibrary(
        option: "rsvg", name: "librsvg", file: "librsvg-2.so.2", format: "An SVG",
        functions: { library throws(MissingSymbol) in try LibRSVG(library) })

    static func load(_ path: String) throws(Failure) -> LibRSVG { try library.load(path) }

    /// A whole document in all pixels of a bitmap.
    func drawn(_ document: [UInt8], _ size: PixelSize) throws(Failure) -> Bitmap {
        var error: Pointer?
        let parsed = document.withUnsafeBytes { parse($0.baseAddress, UInt($0.count), &error) }
        defer { free(error) }
        guard let parsed else { throw damaged }
        defer { unref(parsed) }
        return try Bitmap(size, .rgba) { (space) throws(Failure) in
            space.initializeMemory(as: UInt8.self, repeating: 0)
            try draw(parsed, on: space, size)
            LibRSVG.separateAlpha(space)
        }
    }

    private func draw(
        _ document: Pointer, on space: UnsafeMutableRawBufferPointer, _ size: PixelSize
    ) throws(Failure) {
        let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
        let surface = newSurface(space.baseAddress, LibRSVG.argb32, width, height, Int32(clamping: size.width * 4))
        defer { freeSurface(surface) }
        let context = newContext(surface)
        defer { freeContext(context) }
        var error: Pointer?
        let viewport = Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let isDrawn = withUnsafePointer(to: viewport) { render(document, context, $0, &error) != 0 }
        free(error)
        finishSurface(surface)
        guard isDrawn, contextStatus(context) == 0 else { throw damaged }
    }

    private func free(_ error: Pointer?) {
        if let error { freeError(error) }
    }

    /// From numbers of 32 bits, with colours that are multiplied with how opaque they are, to four bytes each.
    private static func separateAlpha(_ space: UnsafeMutableRawBufferPointer) {
        for place in Swift.stride(from: 0, to: space.count, by: 4) {
            let pixel = space.load(fromByteOffset: place, as: UInt32.self)
            let alpha = pixel >> 24
            let half = alpha / 2
            let color = { (shift: UInt32) -> UInt32 in
                guard alpha > 0 else { return 0 }
                return min(255, ((pixel >> shift & 255) &* 255 &+ half) / alpha)
            }
            let value = color(16) | color(8) << 8 | color(0) << 16 | alpha << 24
            space.storeBytes(of: value.littleEndian, toByteOffset: place, as: UInt32.self)
        }
    }

    private static let argb32: Int32 = 0

    private var damaged: Failure { Failure(.format, "The SVG is damaged: librsvg does not draw it.") }

    /// RsvgRectangle.
    private struct Rectangle {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }
}
