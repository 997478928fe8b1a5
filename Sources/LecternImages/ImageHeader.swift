// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The properties of an image that are known before decoding.
struct ImageHeader: Sendable {
    let mediaType: String
    /// The size as stored.
    let size: PixelSize
    var orientation = ImageOrientation.upright

    /// The size after the orientation is applied.
    var uprightSize: PixelSize { orientation.upright(size) }

    /// Reads the header of an image; nil if the format is not supported.
    static func read(_ bytes: UnsafeRawBufferPointer, mediaType: String) throws(Failure) -> ImageHeader? {
        guard let reader = readers[mediaType] else { return nil }
        guard let found = reader(ImageBytes(bytes)) else {
            throw Failure(.format, "The image is damaged: it has no size.")
        }
        return ImageHeader(mediaType: mediaType, size: found.size, orientation: found.orientation)
    }

    private typealias Found = (size: PixelSize, orientation: ImageOrientation)

    private static let readers: [String: @Sendable (ImageBytes) -> Found?] = [
        "image/jpeg": jpeg,
        "image/png": { upright($0.number(4, at: 16, bigEndian: true), $0.number(4, at: 20, bigEndian: true)) },
        "image/gif": { upright($0.number(2, at: 6, bigEndian: false), $0.number(2, at: 8, bigEndian: false)) },
        "image/webp": webp,
    ]

    private static func upright(_ width: Int?, _ height: Int?) -> Found? {
        guard let width, let height else { return nil }
        return PixelSize(width, height).map { ($0, .upright) }
    }

    // MARK: JPEG

    /// Follows the markers up to the first frame header (ITU-T T.81, annex B).
    private static func jpeg(_ file: ImageBytes) -> Found? {
        var orientation: ImageOrientation?
        var place = 2
        while let byte = file.byte(at: place), let marker = file.byte(at: place + 1) {
            // Decoders skip stray bytes, and fill bytes before a marker.
            if byte != 0xFF || marker == 0xFF || marker == 0 {
                place += 1
                continue
            }
            if marker == 1 || 0xD0...0xD8 ~= marker {
                place += 2
                continue
            }
            guard 0xC0...0xFE ~= marker, marker != 0xD9, marker != 0xDA,
                let length = file.number(2, at: place + 2, bigEndian: true), length >= 2
            else { return nil }
            let segment = file.part(place + 4, count: length - 2)
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                let size = upright(segment.number(2, at: 3, bigEndian: true), segment.number(2, at: 1, bigEndian: true))
                return size.map { ($0.size, orientation ?? .upright) }
            }
            if marker == 0xE1, orientation == nil, segment.has("Exif\u{00}\u{00}", at: 0) {
                orientation = ImageOrientation(exif: segment.part(6, count: segment.bytes.count))
            }
            place += 2 + length
        }
        return nil
    }

    // MARK: WebP

    /// All three variants have the size in the first chunk (RFC 9649, 2.5 to 2.7).
    private static func webp(_ file: ImageBytes) -> Found? {
        if file.has("VP8X", at: 12) {
            let side = { (place: Int) in file.number(3, at: place, bigEndian: false).map { $0 + 1 } }
            return upright(side(24), side(27))
        }
        if file.has("VP8L", at: 12) {
            guard file.byte(at: 20) == 0x2F, let bits = file.number(4, at: 21, bigEndian: false) else { return nil }
            return upright(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard file.has("VP8 ", at: 12) else { return nil }
        let side = { (place: Int) in file.number(2, at: place, bigEndian: false).map { $0 & 0x3FFF } }
        return upright(side(26), side(28))
    }
}
