// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A voice of the host's speech engine.
public struct Voice: Sendable, Equatable {
    /// From best to worst.
    public enum Quality: String, Sendable, CaseIterable { case higher, high, medium, low, lower }
    public enum Gender: String, Sendable, CaseIterable { case female, male, unspecified }

    public let id: String
    public let language: String
    public let name: String
    public let quality: Quality?
    public let gender: Gender

    /// {"id", "language", "name", "quality"?, "gender"?}
    public static func parse(_ reader: JSONReader) throws(Failure) -> Voice {
        Voice(
            id: try reader.member("id").nonEmptyString(), language: try reader.member("language").nonEmptyString(),
            name: try reader.optionalMember("name")?.string() ?? "",
            quality: try reader.optionalMember("quality")?.choice(Quality.self),
            gender: try reader.optionalMember("gender")?.choice(Gender.self) ?? .unspecified)
    }
}

/// A language that voices are filtered by: with a region, only that one; without, any region.
struct WantedLanguage {
    private let base: String
    /// nil without a region.
    private let exact: String?

    init(_ language: String) {
        let tag = LanguageTag(language)
        base = tag.base
        exact = tag.region.map { _ in WantedLanguage.exact(language) }
    }

    func isSpoken(by voice: Voice) -> Bool {
        guard let exact else { return base == LanguageTag(voice.language).base }
        return exact == WantedLanguage.exact(voice.language)
    }

    private static func exact(_ language: String) -> String {
        (LanguageTag.canonical(language) ?? "").asciiLowercased
    }
}

extension [Voice] {
    /// Returns indices sorted by language, region, quality, gender and name.
    ///
    /// - Parameter preferredRegions: regions to sort first, in this order, before the language's home region and the
    ///   rest.
    public func indicesInOrder(_ preferredRegions: [String]) -> [Int] {
        let preferred = Dictionary(
            preferredRegions.enumerated().map { ($1.asciiLowercased, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = map { VoiceOrder($0, preferred) }
        // The index makes the sort stable.
        return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }
}

/// The sort key of a voice.
private struct VoiceOrder: Comparable {
    let language: String
    /// Preferred regions, then the home region of the language, then all others, then none.
    let regionRank: Int
    let region: String
    /// Quality, then gender.
    let rank: Int
    let name: String

    /// - Parameter preferred: regions with their rank.
    init(_ voice: Voice, _ preferred: [String: Int]) {
        let tag = LanguageTag(voice.language)
        let known = SpokenLanguages.byBase[tag.base]
        language = (known?.name ?? tag.base).lowercased()
        let region = tag.region ?? ""
        self.region = SpokenLanguages.regions[region] ?? region
        if region.isEmpty {
            regionRank = .max
        } else {
            regionRank = preferred[region] ?? (region == known?.home ? .max - 2 : .max - 1)
        }
        let qualities = Voice.Quality.allCases
        let quality = voice.quality.flatMap(qualities.firstIndex) ?? qualities.count
        rank = quality * 10 + (Voice.Gender.allCases.firstIndex(of: voice.gender) ?? 0)
        name = voice.name.lowercased()
    }

    static func < (a: VoiceOrder, b: VoiceOrder) -> Bool {
        (a.language, a.regionRank, a.region, a.rank, a.name) < (b.language, b.regionRank, b.region, b.rank, b.name)
    }
}
