// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What tells the kinds of Readium manifests apart: their links, without reading all of them.
struct ManifestOutline {
    private let links: [JSONObject]
    private let readingOrder: [JSONObject]
    private let isReadium: Bool

    /// nil for JSON that is no manifest: one has metadata with a title.
    init?(_ object: JSONObject) {
        guard let title = object["metadata"]?.object?["title"], title.string != nil || title.object != nil
        else { return nil }
        links = (object["links"]?.array ?? []).compactMap(\.object)
        readingOrder = ((object["readingOrder"] ?? object["spine"])?.array ?? []).compactMap(\.object)
        let contexts = object["@context"].map { $0.array ?? [$0] } ?? []
        isReadium = contexts.contains { $0.string?.hasSuffix("://readium.org/webpub-manifest/context.jsonld") ?? false }
    }

    private static func rels(of link: JSONObject) -> [String] {
        link["rel"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
    }

    private var selfType: MediaType? {
        links.first { ManifestOutline.rels(of: $0).contains("self") }?["type"]?.string.flatMap { MediaType($0) }
    }

    private func consists(of isOne: (MediaType) -> Bool) -> Bool {
        !readingOrder.isEmpty
            && readingOrder.allSatisfy { $0["type"]?.string.flatMap { MediaType($0) }.map(isOne) ?? false }
    }

    /// The type of an OPDS 2 feed or publication.
    var opds2Type: String? {
        let selfType = selfType?.essence
        let publication = "application/opds-publication+json"
        if selfType == "application/opds+json" || selfType == publication { return selfType }
        let isOffered = links.contains { link in
            ManifestOutline.rels(of: link).contains { $0.hasPrefix("http://opds-spec.org/acquisition") }
        }
        return isOffered ? publication : nil
    }

    var isAudiobook: Bool { consists(of: \.isAudio) }

    var isDivina: Bool { consists(of: \.isBitmap) }

    var isPDF: Bool { consists { $0.essence == MediaType.pdf } }

    /// The type of a manifest that stands alone.
    var manifestType: String? {
        if isAudiobook { return MediaType.audiobookManifest }
        if isDivina { return MediaType.divinaManifest }
        if let type = selfType, type.isRWPM { return type.essence }
        return isReadium && !readingOrder.isEmpty ? MediaType.webpubManifest : nil
    }

    /// Whether a resource says that LCP has encrypted it.
    var isProtectedByLCP: Bool {
        readingOrder.contains {
            $0["properties"]?.object?["encrypted"]?.object?["scheme"]?.string == Encryption.lcp
        }
    }

    /// The type of a package with this manifest.
    func packageType(isProtected: Bool) -> String {
        if isAudiobook { return isProtected ? MediaType.lcpAudiobook : MediaType.audiobook }
        if isDivina { return MediaType.divina }
        return isPDF && isProtected ? MediaType.lcpPDF : MediaType.webpub
    }
}
