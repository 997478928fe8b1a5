// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// librsvg, with the cairo and GLib that it is linked with.
///
/// Documents have no base URL, so librsvg does not follow references to other files.  Its own limits for elements and
/// references apply.
public struct LibRSVG: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias GError = UnsafeMutablePointer<Pointer?>

    private let parse: @convention(c) (UnsafeRawPointer?, UInt, GError?) -> Pointer?
    private let render: @convention(c) (Pointer?, Pointer?, UnsafeRawPointer?, GError?) -> Int32
    private let setDPI: @convention(c) (Pointer?, Double) -> Void
    private let sizeInPixels:
        @convention(c) (Pointer?, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
    /// Width, height and view box, each as a flag for presence and a value.
    private let dimensions: @convention(c) (Pointer?, Pointer, Pointer, Pointer, Pointer, Pointer, Pointer) -> Void
    private let unref: @convention(c) (Pointer?) -> Void
    private let freeError: @convention(c) (Pointer?) -> Void
    /// Data, format, width, height, row stride.
    private let newSurface: @convention(c) (Pointer?, Int32, Int32, Int32, Int32) -> Pointer?
    private let finishSurface: @convention(c) (Pointer?) -> Void
    private let freeSurface: @convention(c) (Pointer?) -> Void
    private let newContext: @convention(c) (Pointer?) -> Pointer?
    private let contextStatus: @convention(c) (Pointer?) -> Int32
    private let freeContext: @convention(c) (Pointer?) -> Void

    private init(_ library: Pointer) throws(MissingSymbol) {
        parse = try symbol("rsvg_handle_new_from_data", in: library)
        render = try symbol("rsvg_handle_render_document", in: library)
        setDPI = try symbol("rsvg_handle_set_dpi", in: library)
        sizeInPixels = try symbol("rsvg_handle_get_intrinsic_size_in_pixels", in: library)
        dimensions = try symbol("rsvg_handle_get_intrinsic_dimensions", in: library)
        // dlsym finds these in the dependencies of librsvg.
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

    public static func load(_ path: String?) throws(Failure) -> LibRSVG { try library.load(path) }

    /// Draws a document as a bitmap.  `choose` receives the width and height of the document, and returns the size of
    /// the bitmap.
    public func drawn(
        _ document: UnsafeRawBufferPointer,
        _ choose: (_ width: Double, _ height: Double) throws(Failure) -> PixelSize
    ) throws(Failure) -> Bitmap {
        var error: Pointer?
        let parsed = parse(document.baseAddress, UInt(document.count), &error)
        defer { free(error) }
        guard let parsed else { throw damaged }
        defer { unref(parsed) }
        setDPI(parsed, LibRSVG.dpi)
        guard let (width, height) = naturalSize(parsed) else {
            throw Failure(.unsupported, "The SVG cannot be drawn: it does not declare a size.")
        }
        let size = try choose(width, height)
        // The size is in whole pixels.  The drawing extends past the edge by less than one pixel, so that no gap remains.
        let scale = max(Double(size.width) / width, Double(size.height) / height)
        let viewport = Rectangle(
            x: (Double(size.width) - width * scale) / 2, y: (Double(size.height) - height * scale) / 2,
            width: width * scale, height: height * scale)
        return try Bitmap(size, .rgba) { (space) throws(Failure) in
            space.initializeMemory(as: UInt8.self, repeating: 0)
            try draw(parsed, in: viewport, on: space, size)
            LibRSVG.separateAlpha(space)
        }
    }

    /// The size in pixels, or in units of the view box if there is no other.
    private func naturalSize(_ document: Pointer) -> (width: Double, height: Double)? {
        var size = (width: 0.0, height: 0.0)
        if sizeInPixels(document, &size.width, &size.height) == 0 {
            var (width, height) = (Length(), Length())
            var (hasWidth, hasHeight, hasViewBox) = (Int32(0), Int32(0), Int32(0))
            var viewBox = Rectangle()
            dimensions(document, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &viewBox)
            guard hasViewBox != 0 else { return nil }
            size = (viewBox.width, viewBox.height)
        }
        return [size.width, size.height].allSatisfy(LibRSVG.lengths.contains) ? size : nil
    }

    private func draw(
        _ document: Pointer, in viewport: Rectangle, on space: UnsafeMutableRawBufferPointer, _ size: PixelSize
    ) throws(Failure) {
        let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
        let surface = newSurface(space.baseAddress, LibRSVG.argb32, width, height, Int32(clamping: size.width * 4))
        defer { freeSurface(surface) }
        let context = newContext(surface)
        defer { freeContext(context) }
        var error: Pointer?
        let isDrawn = withUnsafePointer(to: viewport) { render(document, context, $0, &error) != 0 }
        free(error)
        finishSurface(surface)
        guard isDrawn, contextStatus(context) == 0 else { throw damaged }
    }

    private func free(_ error: Pointer?) {
        if let error { freeError(error) }
    }

    /// Converts 32-bit pixels with premultiplied alpha to four separate bytes.
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
    /// Pixels per inch, as defined in CSS.
    private static let dpi = 96.0
    /// The permitted range of the width and height, in pixels or units.
    private static let lengths = 1e-6...1e7

    private var damaged: Failure { Failure(.format, "The SVG is damaged, or exceeds the limits of librsvg.") }

    /// RsvgRectangle.
    private struct Rectangle {
        var x = 0.0
        var y = 0.0
        var width = 0.0
        var height = 0.0
    }

    /// RsvgLength: a number, and a value of the enum RsvgUnit.
    private struct Length {
        var length = 0.0
        var unit: Int32 = 0
    }
}
