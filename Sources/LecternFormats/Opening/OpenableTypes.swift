// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension MediaType {
    /// The media types of files that can be opened as a publication.
    public static var ofPublications: [String] { Formats.containers.flatMap(\.openable) + manifests + singleFiles }

    private static let manifests = [webpubManifest, audiobookManifest, divinaManifest]

    /// The media types of PDFs, Kindle, FictionBook and HTML documents, texts, recordings and images.
    private static var singleFiles: [String] {
        let types = FormatTable.rows.compactMap(\.format.mediaType)
        return [
            pdf, FormatTable.mobi, FormatTable.fb2, FormatTable.dtbook, html, xhtml, FormatTable.plainText,
            FormatTable.markdown,
        ]
            + types.filter { $0.utf8.starts(with: "audio/".utf8) || isBitmap($0) }
    }
}
