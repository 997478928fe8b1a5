// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// What protects the resources of a package.  The manifest can be read by everybody, the resources only with a licence.
enum ReadiumProtection {
    static let licensePath = "license.lcpl"

    /// How resources are encrypted, by their href.
    static func encryptions(_ manifest: Manifest) -> [String: Encryption] {
        var found: [String: Encryption] = [:]
        for list in [manifest.readingOrder, manifest.resources] {
            for link in list {
                guard let json = link.properties["encrypted"] else { continue }
                let encryption = try? Encryption(JSONReader(json, source: "encrypted"))
                // Nobody knows how to read what is encrypted in a way that is not named.
                found[String(Href.path(link.href))] = encryption ?? Encryption(algorithm: "an algorithm that is not named")
            }
        }
        return found
    }

    /// Lists the licence of LCP, if there is one, and says what it means.
    static func announce(in publication: inout ParsedPublication, _ container: any Container, _ log: inout WarningLog) {
        guard container.entry(at: licensePath) != nil else { return }
        publication.licensing = Encryption.lcp
        log.add(.moderate, "The publication is protected by LCP: without its licence, resources cannot be read.", [licensePath])
        if !publication.manifest.links.contains(where: { $0.rels.contains("license") }) {
            publication.manifest.links.append(Link(href: licensePath, type: MediaType.lcpLicense, rels: ["license"]))
        }
    }
}
