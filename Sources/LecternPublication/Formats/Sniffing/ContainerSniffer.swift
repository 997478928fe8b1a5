// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Tells formats apart that are made of several files.
struct ContainerSniffer {
    private let candidate: ContainerCandidate
    /// What the container is; nil for a directory.
    private let archive: Format?

    init(_ candidate: ContainerCandidate, archive: Format?) {
        self.candidate = candidate
        self.archive = archive
    }

    private var container: any Container { candidate.container }

    /// By the content, or else by what is said about a file that is an archive.
    func sniff(findsProtection: Bool) throws(Failure) -> Format? {
        guard let specification = try Formats.recognized(candidate) else { return nil }
        switch specification {
        case .epub: return try epub(findsProtection)
        case .rpf: return try readiumPackage()
        case .lpf: return made([.lpf], MediaType.lpf)
        case .informalAudiobook: return made([.informalAudiobook], MediaType.zab)
        case .informalComic:
            return made([.informalComic], archive?.conforms(to: .rar) == true ? MediaType.cbr : MediaType.cbz)
        case .fb2: return made([.fb2], FormatTable.fb2Archive)
        default: return made([specification], "application/zip")
        }
    }

    /// Only an archive is a file that could have a type and an extension.
    private func made(_ specifications: [Format.Specification], _ mediaType: String) -> Format {
        let known = archive == nil ? nil : FormatTable.format(mediaType)
        let start = archive ?? Format([])
        let all = specifications.reduce(start) { $0.adding($1) }
        return Format(all.specifications, mediaType: known?.mediaType, fileExtension: known?.fileExtension)
    }

    // MARK: EPUB

    private func epub(_ findsProtection: Bool) throws(Failure) -> Format {
        let format = made([.epub], MediaType.epub)
        guard findsProtection, let protection = try protection() else { return format }
        return format.adding(protection)
    }

    /// Who has encrypted the book.
    private func protection() throws(Failure) -> Format.Specification? {
        if container.entry(at: "META-INF/license.lcpl") != nil { return .lcp }
        if let tree = try document(EncryptionDocument.path) {
            var log = WarningLog()
            let schemes = Set(EncryptionDocument.encryptions(in: tree, &log).values.compactMap(\.scheme))
            if schemes.contains(Encryption.lcp) { return .lcp }
            if schemes.contains(Encryption.adept) { return .adept }
        }
        guard let rights = try document("META-INF/rights.xml"), let root = rights.root else { return nil }
        return rights.namespace(of: root) == .adept ? .adept : nil
    }

    private func document(_ path: String) throws(Failure) -> MarkupTree? {
        try candidate.read(path, most: TextSniffer.maxSize)?.withBytes { bytes in
            try? XMLDocument.parse(bytes, keepsSpace: false)
        }
    }

    // MARK: Readium packages

    private func readiumPackage() throws(Failure) -> Format {
        let format = made([.rpf], try candidate.packageType() ?? MediaType.webpub)
        return try candidate.isProtectedPackage() ? format.adding(.lcp) : format
    }
}
