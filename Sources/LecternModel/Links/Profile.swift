// SPDX-License-Identifier: BSD-3-Clause

/// The profiles of RWPM that say more than a URI: what a publication of that kind is made of.
package enum Profile: String, Sendable, CaseIterable {
    case audiobook = "https://readium.org/webpub-manifest/profiles/audiobook"
    case divina = "https://readium.org/webpub-manifest/profiles/divina"
    case epub = "https://readium.org/webpub-manifest/profiles/epub"
    case pdf = "https://readium.org/webpub-manifest/profiles/pdf"
}

extension Manifest {
    /// Whether the publication follows a profile.  What is read decides, and not what is declared; only an EPUB has to
    /// say that it is one, and is made of HTML.  Without a reading order there is no profile.
    package func conformsTo(_ profile: String) -> Bool {
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
    package var profiles: [String] {
        let declared = metadata.conformsTo.filter { Profile(rawValue: $0) == nil }
        return Profile.allCases.map(\.rawValue).filter(conformsTo) + (readingOrder.isEmpty ? [] : declared)
    }
}
