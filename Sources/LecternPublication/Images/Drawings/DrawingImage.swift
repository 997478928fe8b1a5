// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An image inside of a drawing: a JPEG or a PNG in a URL "data:" (RFC 2397).
struct DrawingImage {
    let size: PixelSize
    let isPhotograph: Bool
    /// Written again, with the type that the bytes have.
    let url: [UInt8]

    /// More than libxml2 takes for one attribute.
    private static let most = 9_000_000

    init(_ href: [UInt8]) throws(Failure) {
        guard let comma = href.prefix(200).firstIndex(of: UInt8(ascii: ",")),
            String(decoding: href[..<comma], as: UTF8.self).trimmed.asciiLowercased.utf8.starts(with: "data:".utf8)
        else { throw Drawing.outside }
        let text = href[(comma + 1)...].filter { !ASCII.isSpace($0) }
        guard text.count <= DrawingImage.most else { throw Drawing.unsupported("so large an image") }
        let bytes = href[..<comma].suffix(7).elementsEqual(";base64".utf8) ? Base64.decoded(text) : nil
        let decoded = (bytes ?? []).withUnsafeBytes { ByteBuffer(copying: $0) }
        let found = try decoded.withBytes { (bytes) throws(Failure) -> ImageHeader? in
            let type = FormatTable.format(beginning: bytes)?.mediaType
            guard let type, ["image/jpeg", "image/png"].contains(type) else { return nil }
            return try ImageHeader.read(bytes, mediaType: type)
        }
        guard let found else { throw Drawing.unsupported("an image that is neither JPEG nor PNG") }
        size = found.size
        isPhotograph = found.mediaType == "image/jpeg"
        url = Array("data:\(found.mediaType);base64,".utf8) + text
    }
}

/// RFC 4648, section 4.
enum Base64 {
    /// nil for what is none: another letter, or something behind the padding.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, letter) in text.dropLast(padding).enumerated() {
            guard let value = values[Int(letter)] else { return nil }
            bits = bits << 6 | value
            if index % 4 == 3 {
                for shift in [16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
        }
        if padding == 2 { result.append(UInt8(truncatingIfNeeded: bits >> 4)) }
        if padding == 1 {
            result.append(UInt8(truncatingIfNeeded: bits >> 10))
            result.append(UInt8(truncatingIfNeeded: bits >> 2))
        }
        return result
    }

    private static let values: [UInt32?] = {
        var values = [UInt32?](repeating: nil, count: 256)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (index, letter) in letters.enumerated() { values[Int(letter)] = UInt32(index) }
        return values
    }()
}
