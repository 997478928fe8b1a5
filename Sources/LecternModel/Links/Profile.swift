// SPDX-License-Identifier: BSD-3-Clause

/// The profiles of RWPM that restrict the contents of a publication.
public enum Profile: String, Sendable, CaseIterable {
    case audiobook = "https://readium.org/webpub-manifest/profiles/audiobook"
    case divina = "https://readium.org/webpub-manifest/profiles/divina"
    case epub = "https://readium.org/webpub-manifest/profiles/epub"
    case pdf = "https://readium.org/webpub-manifest/profiles/pdf"
}

extension Manifest {
    /// Whether the publication conforms to a profile.  The reading order decides, not the declaration; only an EPUB
    /// must declare its profile, and consist of HTML. A publication without a reading order conforms to none.
    public func conformsTo(_ profile: String) -> Bool {
        guard !readingOrder.isEmpty else { return false }
        switch Profile(rawValue: profile) {
        case .audiobook: return readingOrder.allAre(.audio)
        case .divina: return readingOrder.allAre(.bitmap)
        case .pdf: return readingOrder.allMatch(LinkFilter(types: MediaType(MediaType.pdf).map { [$0] }))
        case .epub: return metadata.conformsTo.contains(profile) && readingOrder.allAre(.html)
        case nil: return metadata.conformsTo.contains(profile)
        }
    }

    /// The known profiles that the publication conforms to, then the others that it declares, in the declared order.
    public var profiles: [String] {
        let declared = metadata.conformsTo.filter { Profile(rawValue: $0) == nil }
        return Profile.allCases.map(\.rawValue).filter(conformsTo) + (readingOrder.isEmpty ? [] : declared)
    }
}
