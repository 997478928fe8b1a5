// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The images and fonts of a book, by their numbers, which are counted from 1.
struct KindleResources {
    struct File {
        let path: String
        let type: String
        let content: MadeContainer.Content
    }

    private(set) var files: [File] = []
    private var paths: [Int: String] = [:]
    /// The record about the spine (KF8).
    private(set) var spine: KindleRecord?
    private var fontBytes = 0

    /// In bytes.  Fonts are compressed, and restored when the book is opened; images stay in the file.
    private static let maxFonts = 32 << 20
    private static let fonts: [(beginning: [UInt8], extension: String, type: String)] = [
        (Array("OTTO".utf8), "otf", "font/otf"), ([0, 1, 0, 0], "ttf", "font/ttf"),
        (Array("true".utf8), "ttf", "font/ttf"),
        (Array("wOFF".utf8), "woff", "font/woff"), (Array("wOF2".utf8), "woff2", "font/woff2"),
    ]

    init(_ database: inout PalmDatabase, _ records: Range<Int>, _ log: inout WarningLog) throws(Failure) {
        for number in records {
            guard let range = database.range(number), let head = try database.record(number, most: 64) else { continue }
            if head.begins(with: "BOUNDARY") { return }
            if head.begins(with: "RESC"), spine == nil { spine = try database.record(number) }
            let index = number - records.lowerBound + 1
            if head.begins(with: "FONT") {
                try add(font: database.record(number), index, &log)
            } else if let format = head.bytes.withUnsafeBytes(FormatTable.format(beginning:)),
                let type = format.mediaType, MediaType.isBitmap(type)
            {
                add("images/\(index).\(format.fileExtension ?? "bin")", type, database.content(range), index)
            }
        }
    }

    /// The path of a resource.
    subscript(number: Int) -> String? { paths[number] }

    mutating func add(_ path: String, _ type: String, _ content: MadeContainer.Content, _ index: Int? = nil) {
        files.append(File(path: path, type: type, content: content))
        if let index { paths[index] = path }
    }

    private mutating func add(font record: KindleRecord?, _ index: Int, _ log: inout WarningLog) {
        guard let record, let font = KindleResources.font(record, most: KindleResources.maxFonts - fontBytes),
            let kind = KindleResources.fonts.first(where: { kind in font.withBytes { $0.starts(with: kind.beginning) } }
            )
        else {
            log.add(.minor, "Resource \(index) is a damaged or large font; it is left out.", [])
            return
        }
        fontBytes += font.count
        add("fonts/\(index).\(kind.extension)", kind.type, .memory(font), index)
    }

    /// Restores a font, whose beginning is combined with a key, and which may be compressed.
    private static func font(_ record: KindleRecord, most: Int) -> ByteBuffer? {
        guard let size = record.u32(4), let flags = record.u32(8), let start = record.u32(12),
            let keyLength = record.u32(16), let keyStart = record.u32(20), size <= most, start <= record.count
        else { return nil }
        var data = Array(record.bytes[start...])
        let key = Array(record.slice(keyStart, min(keyLength, 4096)))
        if flags & 2 != 0, !key.isEmpty {
            for place in 0..<min(1040, data.count) { data[place] ^= key[place % key.count] }
        }
        let stored = data.withUnsafeBytes { ByteBuffer(copying: $0) }
        guard flags & 1 != 0 else { return stored }
        guard data.count > 2 else { return nil }
        let font = try? ByteBuffer(capacity: size) { (space) throws(Failure) in
            // Without the header of zlib.
            let stream = try InflateStream(MemorySource(stored), range: 2..<UInt64(stored.count))
            return try stream.read(into: space)
        }
        return font
    }
}
