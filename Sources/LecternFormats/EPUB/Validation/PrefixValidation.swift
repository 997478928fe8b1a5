// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates the declared prefixes (EPUB 3.3, D.2.2 and D.2.3).
enum PrefixValidation {
    static func review(_ metadata: PackageMetadata, _ log: inout WarningLog) {
        guard metadata.prefixes.count > 0 else { return }
        let path = { [metadata.package.path, "/package/@prefix"] }
        for (prefix, vocabulary) in metadata.prefixes.all {
            if prefix == "_" { log.add(.minor, "The prefix \"_\" is reserved.", path()) }
            if case .declared(let uri) = vocabulary, uri.hasPrefix("http://idpf.org/epub/vocab/package/") {
                log.add(
                    .minor, "The vocabulary of the prefix \"\(prefix.prefix(100))\" must not have a prefix.", path())
            }
            if let reserved = reserved[prefix], reserved != vocabulary {
                log.add(.minor, "The prefix \"\(prefix)\" is reserved for another vocabulary.", path())
            }
        }
    }

    private static let reserved: [String: Vocabulary] = [
        "a11y": .a11y, "dcterms": .dcterms, "marc": .marc, "media": .media, "onix": .onix, "rendition": .rendition,
        "schema": .schema, "xsd": .xsd,
    ]
}
