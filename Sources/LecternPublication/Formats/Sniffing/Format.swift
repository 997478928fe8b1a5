// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a file is: the specifications that it follows, from the most general one on, and how such a file is called.
package struct Format: Sendable, Equatable {
    package enum Specification: String, Sendable, CaseIterable {
        case json, xml, html, zip, rar, pdf
        case sevenZip = "7z"
        case epub, rwpm
        /// A Readium package: a manifest with the files that it lists.
        case rpf
        /// The Lightweight Packaging Format of the W3C.
        case lpf
        case opds1Catalog = "opds1-catalog", opds1Entry = "opds1-entry"
        case opds2Catalog = "opds2-catalog", opds2Publication = "opds2-publication"
        case opdsAuthentication = "opds-authentication"
        /// Images or recordings in an archive, without a document that lists them.
        case informalComic = "informal-comic", informalAudiobook = "informal-audiobook"
        case lcpLicense
        /// Books of other systems: Mobipocket and Kindle, FictionBook, DAISY.
        case mobi, fb2, daisy
        /// Protected by Readium LCP, or by Adobe ADEPT.
        case lcp, adept
        case javascript, css
        case aac, aiff, flac, mp3, mp4, ogg, opus, wav, webm
        case avif, bmp, gif, jpeg, jxl, png, tiff, webp
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
