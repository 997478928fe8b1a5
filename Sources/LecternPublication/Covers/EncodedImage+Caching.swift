// SPDX-License-Identifier: BSD-3-Clause
import LecternImages
import LecternModel

/// An image in the persistent cache: a line with its type and size, followed by its bytes.
extension EncodedImage {
    private static let maxLine = 64

    var kept: ByteBuffer {
        let line = Array("\(mediaType) \(size.width) \(size.height)\n".utf8)
        return bytes.withBytes { bytes in (line + bytes).withUnsafeBytes { ByteBuffer(copying: $0) } }
    }

    /// Returns nil if this is not an image of this form.
    init?(kept: ByteBuffer, _ form: ImageForm) {
        let found = kept.withBytes { kept -> EncodedImage? in
            guard let end = kept.prefix(EncodedImage.maxLine).firstIndex(of: 0x0A) else { return nil }
            let words = String(decoding: kept[..<end], as: UTF8.self).words
            guard words.count == 3, ImageType(rawValue: words[0]) != nil, form.allows(words[0]),
                let width = Int(words[1]), let height = Int(words[2]), let size = PixelSize(width, height),
                size.fits(form.box ?? .largest)
            else { return nil }
            let bytes = ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: kept[(end + 1)...]))
            return EncodedImage(bytes: bytes, mediaType: words[0], size: size)
        }
        guard let found else { return nil }
        self = found
    }
}
