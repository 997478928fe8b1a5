// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

extension Publication {
    /// Properties that are derived from the manifest (Publication Helpers and Services, appendix B; schema
    /// `publication-info`).
    public func writeInfo(to json: inout JSONWriter) {
        let manifest = manifest
        json.beginObject()
        json.member("format", parsed.mediaType)
        json.key("conformsTo")
        json.strings(manifest.profiles)
        json.key("baseURL")
        if let base = manifest.baseURL { json.string(base.string) } else { json.null() }
        json.member("effectiveReadingProgression", manifest.metadata.effectiveReadingProgression.rawValue)
        json.key("presentation")
        Presentation(manifest.metadata).writeFull(layout: manifest.layout, to: &json)
        json.key("readingOrderLayout")
        if let layout = manifest.readingOrderLayout { json.string(layout.rawValue) } else { json.null() }
        json.key("languages")
        json.strings(languages)
        json.member("allAreAudio", manifest.readingOrder.allAre(.audio))
        json.member("allAreBitmap", manifest.readingOrder.allAre(.bitmap))
        json.member("allAreHTML", manifest.readingOrder.allAre(.html))
        json.member("allAreVideo", manifest.readingOrder.allAre(.video))
        write(Encodings(of: manifest.readingOrder), to: &json)
        json.key("protection")
        writeProtection(to: &json)
        json.endObject()
    }

    /// The languages of the publication, and then those of single resources and of their alternates.
    private var languages: [String] {
        var all = manifest.metadata.languages
        var known = Set(all)
        for link in manifest.readingOrder + manifest.resources {
            for own in [link] + link.alternates { all += own.more.languages.filter { known.insert($0).inserted } }
        }
        return all
    }

    private func write(_ encodings: Encodings, to json: inout JSONWriter) {
        json.key("formats")
        json.strings(encodings.formats)
        json.key("bitrates")
        json.array(encodings.bitrates) { $1.value(.double($0)) }
        json.key("resolutions")
        json.array(encodings.resolutions) { size, json in
            json.beginObject()
            json.member("width", size.width)
            json.member("height", size.height)
            json.endObject()
        }
    }

    private func writeProtection(to json: inout JSONWriter) {
        guard let protection = parsed.protection else { return json.null() }
        json.beginObject()
        json.member("scheme", protection.scheme ?? protection.algorithm)
        json.member("name", protection.system)
        json.endObject()
    }

    /// The link with this href.  Throws if there is none.
    public func link(withHREF href: String) throws(Failure) -> Link {
        guard let link = manifest.link(withHREF: href) else {
            throw Failure(.notFound, "No link of the publication has the href \"\(href)\".", path: [name])
        }
        return link
    }
}

extension ParsedPublication {
    /// The protection; nil if there is no licence, and only fonts are obfuscated.
    var protection: Encryption? {
        let licensed = licensing.map { [Encryption(algorithm: $0, scheme: $0)] } ?? []
        return (encryptions.values.filter { !Obfuscation.algorithms.contains($0.algorithm) } + licensed)
            // A publication should have only one system.  If there are several, the result is deterministic.
            .min { ($0.scheme ?? "~", $0.algorithm) < ($1.scheme ?? "~", $1.algorithm) }
    }
}
