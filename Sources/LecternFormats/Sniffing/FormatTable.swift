// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The names and signatures of formats, in the order in which hints are tried.  The formats in `Formats.containers`
/// declare their names in their own folders.
public enum FormatTable {
    public struct Row: Sendable {
        public let format: Format
        /// Other media types for the same format.
        public let aliases: [MediaType]
        /// Other file extensions.
        let extensions: [String]
        /// Alternative signatures.  Each consists of texts at offsets, all of which must match.
        let signatures: [[Piece]]
    }

    struct Piece: Sendable {
        let place: Int
        let bytes: [UInt8]

        init(_ text: String, at place: Int = 0) {
            self.place = place
            // Each scalar stands for one byte.
            bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
    }

    /// - Parameter isNamed: whether the extension identifies this format rather than a more general one.
    static func row(
        _ specifications: [Format.Specification], _ mediaType: String, _ extensions: String, isNamed: Bool = true,
        aliases: [String] = [], signatures: [[Piece]] = []
    ) -> Row {
        let names = extensions.words
        return Row(
            format: Format(specifications, mediaType: mediaType, fileExtension: names.first),
            aliases: ([mediaType] + aliases).compactMap { MediaType($0) }, extensions: isNamed ? names : [],
            signatures: signatures)
    }

    public static let rows: [Row] = text + archives + Formats.containers.flatMap(\.rows) + others + recordings + images

    private static let text = [
        row([.json], "application/json", "json", aliases: ["application/problem+json"]),
        row([.xml, .opds1Entry], opds1Entry, "xml", isNamed: false),
        row([.xml, .opds1Catalog], opds1Catalog, "xml", isNamed: false),
        row([.json, .opds2Catalog], "application/opds+json", "json", isNamed: false),
        row([.json, .opds2Publication], "application/opds-publication+json", "json", isNamed: false),
        row(
            [.json, .opdsAuthentication], "application/opds-authentication+json", "json", isNamed: false,
            aliases: ["application/vnd.opds.authentication.v1.0+json"]),
        row([.json, .rwpm], MediaType.webpubManifest, "json", isNamed: false),
        row([.json, .rwpm], MediaType.audiobookManifest, "json", isNamed: false),
        row([.json, .rwpm], MediaType.divinaManifest, "json", isNamed: false),
        row([.json, .lcpLicense], MediaType.lcpLicense, "lcpl"),
        row([.xml, .fb2], fb2, "fb2", aliases: ["application/x-fictionbook"]),
        row([.xml, .daisy], dtbook, "xml", isNamed: false),
        row([.xml], "application/xml", "xml", aliases: ["text/xml"]),
        row([.xml, .html], MediaType.html, "html htm"),
        row([.xml, .html], MediaType.xhtml, "xhtml xht"),
    ]

    static let opds1Entry = "application/atom+xml;type=entry;profile=opds-catalog"
    static let opds1Catalog = "application/atom+xml;profile=opds-catalog"

    static let plainText = "text/plain"
    static let markdown = "text/markdown"
    static let mobi = "application/x-mobipocket-ebook"
    static let fb2 = "application/x-fictionbook+xml"
    static let dtbook = "application/x-dtbook+xml"

    private static let archives = [
        row(
            [.zip], "application/zip", "zip",
            signatures: [[Piece("PK\u{03}\u{04}")], [Piece("PK\u{05}\u{06}")], [Piece("PK\u{07}\u{08}")]]),
        row(
            [.rar], "application/vnd.rar", "rar", aliases: ["application/x-rar", "application/x-rar-compressed"],
            signatures: [[Piece("Rar!\u{1A}\u{07}\u{00}")], [Piece("Rar!\u{1A}\u{07}\u{01}\u{00}")]]),
        row(
            [.sevenZip], "application/x-7z-compressed", "7z",
            signatures: [[Piece("7z\u{BC}\u{AF}\u{27}\u{1C}")]]),
        row([.tar], "application/x-tar", "tar", signatures: [[Piece("ustar", at: 257)]]),
    ]

    private static let others = [
        row(
            [.mobi], mobi, "mobi prc azw azw3 azw4",
            aliases: ["application/vnd.amazon.ebook", "application/vnd.amazon.mobi8-ebook"],
            signatures: [[Piece("BOOKMOBI", at: 60)]]),
        row([.topaz], "application/x-topaz-ebook", "tpz azw1", signatures: [[Piece("TPZ0")], [Piece("TPZ3")]]),
        row(
            [.kfx], "application/x-kfx-ebook", "kfx",
            signatures: [[Piece("CONT\u{02}\u{00}")], [Piece("\u{EA}DRMION\u{EE}")]]),
        row([.text], plainText, "txt text"),
        row([.text, .markdown], markdown, "md markdown", aliases: ["text/x-markdown"]),
        row([.javascript], "text/javascript", "js mjs", aliases: ["application/javascript"]),
        row([.css], "text/css", "css"),
        row([.rtf], "application/rtf", "rtf", aliases: ["text/rtf"], signatures: [[Piece("{\\rtf")]]),
        row([.pdf], MediaType.pdf, "pdf", signatures: [[Piece("%PDF-")]]),
    ]

    private static let recordings = [
        row([.aac], "audio/aac", "aac", signatures: [[Piece("\u{FF}\u{F1}")], [Piece("\u{FF}\u{F9}")]]),
        row(
            [.aiff], "audio/aiff", "aiff aif aifc", aliases: ["audio/x-aiff"],
            signatures: [[Piece("FORM"), Piece("AIFF", at: 8)], [Piece("FORM"), Piece("AIFC", at: 8)]]),
        row([.flac], "audio/flac", "flac", aliases: ["audio/x-flac"], signatures: [[Piece("fLaC")]]),
        row(
            [.mp3], "audio/mpeg", "mp3", aliases: ["audio/mp3"],
            signatures: [[Piece("ID3")], [Piece("\u{FF}\u{FB}")], [Piece("\u{FF}\u{F3}")], [Piece("\u{FF}\u{F2}")]]),
        row(
            [.mp4], "audio/mp4", "mp4 m4a m4b m4p m4r alac", aliases: ["audio/x-m4a", "audio/x-m4b"],
            signatures: ["M4A ", "M4B ", "M4P "].map { [Piece("ftyp" + $0, at: 4)] }),
        row([.opus], "audio/opus", "opus", signatures: [[Piece("OggS"), Piece("OpusHead", at: 28)]]),
        row([.ogg], "audio/ogg", "ogg oga mogg", signatures: [[Piece("OggS")]]),
        row(
            [.wav], "audio/wav", "wav wave", aliases: ["audio/x-wav", "audio/wave", "audio/vnd.wave"],
            signatures: [[Piece("RIFF"), Piece("WAVE", at: 8)]]),
        row([.webm], "audio/webm", "webm"),
    ]

    private static let images = [
        row(
            [.avif], "image/avif", "avif avifs",
            signatures: [[Piece("ftypavif", at: 4)], [Piece("ftypavis", at: 4)]]),
        row(
            [.bmp], "image/bmp", "bmp dib", aliases: ["image/x-bmp"],
            // Two letters alone could be the beginning of any text.
            signatures: [[Piece("BM"), Piece("\u{00}\u{00}\u{00}\u{00}", at: 6)]]),
        row([.gif], "image/gif", "gif", signatures: [[Piece("GIF87a")], [Piece("GIF89a")]]),
        row(
            [.heif], "image/heic", "heic heif hif", aliases: ["image/heif"],
            signatures: ["heic", "heix", "heim", "heis", "mif1"].map { [Piece("ftyp" + $0, at: 4)] }),
        row([.jpeg], "image/jpeg", "jpg jpeg jpe jif jfif jfi", signatures: [[Piece("\u{FF}\u{D8}\u{FF}")]]),
        row(
            [.jxl], "image/jxl", "jxl",
            signatures: [[Piece("\u{FF}\u{0A}")], [Piece("\u{00}\u{00}\u{00}\u{0C}JXL \u{0D}\u{0A}\u{87}\u{0A}")]]),
        row([.png], "image/png", "png", signatures: [[Piece("\u{89}PNG\u{0D}\u{0A}\u{1A}\u{0A}")]]),
        row(
            [.tiff], "image/tiff", "tiff tif", aliases: ["image/tiff-fx"],
            signatures: [[Piece("II*\u{00}")], [Piece("MM\u{00}*")]]),
        row([.webp], "image/webp", "webp", signatures: [[Piece("RIFF"), Piece("WEBP", at: 8)]]),
    ]

    // MARK: Lookup

    /// The format for a media type in the spelling of the table.
    static func format(_ mediaType: String) -> Format? { byMediaType[mediaType] }

    private static let byMediaType = Dictionary(
        rows.compactMap { row in row.format.mediaType.map { ($0, row.format) } },
        uniquingKeysWith: { first, _ in first })

    /// The format of a file that begins with these bytes.
    public static func format(beginning head: UnsafeRawBufferPointer) -> Format? {
        signed.first { row in
            row.signatures.contains { pieces in
                pieces.allSatisfy { head.dropFirst($0.place).starts(with: $0.bytes) }
            }
        }?.format
    }

    private static let signed = rows.filter { !$0.signatures.isEmpty }
}
