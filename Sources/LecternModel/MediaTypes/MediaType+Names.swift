// SPDX-License-Identifier: BSD-3-Clause

/// Media types as strings, for comparisons that are made thousands of times per book; parameters are ignored.
extension MediaType {
    public static let xhtml = "application/xhtml+xml"
    public static let html = "text/html"
    public static let ncx = "application/x-dtbncx+xml"
    public static let smil = "application/smil+xml"
    public static let epub = "application/epub+zip"
    public static let positionList = "application/vnd.readium.position-list+json"
    public static let octetStream = "application/octet-stream"
    public static let pdf = "application/pdf"
    public static let cbz = "application/vnd.comicbook+zip"
    public static let cbr = "application/vnd.comicbook-rar"
    public static let lpf = "application/lpf+zip"
    public static let zab = "application/x.readium.zab+zip"
    public static let webpub = "application/webpub+zip"
    public static let webpubManifest = "application/webpub+json"
    public static let audiobook = "application/audiobook+zip"
    public static let audiobookManifest = "application/audiobook+json"
    public static let divina = "application/divina+zip"
    public static let divinaManifest = "application/divina+json"
    public static let lcpAudiobook = "application/audiobook+lcp"
    public static let lcpPDF = "application/pdf+lcp"
    public static let lcpLicense = "application/vnd.readium.lcp.license.v1.0+json"

    /// Returns type/subtype in lower case, or nil if the text is not a media type.
    public static func essence(_ text: String) -> String? {
        if isPlainEssence(text) { return text }
        let name = String(text.prefix { $0 != ";" }).trimmed.asciiLowercased
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) else {
            return nil
        }
        return name
    }

    /// Whether the text is already an essence, as in nearly all cases.
    private static func isPlainEssence(_ text: String) -> Bool {
        var slashes = 0
        var previous = UInt8(ascii: "/")
        for byte in text.utf8 {
            if byte == UInt8(ascii: "/") {
                if previous == byte { return false }
                slashes += 1
            } else {
                let isNameByte =
                    byte &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "+")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                guard isNameByte else { return false }
            }
            previous = byte
        }
        return slashes == 1 && previous != UInt8(ascii: "/")
    }

    public static func isHTML(_ type: String?) -> Bool { type == xhtml || type == html }

    /// Returns the media type for the file name extension, for items that declare none.
    public static func guess(path: String) -> String? {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return byExtension[String(path[path.utf8.index(after: dot)...]).asciiLowercased]
    }

    private static let byExtension: [String: String] = [
        "xhtml": xhtml, "xht": xhtml, "html": html, "htm": html, "xml": "application/xml", "ncx": ncx, "smil": smil,
        "opf": "application/oebps-package+xml", "css": "text/css", "js": "text/javascript", "mjs": "text/javascript",
        "json": "application/json", "txt": "text/plain", "pdf": "application/pdf",
        "svg": "image/svg+xml", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "jxl": "image/jxl", "heic": "image/heic", "heif": "image/heif",
        "hif": "image/heif", "bmp": "image/bmp", "tif": "image/tiff",
        "tiff": "image/tiff",
        "ttf": "font/ttf", "otf": "font/otf", "woff": "font/woff", "woff2": "font/woff2",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "mp4": "video/mp4", "m4v": "video/mp4", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/opus", "wav": "audio/wav", "webm": "video/webm", "ogv": "video/ogg",
        "vtt": "text/vtt", "pls": "application/pls+xml",
    ]
}
