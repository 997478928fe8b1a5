// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Tells formats apart that are made of several files.
struct ContainerSniffer {
    let container: any Container
    /// What the container is; nil for a directory.
    let archive: Format?
    private var budget: ReadBudget

    init(container: any Container, archive: Format?, limits: Limits) {
        self.container = container
        self.archive = archive
        budget = ReadBudget(limits)
    }

    /// Files that say what they are come before guesses by name.
    mutating func sniff(findsProtection: Bool) throws(Failure) -> Format? {
        if try mimetype() == MediaType.epub { return try epub(findsProtection) }
        if let manifest = try manifest() { return readiumPackage(manifest) }
        if container.entry(at: OpenContainerFormat.containerPath) != nil { return try epub(findsProtection) }
        if container.entry(at: LPFFormat.manifestPath) != nil { return made([.lpf], MediaType.lpf) }
        let names = try LooseFiles(container)
        if names.areRecordings { return made([.informalAudiobook], MediaType.zab) }
        if names.areImages {
            return made([.informalComic], archive?.conforms(to: .rar) == true ? MediaType.cbr : MediaType.cbz)
        }
        return nil
    }

    /// Only an archive is a file that could have a type and an extension.
    private func made(_ specifications: [Format.Specification], _ mediaType: String) -> Format {
        let known = archive == nil ? nil : FormatTable.format(mediaType)
        let start = archive ?? Format([])
        let all = specifications.reduce(start) { $0.adding($1) }
        return Format(all.specifications, mediaType: known?.mediaType, fileExtension: known?.fileExtension)
    }

    /// A small file; nil when there is none and when it is damaged.
    private mutating func read(_ path: String, most size: UInt64) throws(Failure) -> ByteBuffer? {
        guard let entry = container.entry(at: path), entry.length <= size else { return nil }
        do throws(Failure) {
            return try container.read(entry, budget: &budget)
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    // MARK: EPUB

    private mutating func mimetype() throws(Failure) -> String? { try read("mimetype", most: 1024)?.text.trimmed }

    private mutating func epub(_ findsProtection: Bool) throws(Failure) -> Format {
        let format = made([.epub], MediaType.epub)
        guard findsProtection, let protection = try protection() else { return format }
        return format.adding(protection)
    }

    /// Who has encrypted the book.
    private mutating func protection() throws(Failure) -> Format.Specification? {
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

    private mutating func document(_ path: String) throws(Failure) -> MarkupTree? {
        try read(path, most: TextSniffer.maxSize)?.withBytes { bytes in
            try? XMLDocument.parse(bytes, keepsSpace: false)
        }
    }

    // MARK: Readium packages

    private mutating func manifest() throws(Failure) -> ManifestOutline? {
        let depth = budget.limits.maxJSONDepth
        return try read("manifest.json", most: TextSniffer.maxSize)?.withBytes { bytes in
            let json = try? JSONParser.parse(bytes, source: "", maxDepth: depth, isForgiving: true)
            return json?.object.flatMap(ManifestOutline.init)
        }
    }

    private func readiumPackage(_ manifest: ManifestOutline) -> Format {
        let isProtected = container.entry(at: "license.lcpl") != nil || manifest.isProtectedByLCP
        let format = made([.rpf], manifest.packageType(isProtected: isProtected))
        return isProtected ? format.adding(.lcp) : format
    }
}
