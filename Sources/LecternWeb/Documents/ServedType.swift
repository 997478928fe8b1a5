// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How a resource is served.  The types sent are our own, because web views interpret the declared ones differently
/// (parameters, upper case, two types in one).
enum ServedType: Equatable {
    /// A document that is rewritten.
    case document(DocumentKind)
    case stylesheet
    /// A type that web views do not parse as a document.
    case unchanged(String)
    /// Any other type: bytes that web views do not render.
    case bytes

    /// Whether the bytes are rewritten.
    var isPrepared: Bool {
        switch self {
        case .document, .stylesheet: true
        case .unchanged, .bytes: false
        }
    }

    private static let unchanged: Set<String> = [
        "text/plain", "text/vtt", "application/json", "application/wasm", "application/font-woff",
        "application/font-sfnt", "application/x-font-ttf", "application/x-font-otf", "application/x-font-opentype",
        "application/x-font-truetype", "application/x-font-woff", "application/x-font", "application/vnd.ms-opentype",
        "application/vnd.ms-fontobject", "application/ogg", "application/mp4",
    ]
    private static let scripts: Set<String> = [
        "text/javascript", "application/javascript", "application/x-javascript", "application/ecmascript",
        "text/ecmascript",
    ]
    /// The families without document types.  Playlists are excluded, because they can refer to other files.
    private static let families: Set<String> = ["image", "font", "audio", "video"]

    init(_ text: String) {
        guard let type = MediaType(text), ServedType.isToken(type.type), ServedType.isToken(type.subtype) else {
            self = .bytes
            return
        }
        let essence = type.essence
        switch essence {
        case MediaType.html: self = .document(.html)
        case MediaType.xhtml: self = .document(.xhtml)
        case "image/svg+xml": self = .document(.svg)
        case "text/css": self = .stylesheet
        case _ where ServedType.scripts.contains(essence): self = .unchanged("text/javascript")
        case _ where type.subtype == "xml" || type.subtype == "xsl" || type.structuredSyntaxSuffix == "+xml":
            self = .document(.xml)
        case _ where type.structuredSyntaxSuffix == "+json": self = .unchanged("application/json")
        case _ where type.subtype.hasSuffix("mpegurl") || type.subtype.hasSuffix("scpls"): self = .bytes
        case _ where ServedType.families.contains(type.type) || ServedType.unchanged.contains(essence):
            self = .unchanged(essence)
        default: self = .bytes
        }
    }

    /// The type of a resource, from the manifest or its file name.
    init(of link: Link) { self.init(link.type ?? MediaType.guess(path: link.href) ?? "") }

    /// Whether a text is a token (RFC 9110, 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "!#$&^_.+-".utf8.contains($0) }
    }
}
