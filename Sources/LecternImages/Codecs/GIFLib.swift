// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// giflib.  Decodes the first frame of a GIF row by row, without reading the other frames.
struct GIFLib: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Read = @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    private typealias File = UnsafeMutablePointer<GIFFile>
    private typealias Number = UnsafeMutablePointer<Int32>
    private typealias Block = UnsafeMutablePointer<UnsafePointer<UInt8>?>

    private let open: @convention(c) (Pointer?, Read, Number?) -> Pointer?
    private let close: @convention(c) (Pointer?, Number?) -> Int32
    private let nextRecord: @convention(c) (Pointer?, Number?) -> Int32
    private let imageDescription: @convention(c) (Pointer?) -> Int32
    private let line: @convention(c) (Pointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32
    private let `extension`: @convention(c) (Pointer?, Number?, Block?) -> Int32
    private let nextBlock: @convention(c) (Pointer?, Block?) -> Int32

    private init(_ library: Pointer) throws(MissingSymbol) {
        open = try symbol("DGifOpen", in: library)
        close = try symbol("DGifCloseFile", in: library)
        nextRecord = try symbol("DGifGetRecordType", in: library)
        imageDescription = try symbol("DGifGetImageDesc", in: library)
        line = try symbol("DGifGetLine", in: library)
        `extension` = try symbol("DGifGetExtension", in: library)
        nextBlock = try symbol("DGifGetExtensionNext", in: library)
    }

    private static let library = OptionalLibrary(
        option: "gif", name: "giflib", file: "libgif.so.7", format: "A GIF",
        functions: { library throws(MissingSymbol) in try GIFLib(library) })

    static func load(_ path: String?) throws(Failure) -> GIFLib { try library.load(path) }

    /// Decodes the screen with the first frame.  Pixels outside of the frame are transparent.
    func decoded(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(Failure) -> Bitmap {
        let input = UnsafeMutablePointer<GIFInput>.allocate(capacity: 1)
        input.initialize(to: GIFInput(rest: bytes))
        defer { input.deallocate() }
        var error: Int32 = 0
        guard let opened = open(input, GIFInput.read, &error) else { throw damaged }
        defer { _ = close(opened, &error) }
        let file = opened.assumingMemoryBound(to: GIFFile.self)
        let transparent = try firstFrame(file)
        guard imageDescription(file) == GIFFile.ok,
            let screen = PixelSize(Int(file.pointee.width), Int(file.pointee.height)),
            let frame = PixelSize(Int(file.pointee.image.width), Int(file.pointee.image.height)),
            let colors = GIFColors(file.pointee.image.colors ?? file.pointee.colors, transparent: transparent)
        else { throw damaged }
        try screen.check(limits)
        try frame.check(limits)
        return try Bitmap(screen, .rgba) { (space) throws(Failure) in
            space.initializeMemory(as: UInt8.self, repeating: 0)
            try draw(file, frame, colors, on: space, screen)
        }
    }

    /// Skips to the first frame.
    ///
    /// - Returns: the index of its transparent colour, if any.
    private func firstFrame(_ file: File) throws(Failure) -> UInt8? {
        var transparent: UInt8?
        while true {
            var record: Int32 = 0
            guard nextRecord(file, &record) == GIFFile.ok else { throw damaged }
            switch record {
            case GIFFile.imageRecord: return transparent
            case GIFFile.extensionRecord: try readExtension(file, &transparent)
            default: throw damaged
            }
        }
    }

    private func readExtension(_ file: File, _ transparent: inout UInt8?) throws(Failure) {
        var kind: Int32 = 0
        var block: UnsafePointer<UInt8>?
        guard `extension`(file, &kind, &block) == GIFFile.ok else { throw damaged }
        while let content = block {
            // The content is its length, flags, the delay in two bytes, and the index of a colour.
            if kind == GIFFile.graphicControl, content[0] >= 4 { transparent = content[1] & 1 == 1 ? content[4] : nil }
            guard nextBlock(file, &block) == GIFFile.ok else { throw damaged }
        }
    }

    private func draw(
        _ file: File, _ frame: PixelSize, _ colors: GIFColors, on space: UnsafeMutableRawBufferPointer,
        _ screen: PixelSize
    ) throws(Failure) {
        let (left, top) = (Int(file.pointee.image.left), Int(file.pointee.image.top))
        let indexes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: frame.width)
        defer { indexes.deallocate() }
        let columns = max(0, -left)..<max(0, -left, min(frame.width, screen.width - left))
        for row in GIFFile.rows(frame.height, isInterlaced: file.pointee.image.isInterlaced) {
            guard line(file, indexes.baseAddress, Int32(clamping: frame.width)) == GIFFile.ok else { throw damaged }
            guard 0..<screen.height ~= top + row else { continue }
            for column in columns {
                let place = ((top + row) * screen.width + left + column) * 4
                space.storeBytes(of: colors.rgba(indexes[column]), toByteOffset: place, as: UInt32.self)
            }
        }
    }

    private var damaged: Failure { Failure(.format, "The GIF is damaged.") }
}

/// The input that has not been read.
private struct GIFInput {
    var rest: UnsafeRawBufferPointer

    static let read: GIFLib.Read = { file, target, count in
        let file = file?.assumingMemoryBound(to: GIFFile.self)
        guard let input = file?.pointee.userData?.assumingMemoryBound(to: GIFInput.self), let target, count > 0
        else { return 0 }
        let part = UnsafeRawBufferPointer(rebasing: input.pointee.rest.prefix(Int(count)))
        guard let first = part.baseAddress else { return 0 }
        target.copyMemory(from: first, byteCount: part.count)
        input.pointee.rest = UnsafeRawBufferPointer(rebasing: input.pointee.rest.dropFirst(part.count))
        return Int32(part.count)
    }
}

/// The colours of a frame, in the layout of a bitmap.
private struct GIFColors {
    private let values: [UInt32]

    init?(_ map: UnsafePointer<GIFColorMap>?, transparent: UInt8?) {
        guard let map, let colors = map.pointee.colors else { return nil }
        var values = [UInt32](repeating: UInt32(0xFF00_0000).littleEndian, count: 256)
        for index in 0..<max(0, min(256, Int(map.pointee.count))) {
            let color = [colors[index * 3], colors[index * 3 + 1], colors[index * 3 + 2]].map { UInt32($0) }
            values[index] = (0xFF00_0000 | color[2] << 16 | color[1] << 8 | color[0]).littleEndian
        }
        if let transparent { values[Int(transparent)] = 0 }
        self.values = values
    }

    func rgba(_ index: UInt8) -> UInt32 { values[Int(index)] }
}
