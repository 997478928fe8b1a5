// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A file format: the specifications that a file conforms to, from the most general one, and the names of the format.
public struct Format: Sendable, Equatable {
    /// The name of a specification as used in the API.  Formats may declare others in their own folders.
    public struct Specification: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral value: String) { rawValue = value }

        /// - Parameter scheme: the URI of a DRM system.
        init?(protectedBy scheme: String) {
            let known: [String: Self] = [
                Encryption.lcp: .lcp, Encryption.adept: .adept, Encryption.fairPlay: .fairPlay, Encryption.kobo: .kobo,
                Encryption.barnesAndNoble: .barnesAndNoble,
            ]
            guard let found = known[scheme] else { return nil }
            self = found
        }

        public static let json: Self = "json"
        public static let xml: Self = "xml"
        public static let html: Self = "html"
        public static let text: Self = "text"
        public static let markdown: Self = "markdown"
        public static let zip: Self = "zip"
        public static let rar: Self = "rar"
        public static let pdf: Self = "pdf"
        public static let sevenZip: Self = "7z"
        public static let epub: Self = "epub"
        public static let rwpm: Self = "rwpm"
        /// A Readium package: a manifest with the files that it lists.
        public static let rpf: Self = "rpf"
        /// The Lightweight Packaging Format of the W3C.
        public static let lpf: Self = "lpf"
        public static let opds1Catalog: Self = "opds1-catalog"
        public static let opds1Entry: Self = "opds1-entry"
        public static let opds2Catalog: Self = "opds2-catalog"
        public static let opds2Publication: Self = "opds2-publication"
        public static let opdsAuthentication: Self = "opds-authentication"
        /// Images or recordings in an archive without a manifest.
        public static let informalComic: Self = "informal-comic"
        public static let informalAudiobook: Self = "informal-audiobook"
        public static let lcpLicense: Self = "lcpLicense"
        /// Books in other formats: Mobipocket and Kindle, FictionBook, DAISY.
        public static let mobi: Self = "mobi"
        public static let topaz: Self = "topaz"
        public static let kfx: Self = "kfx"
        public static let fb2: Self = "fb2"
        public static let daisy: Self = "daisy"
        /// Protected by a DRM system.
        public static let lcp: Self = "lcp"
        public static let adept: Self = "adept"
        public static let fairPlay: Self = "fairplay"
        public static let kobo: Self = "kobo"
        public static let barnesAndNoble: Self = "barnes-and-noble"
        public static let tar: Self = "tar"
        public static let javascript: Self = "javascript"
        public static let css: Self = "css"
        public static let rtf: Self = "rtf"
        public static let aac: Self = "aac"
        public static let aiff: Self = "aiff"
        public static let flac: Self = "flac"
        public static let mp3: Self = "mp3"
        public static let mp4: Self = "mp4"
        public static let ogg: Self = "ogg"
        public static let opus: Self = "opus"
        public static let wav: Self = "wav"
        public static let webm: Self = "webm"
        public static let avif: Self = "avif"
        public static let bmp: Self = "bmp"
        public static let gif: Self = "gif"
        public static let heif: Self = "heif"
        public static let jpeg: Self = "jpeg"
        public static let jxl: Self = "jxl"
        public static let png: Self = "png"
        public static let tiff: Self = "tiff"
        public static let webp: Self = "webp"
    }

    public var specifications: [Specification]
    /// The media type as its specification spells it; nil for a directory, which has no media type.
    public var mediaType: String?
    /// The file extension without a dot.
    public var fileExtension: String?

    public init(_ specifications: [Specification], mediaType: String? = nil, fileExtension: String? = nil) {
        self.specifications = specifications
        self.mediaType = mediaType
        self.fileExtension = fileExtension
    }

    public func conforms(to specification: Specification) -> Bool { specifications.contains(specification) }

    /// The name of an archive that libarchive reads.
    var nameOfOtherArchive: String? {
        let names: [(Specification, String)] = [(.rar, "RAR"), (.sevenZip, "7z"), (.tar, "tar")]
        return names.first { conforms(to: $0.0) }?.1
    }

    /// Whether it conforms to all specifications of `other`.
    public func refines(_ other: Format) -> Bool { other.specifications.allSatisfy(conforms) }

    /// The name of the format, if it is known but not supported.
    var unsupportedName: String? { Format.unsupported.first { conforms(to: $0.specification) }?.name }

    private static let unsupported: [(specification: Specification, name: String)] = [
        (.topaz, "Topaz books"), (.kfx, "KFX books"), (.rtf, "RTF documents"),
        (.opds1Catalog, "OPDS catalogs"), (.opds1Entry, "OPDS catalogs"), (.opds2Catalog, "OPDS catalogs"),
        (.opdsAuthentication, "Authentication documents of OPDS catalogs"),
        (.lcpLicense, "LCP licences without their publication"),
    ]

    func adding(_ specification: Specification) -> Format {
        if conforms(to: specification) { return self }
        return Format(specifications + [specification], mediaType: mediaType, fileExtension: fileExtension)
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("specifications")
        json.beginArray()
        for specification in specifications { json.string(specification.rawValue) }
        json.endArray()
        json.member("mediaType", ifPresent: mediaType)
        json.member("fileExtension", ifPresent: fileExtension)
        json.endObject()
    }
}
