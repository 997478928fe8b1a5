// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a file is: the specifications that it follows, from the most general one on, and how such a file is called.
package struct Format: Sendable, Equatable {
    /// The name of a specification, as the API writes it.  A format may declare its own in its folder.
    package struct Specification: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        package init(stringLiteral value: String) { rawValue = value }

        package static let json: Self = "json"
        package static let xml: Self = "xml"
        package static let html: Self = "html"
        package static let zip: Self = "zip"
        package static let rar: Self = "rar"
        package static let pdf: Self = "pdf"
        package static let sevenZip: Self = "7z"
        package static let epub: Self = "epub"
        package static let rwpm: Self = "rwpm"
        /// A Readium package: a manifest with the files that it lists.
        package static let rpf: Self = "rpf"
        /// The Lightweight Packaging Format of the W3C.
        package static let lpf: Self = "lpf"
        package static let opds1Catalog: Self = "opds1-catalog"
        package static let opds1Entry: Self = "opds1-entry"
        package static let opds2Catalog: Self = "opds2-catalog"
        package static let opds2Publication: Self = "opds2-publication"
        package static let opdsAuthentication: Self = "opds-authentication"
        /// Images or recordings in an archive, without a document that lists them.
        package static let informalComic: Self = "informal-comic"
        package static let informalAudiobook: Self = "informal-audiobook"
        package static let lcpLicense: Self = "lcpLicense"
        /// Books of other systems: Mobipocket and Kindle, FictionBook, DAISY.
        package static let mobi: Self = "mobi"
        package static let fb2: Self = "fb2"
        package static let daisy: Self = "daisy"
        /// Protected by Readium LCP, or by Adobe ADEPT.
        package static let lcp: Self = "lcp"
        package static let adept: Self = "adept"
        package static let javascript: Self = "javascript"
        package static let css: Self = "css"
        package static let aac: Self = "aac"
        package static let aiff: Self = "aiff"
        package static let flac: Self = "flac"
        package static let mp3: Self = "mp3"
        package static let mp4: Self = "mp4"
        package static let ogg: Self = "ogg"
        package static let opus: Self = "opus"
        package static let wav: Self = "wav"
        package static let webm: Self = "webm"
        package static let avif: Self = "avif"
        package static let bmp: Self = "bmp"
        package static let gif: Self = "gif"
        package static let jpeg: Self = "jpeg"
        package static let jxl: Self = "jxl"
        package static let png: Self = "png"
        package static let tiff: Self = "tiff"
        package static let webp: Self = "webp"
    }

    package var specifications: [Specification]
    /// As its specification spells it.  nil for a directory: it is no file that could have a type.
    package var mediaType: String?
    /// Without a dot.
    package var fileExtension: String?

    package init(_ specifications: [Specification], mediaType: String? = nil, fileExtension: String? = nil) {
        self.specifications = specifications
        self.mediaType = mediaType
        self.fileExtension = fileExtension
    }

    package func conforms(to specification: Specification) -> Bool { specifications.contains(specification) }

    /// Whether it follows all that `other` follows.
    package func refines(_ other: Format) -> Bool { other.specifications.allSatisfy(conforms) }

    /// What this is called, if it is known and not read.
    var unsupportedName: String? { Format.unsupported.first { conforms(to: $0.specification) }?.name }

    private static let unsupported: [(specification: Specification, name: String)] = [
        (.mobi, "Mobipocket and Kindle books"), (.fb2, "FictionBook (FB2) books"), (.daisy, "DAISY books"),
        (.rar, "RAR archives"), (.sevenZip, "7z archives"),
    ]

    func adding(_ specification: Specification) -> Format {
        if conforms(to: specification) { return self }
        return Format(specifications + [specification], mediaType: mediaType, fileExtension: fileExtension)
    }

    package func write(to json: inout JSONWriter) {
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
