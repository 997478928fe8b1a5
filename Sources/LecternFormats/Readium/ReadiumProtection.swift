// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The protection of the resources in a package.  The manifest is never encrypted, but resources need a licence.
enum ReadiumProtection {
    static let licensePath = "license.lcpl"

    /// The encryption of resources, by href.
    static func encryptions(_ manifest: Manifest) -> [String: Encryption] {
        var found: [String: Encryption] = [:]
        for list in [manifest.readingOrder, manifest.resources] {
            for link in list {
                guard let json = link.properties["encrypted"] else { continue }
                let encryption = try? Encryption(JSONReader(json, source: "encrypted"))
                // Resources with an unknown encryption cannot be read.
                found[String(Href.path(link.href))] =
                    encryption ?? Encryption(algorithm: "an unnamed algorithm")
            }
        }
        return found
    }

    /// Lists the LCP licence, if there is one, and warns that it is needed.
    static func announce(in publication: inout ParsedPublication, _ container: any Container, _ log: inout WarningLog) {
        guard container.entry(at: licensePath) != nil else { return }
        publication.licensing = Encryption.lcp
        log.add(
            .moderate, "The publication is protected by LCP; its resources cannot be read without a licence.",
            [licensePath], isOfEncryption: true)
        if !publication.manifest.links.contains(where: { $0.rels.contains("license") }) {
            publication.manifest.links.append(Link(href: licensePath, type: MediaType.lcpLicense, rels: ["license"]))
        }
    }
}
