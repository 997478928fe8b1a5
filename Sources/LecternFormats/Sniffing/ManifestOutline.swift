// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The parts of a Readium manifest that distinguish its kinds.
struct ManifestOutline {
    private let links: [JSONObject]
    private let readingOrder: [JSONObject]
    private let resources: [JSONObject]

    /// Returns nil if this is not a manifest, which has metadata with a title, or a reading order.
    init?(_ object: JSONObject) {
        guard let metadata = object["metadata"]?.object else { return nil }
        links = (object["links"]?.array ?? []).compactMap(\.object)
        readingOrder = ((object["readingOrder"] ?? object["spine"])?.array ?? []).compactMap(\.object)
        resources = (object["resources"]?.array ?? []).compactMap(\.object)
        let title = metadata["title"]
        guard title?.string != nil || title?.object != nil || !readingOrder.isEmpty else { return nil }
    }

    private static func rels(of link: JSONObject) -> [String] {
        link["rel"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
    }

    /// The media type of a link, otherwise that of its file extension.
    private static func type(of link: JSONObject) -> MediaType? {
        link["type"]?.string.flatMap { MediaType($0) }
            ?? link["href"]?.string.flatMap { MediaType.guess(path: String(Href.path($0))) }.flatMap { MediaType($0) }
    }

    private var selfType: MediaType? {
        links.first { ManifestOutline.rels(of: $0).contains("self") }?["type"]?.string.flatMap { MediaType($0) }
    }

    private func consists(of isOne: (MediaType) -> Bool) -> Bool {
        !readingOrder.isEmpty
            && readingOrder.allSatisfy { ManifestOutline.type(of: $0).map(isOne) ?? false }
    }

    /// The type of an OPDS 2 feed or publication; nil for a manifest that can be opened.
    var opds2Type: String? {
        guard readingOrder.isEmpty else { return nil }
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

    /// The media type of a standalone manifest.
    var manifestType: String? {
        if isAudiobook { return MediaType.audiobookManifest }
        if isDivina { return MediaType.divinaManifest }
        if let type = selfType, type.isRWPM { return type.essence }
        return readingOrder.isEmpty ? nil : MediaType.webpubManifest
    }

    /// Whether a resource is declared as encrypted by LCP.
    var isProtectedByLCP: Bool {
        (readingOrder + resources).contains {
            $0["properties"]?.object?["encrypted"]?.object?["scheme"]?.string == Encryption.lcp
        }
    }

    /// The media type of a package with this manifest.
    func packageType(isProtected: Bool) -> String {
        if isAudiobook { return isProtected ? MediaType.lcpAudiobook : MediaType.audiobook }
        if isDivina { return MediaType.divina }
        return isPDF && isProtected ? MediaType.lcpPDF : MediaType.webpub
    }
}
