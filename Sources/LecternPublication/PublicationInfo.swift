// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Publication {
    /// What follows from the manifest (Publication Helpers and Services, appendix B; schema `publication-info`).
    package func writeInfo(to json: inout JSONWriter) {
        let manifest = manifest
        json.beginObject()
        json.member("format", mediaType)
        json.key("conformsTo")
        json.beginArray()
        for profile in manifest.profiles { json.string(profile) }
        json.endArray()
        json.key("baseURL")
        if let base = manifest.baseURL { json.string(base) } else { json.null() }
        json.member("effectiveReadingProgression", manifest.metadata.effectiveReadingProgression.rawValue)
        json.key("presentation")
        Presentation(manifest.metadata).writeFull(to: &json)
        json.member("allAreAudio", manifest.readingOrder.allAre(.audio))
        json.member("allAreBitmap", manifest.readingOrder.allAre(.bitmap))
        json.member("allAreHTML", manifest.readingOrder.allAre(.html))
        json.member("allAreVideo", manifest.readingOrder.allAre(.video))
        json.key("protection")
        writeProtection(to: &json)
        json.endObject()
    }

    private func writeProtection(to json: inout JSONWriter) {
        guard let protection else { return json.null() }
        json.beginObject()
        json.member("scheme", protection.scheme)
        json.member("name", protection.name)
        json.endObject()
    }

    /// The link with this href, or what is wrong.
    package func link(withHREF href: String) throws(Failure) -> Link {
        guard let link = manifest.link(withHREF: href) else {
            throw Failure(.notFound, "No link of the publication has the href \"\(href)\".", path: [name])
        }
        return link
    }
}

/// How a publication is protected, as far as it says so.
struct ContentProtection: Sendable {
    let scheme: String
    let name: String

    /// The schemes that are known by name.
    static let all = [
        ContentProtection(scheme: Encryption.lcp, name: "Readium LCP"),
        ContentProtection(scheme: Encryption.adept, name: "Adobe ADEPT"),
    ]

    /// nil when nothing is encrypted but fonts.
    init?(_ encryptions: [String: Encryption]) {
        let real = encryptions.values.filter { !Obfuscation.algorithms.contains($0.algorithm) }
        guard !real.isEmpty else { return nil }
        // Several at once would be a mistake: the first of the table counts, so that the answer is always the same.
        let schemes = Set(real.compactMap(\.scheme))
        if let known = ContentProtection.all.first(where: { schemes.contains($0.scheme) }) {
            self = known
        } else {
            let scheme = schemes.min() ?? real.map(\.algorithm).min() ?? ""
            self.init(scheme: scheme, name: "unknown")
        }
    }

    private init(scheme: String, name: String) {
        self.scheme = scheme
        self.name = name
    }
}
