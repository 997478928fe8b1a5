// SPDX-License-Identifier: BSD-3-Clause

/// Kinds of media types that their names do not tell by a suffix or the top-level type.
extension MediaType {
    struct Kinds: OptionSet, Sendable {
        let rawValue: UInt16

        static let zip = Kinds(rawValue: 1)
        static let rar = Kinds(rawValue: 2)
        static let json = Kinds(rawValue: 4)
        static let xml = Kinds(rawValue: 8)
        static let html = Kinds(rawValue: 16)
        static let bitmap = Kinds(rawValue: 32)
        static let opds = Kinds(rawValue: 64)
        /// A Readium Web Publication Manifest.
        static let rwpm = Kinds(rawValue: 128)
        static let publication = Kinds(rawValue: 256)
    }

    /// The table of media types that have a meaning here.
    private static let kinds: [String: Kinds] = [
        "application/json": .json,
        "application/xml": .xml, "text/xml": .xml,
        html: .html, xhtml: .html,
        "application/zip": .zip,
        "application/vnd.rar": .rar, "application/x-rar": .rar, "application/x-rar-compressed": .rar,
        "image/avif": .bitmap, "image/bmp": .bitmap, "image/gif": .bitmap, "image/jpeg": .bitmap, "image/jxl": .bitmap,
        "image/png": .bitmap, "image/tiff": .bitmap, "image/webp": .bitmap,
        "application/opds+json": .opds, "application/opds-publication+json": .opds,
        "application/opds-authentication+json": .opds, "application/vnd.opds.authentication.v1.0+json": .opds,
        audiobookManifest: [.rwpm, .publication], divinaManifest: [.rwpm, .publication],
        webpubManifest: [.rwpm, .publication],
        audiobook: .publication, divina: .publication, webpub: .publication,
        lcpAudiobook: [.zip, .publication], lcpPDF: [.zip, .publication],
        epub: .publication, pdf: .publication, cbz: .publication, cbr: [.rar, .publication], zab: .publication,
        "application/x-cbz": [.zip, .publication], "application/x-cbr": [.rar, .publication],
        lpf: .publication, "application/x.readium.w3c.wpub+json": .publication,
    ]

    private func isOne(of kind: Kinds) -> Bool { MediaType.kinds[essence]?.contains(kind) ?? false }

    package var isZIP: Bool { structuredSyntaxSuffix == "+zip" || isOne(of: .zip) }

    package var isArchive: Bool { isZIP || isOne(of: .rar) }

    package var isJSON: Bool { structuredSyntaxSuffix == "+json" || isOne(of: .json) }

    package var isXML: Bool { structuredSyntaxSuffix == "+xml" || isOne(of: .xml) }

    /// A feed, an entry or an authentication document of OPDS 1 or 2.
    package var isOPDS: Bool {
        isOne(of: .opds)
            || type == "application" && subtype == "atom+xml" && parameter("profile")?.asciiLowercased == "opds-catalog"
    }

    package var isHTML: Bool { isOne(of: .html) }

    package var isBitmap: Bool { isOne(of: .bitmap) }

    package var isAudio: Bool { type == "audio" }

    package var isVideo: Bool { type == "video" }

    /// A Readium Web Publication Manifest, of any profile that has a type of its own.
    package var isRWPM: Bool { isOne(of: .rwpm) }

    package var isPublication: Bool { isOne(of: .publication) }

    /// The same for an essence, as links have it.
    package static func isBitmap(_ type: String?) -> Bool { type.flatMap { kinds[$0] }?.contains(.bitmap) ?? false }
}
