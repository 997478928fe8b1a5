// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension EPUBFormat {
    static let containerPath: StaticString = "META-INF/container.xml"

    static let container = ContainerFormat(
        specification: .epub,
        rows: [FormatTable.row([.zip, .epub], MediaType.epub, "epub")],
        recognizes: { candidate throws(Failure) in
            if candidate.has(containerPath) { return true }
            return try candidate.read("mimetype", most: 1024)?.text.trimmed == MediaType.epub
        },
        parse: { candidate throws(Failure) in try parse(candidate.container, limits: candidate.limits) },
        protection: protection)

    /// Whether there is a package document without the files that should lead to it.
    static func hasPackageDocument(_ candidate: ContainerCandidate) throws(Failure) -> Bool {
        try OpenContainerFormat.packageDocument(in: candidate.container) { (entry) throws(Failure) in
            try smallDocument(entry.path, candidate)
        } != nil
    }

    /// The DRM system of the publication.
    private static func protection(_ candidate: ContainerCandidate) throws(Failure) -> Format.Specification? {
        let scheme = try ContentProtection.scheme({ candidate.container.entry(at: $0) != nil }) {
            (path) throws(Failure) in
            try smallDocument(path, candidate)
        }
        if let scheme { return Format.Specification(protectedBy: scheme) }
        if let tree = try smallDocument(EncryptionDocument.path, candidate) {
            var log = WarningLog()
            let schemes = Set(EncryptionDocument.encryptions(in: tree, &log).values.compactMap(\.scheme))
            return [Encryption.lcp, Encryption.adept].first(where: schemes.contains).flatMap {
                Format.Specification(protectedBy: $0)
            }
        }
        return nil
    }

    private static func smallDocument(_ path: String, _ candidate: ContainerCandidate) throws(Failure) -> MarkupTree? {
        try candidate.read(path, most: TextSniffer.maxSize)?.withBytes { bytes in
            try? XMLDocument.parse(bytes, keepsSpace: false)
        }
    }
}
