// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The sizes of images that consist of boxes (ISO/IEC 14496-12): AVIF and HEIC (ISO/IEC 23008-12), and JPEG XL, which may
/// also be a bare codestream (ISO/IEC 18181).  They are not decoded here.
enum BoxedImage {
    /// More boxes than real files have.
    private static let mostBoxes = 2000

    static let readers: [String: @Sendable (ImageBytes) -> PixelSize?] = [
        "image/avif": heif, "image/heic": heif, "image/heif": heif, "image/jxl": jpegXL,
    ]

    private struct Box {
        let type: Int
        let content: ImageBytes

        func isNamed(_ name: StaticString) -> Bool { type == BoxedImage.code(name) }
    }

    private static func code(_ name: StaticString) -> Int {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// The boxes in a range of bytes; the last one may be cut off.
    private static func boxes(_ bytes: ImageBytes, from start: Int = 0) -> [Box] {
        var boxes: [Box] = []
        var place = start
        while boxes.count < mostBoxes, let length = bytes.number(4, at: place, bigEndian: true),
            let type = bytes.number(4, at: place + 4, bigEndian: true)
        {
            let rest = bytes.bytes.count - place
            let isLong = length == 1
            let high = isLong ? bytes.number(4, at: place + 8, bigEndian: true) : 0
            let low = isLong ? bytes.number(4, at: place + 12, bigEndian: true) : length
            guard let high, let low else { break }
            let size = length == 0 || high > 0 ? rest : min(low, rest)
            let header = isLong ? 16 : 8
            guard size >= header else { break }
            boxes.append(Box(type: type, content: bytes.part(place + header, count: size - header)))
            place += size
        }
        return boxes
    }

    // MARK: AVIF and HEIC

    /// The size of the primary item, by the properties that are associated with it.
    private static func heif(_ file: ImageBytes) -> PixelSize? {
        guard let meta = boxes(file).first(where: { $0.isNamed("meta") }) else { return nil }
        let inside = boxes(meta.content, from: 4)
        guard let all = inside.first(where: { $0.isNamed("iprp") }).map({ boxes($0.content) }),
            let properties = all.first(where: { $0.isNamed("ipco") }).map({ boxes($0.content) })
        else { return nil }
        let primary = inside.first { $0.isNamed("pitm") }.flatMap { box in
            box.content.number(box.content.byte(at: 0) == 0 ? 2 : 4, at: 4, bigEndian: true)
        }
        let associated = all.lazy.filter { $0.isNamed("ipma") }.compactMap { associations($0.content, of: primary) }
            .first
        var size: PixelSize?
        var isOnItsSide = false
        for index in associated ?? Array(properties.indices) where properties.indices.contains(index) {
            let box = properties[index], content = box.content
            if box.isNamed("ispe"), size == nil, let width = content.number(4, at: 4, bigEndian: true),
                let height = content.number(4, at: 8, bigEndian: true)
            {
                size = PixelSize(width, height)
            } else if box.isNamed("irot"), let quarters = content.byte(at: 0) {
                isOnItsSide = quarters & 1 == 1
            }
        }
        return isOnItsSide ? size?.transposed : size
    }

    /// The properties of an item, counted from 0; nil if it has none here.
    private static func associations(_ box: ImageBytes, of item: Int?) -> [Int]? {
        guard let item, let version = box.byte(at: 0), let flags = box.byte(at: 3),
            let count = box.number(4, at: 4, bigEndian: true)
        else { return nil }
        let idLength = version == 0 ? 2 : 4, indexLength = flags & 1 == 1 ? 2 : 1
        var place = 8
        for _ in 0..<min(count, mostBoxes) {
            guard let id = box.number(idLength, at: place, bigEndian: true),
                let properties = box.byte(at: place + idLength)
            else { return nil }
            place += idLength + 1
            if id == item {
                return (0..<properties).compactMap { number in
                    box.number(indexLength, at: place + number * indexLength, bigEndian: true)
                        // The highest bit says whether the property is essential; property 0 means none.
                        .map { ($0 & (indexLength == 2 ? 0x7FFF : 0x7F)) - 1 }
                }
            }
            place += properties * indexLength
        }
        return nil
    }

    // MARK: JPEG XL

    private static func jpegXL(_ file: ImageBytes) -> PixelSize? {
        if file.byte(at: 0) == 0xFF, file.byte(at: 1) == 0x0A { return codestream(file) }
        for box in boxes(file) {
            if box.isNamed("jxlc") { return codestream(box.content) }
            // Part of a codestream, after its number.
            if box.isNamed("jxlp") { return codestream(box.content.part(4, count: box.content.bytes.count)) }
        }
        return nil
    }

    /// Widths as fractions of the height, by their number in the header.
    private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

    private static func codestream(_ bytes: ImageBytes) -> PixelSize? {
        var bits = Bits(bytes: bytes, place: 16)
        guard let isSmall = bits.read(1) else { return nil }
        func side() -> Int? {
            if isSmall == 1 { return bits.read(5).map { ($0 + 1) * 8 } }
            guard let selector = bits.read(2) else { return nil }
            return bits.read([9, 13, 18, 30][selector]).map { $0 + 1 }
        }
        guard let height = side(), let ratio = bits.read(3) else { return nil }
        let fraction = ratio == 0 ? nil : ratios[ratio - 1]
        guard let width = fraction.map({ height * $0.0 / $0.1 }) ?? side(), let size = PixelSize(width, height) else {
            return nil
        }
        // An image with all defaults, or without extra fields, is upright.
        guard bits.read(1) == 0, bits.read(1) == 1, let orientation = bits.read(3) else { return size }
        return orientation >= 4 ? size.transposed : size
    }

    /// Bits of a codestream, the lowest of a byte first.
    private struct Bits {
        let bytes: ImageBytes
        var place: Int

        mutating func read(_ count: Int) -> Int? {
            var value = 0
            for number in 0..<count {
                guard let byte = bytes.byte(at: place / 8) else { return nil }
                value |= (byte >> (place % 8) & 1) << number
                place += 1
            }
            return value
        }
    }
}
