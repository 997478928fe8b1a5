// SPDX-License-Identifier: BSD-3-Clause

/// Kinds of media types that cannot be derived from a suffix or the top-level type.
extension MediaType {
    private enum Kind: Sendable {
        case html
        case bitmap
        /// A Readium Web Publication Manifest.
        case rwpm
    }

    /// Media types with a special meaning in this library.
    private static let kinds: [String: Kind] = [
        html: .html, xhtml: .html,
        "image/avif": .bitmap, "image/bmp": .bitmap, "image/gif": .bitmap, "image/jpeg": .bitmap, "image/jxl": .bitmap,
        "image/heic": .bitmap, "image/heif": .bitmap,
        "image/png": .bitmap, "image/tiff": .bitmap, "image/webp": .bitmap,
        audiobookManifest: .rwpm, divinaManifest: .rwpm, webpubManifest: .rwpm,
    ]

    private func isOne(of kind: Kind) -> Bool { MediaType.kinds[essence] == kind }

    public var isHTML: Bool { isOne(of: .html) }

    public var isBitmap: Bool { isOne(of: .bitmap) }

    public var isAudio: Bool { type == "audio" }

    /// Whether this is a Readium Web Publication Manifest, including profiles with their own media type.
    public var isRWPM: Bool { isOne(of: .rwpm) }

    /// Tests an essence, as links have it.
    public static func isBitmap(_ type: String?) -> Bool { type.flatMap { kinds[$0] } == .bitmap }
}
