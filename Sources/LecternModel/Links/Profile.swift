// SPDX-License-Identifier: BSD-3-Clause

/// The profiles of RWPM that restrict what a publication consists of.
public enum Profile: String, Sendable, CaseIterable {
    case audiobook = "https://readium.org/webpub-manifest/profiles/audiobook"
    case divina = "https://readium.org/webpub-manifest/profiles/divina"
    case epub = "https://readium.org/webpub-manifest/profiles/epub"
    case pdf = "https://readium.org/webpub-manifest/profiles/pdf"
}

extension Manifest {
    /// Whether the publication follows a profile.  The reading order decides, not the declaration; only an EPUB has to
    /// declare its profile, and consists of HTML.  Without a reading order there is no profile.
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

    /// The profiles that it follows, and what it declares besides, in the order of the declaration.
    public var profiles: [String] {
        let declared = metadata.conformsTo.filter { Profile(rawValue: $0) == nil }
        return Profile.allCases.map(\.rawValue).filter(conformsTo) + (readingOrder.isEmpty ? [] : declared)
    }
}
