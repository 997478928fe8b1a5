// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the host and the name of a file say about its format.  They only help where the content is silent.
struct FormatHints {
    /// Formats that names and media types stand for.
    enum Format {
        case epub, readium, lpf, comic, recordings
    }

    /// Whether this is said to be an archive in which a file called manifest.json means nothing.
    var suggestOtherArchive: Bool { [.lpf, .comic, .recordings].contains(where: suggest) }

    /// Of the name, in lower case.
    let pathExtension: String
    private let mediaType: String?

    init(name: String, _ options: OpenOptions) {
        pathExtension = LooseFile.pathExtension(of: name)
        mediaType = options.mediaType
    }

    func suggest(_ format: Format) -> Bool {
        FormatHints.byExtension[pathExtension] == format || mediaType.map { FormatHints.byMediaType[$0] == format } ?? false
    }

    /// The type of the single recording that this may be.
    var recordingType: String? {
        if let mediaType, mediaType.utf8.starts(with: "audio/".utf8) { return mediaType }
        return pathExtension == "mp4" ? "audio/mp4" : LooseFile.recordings[pathExtension]
    }

    /// Whether the name says that the file is an archive.
    var suggestArchive: Bool { pathExtension == "zip" || FormatHints.byExtension[pathExtension] != nil }

    private static let byExtension: [String: Format] = [
        "epub": .epub, "webpub": .readium, "audiobook": .readium, "divina": .readium, "lcpa": .readium,
        "lcpau": .readium, "lcpdf": .readium, "lcpdi": .readium, "lpf": .lpf, "cbz": .comic, "zab": .recordings,
    ]

    private static let byMediaType: [String: Format] = [
        "application/epub+zip": .epub, "application/webpub+zip": .readium, "application/audiobook+zip": .readium,
        "application/divina+zip": .readium, "application/audiobook+lcp": .readium, "application/pdf+lcp": .readium,
        "application/lpf+zip": .lpf, "application/vnd.comicbook+zip": .comic, "application/x-cbz": .comic,
        "application/x.readium.zab+zip": .recordings,
    ]

    /// "book" of "book.epub": what a file is called, without what it is.
    static func stem(of name: String) -> String {
        let pathExtension = LooseFile.pathExtension(of: name)
        let stem = pathExtension.isEmpty ? name : String(name.dropLast(pathExtension.count + 1))
        return stem.trimmed.isEmpty ? "Untitled" : stem.trimmed
    }
}
