// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A publication as a value, with the files that it is made of.
struct OpenedFormat {
    let container: any Container
    var publication: ParsedPublication
}

/// Who reads what: content decides, and what the host or a file name says only helps where content is silent.
///
/// The first format that recognises a candidate opens it.
enum Formats {
    /// A format of a single file, recognised by how the file begins.
    private struct OfFile {
        let recognizes: @Sendable (UnsafeRawBufferPointer, FormatHints) -> Bool
        let open: @Sendable (any ByteSource, Candidate, Opening) throws(Failure) -> OpenedFormat
    }

    /// A format of many files, in an archive or a directory.
    private struct OfContainer {
        let specification: Format.Specification
        let recognizes: @Sendable (ContainerCandidate) throws(Failure) -> Bool
        /// nil for what is only known by name.
        var parse: (@Sendable (ContainerCandidate) throws(Failure) -> ParsedPublication)?
    }

    private static let files: [OfFile] = [
        OfFile(recognizes: { head, _ in LoneManifest.recognizes(head) }, open: LoneManifest.open),
        OfFile(recognizes: SingleFile.recognizes, open: SingleFile.open),
        OfFile(recognizes: PDFFormat.recognizes, open: PDFFormat.open),
    ]

    /// In the order in which they are tried, for sniffing as for opening.  Those that are recognised by one file come
    /// before those that are recognised by all.
    private static let containers: [OfContainer] = [
        epub,
        OfContainer(
            specification: .rpf,
            recognizes: { candidate throws(Failure) in try candidate.manifest() != nil }, parse: readiumPackage),
        OfContainer(
            specification: .lpf,
            recognizes: { $0.has("publication.json") },
            parse: { candidate throws(Failure) in
                try LPFFormat.parse(candidate.container, limits: candidate.limits)
            }),
        OfContainer(
            specification: .informalAudiobook,
            recognizes: { candidate throws(Failure) in try candidate.loose().areRecordings },
            parse: { candidate throws(Failure) in
                try AudioFormat.parse(candidate.container, candidate.loose(), limits: candidate.limits)
            }),
        OfContainer(
            specification: .informalComic,
            recognizes: { candidate throws(Failure) in try candidate.loose().areImages },
            parse: { candidate throws(Failure) in
                try ImageFormat.parse(candidate.container, candidate.loose(), limits: candidate.limits)
            }),
        OfContainer(specification: .fb2, recognizes: { candidate throws(Failure) in try candidate.isFictionBook() }),
        OfContainer(specification: .daisy, recognizes: { candidate throws(Failure) in try candidate.isDAISY() }),
    ]

    private static let epub = OfContainer(
        specification: .epub,
        recognizes: { candidate throws(Failure) in
            if candidate.has("META-INF/container.xml") { return true }
            return try candidate.read("mimetype", most: 1024)?.text.trimmed == MediaType.epub
        },
        parse: { candidate throws(Failure) in try EPUBFormat.parse(candidate.container, limits: candidate.limits) })

    private static func readiumPackage(_ candidate: ContainerCandidate) throws(Failure) -> ParsedPublication {
        var publication = try ReadiumFormat.parse(candidate.container, limits: candidate.limits)
        if let type = try candidate.packageType() { publication.mediaType = type }
        return publication
    }

    /// What an archive or a directory is: by its content, or else by what is said about it.
    static func recognized(_ candidate: ContainerCandidate) throws(Failure) -> Format.Specification? {
        try format(of: candidate)?.specification
    }

    private static func format(of candidate: ContainerCandidate) throws(Failure) -> OfContainer? {
        for format in containers where try format.recognizes(candidate) { return format }
        return containers.first { candidate.hints.suggest($0.specification) }
    }

    static func open(_ candidate: Candidate, _ opening: Opening) throws(Failure) -> OpenedFormat {
        let hints = FormatHints(name: candidate.name, opening.options)
        var beginning: ByteBuffer?
        if case .file(let source, _) = candidate.content {
            let head = try ZipInput.beginning(of: source)
            let isArchive = head.withBytes { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) }
            if !isArchive, let format = files.first(where: { file in head.withBytes { file.recognizes($0, hints) } }) {
                return try format.open(source, candidate, opening)
            }
            if !isArchive { try refuse(head.withBytes(FormatTable.format(beginning:))) }
            beginning = head
        }
        let container = try container(of: candidate, opening.limits, beginning: beginning)
        let publication = try parse(ContainerCandidate(container, hints, opening.limits))
        return OpenedFormat(container: container, publication: publication)
    }

    private static func parse(_ candidate: ContainerCandidate) throws(Failure) -> ParsedPublication {
        if let format = try format(of: candidate) {
            if let parse = format.parse { return try parse(candidate) }
            try refuse(Format([format.specification]))
        }
        // Also what is nothing else is told what it lacks to be one.
        return candidate.has("manifest.json")
            ? try readiumPackage(candidate) : try EPUBFormat.parse(candidate.container, limits: candidate.limits)
    }

    /// Says of what is known and not read what it is.
    private static func refuse(_ format: Format?) throws(Failure) {
        if let name = format?.unsupportedName { throw Failure(.unsupported, "\(name) are not supported.") }
    }

    /// A directory as it is, a file as a ZIP archive.  Failures do not begin with the name of the candidate.
    ///
    /// - Parameter beginning: of the file, where it has been read already (see `ZipInput`).
    static func container(
        of candidate: Candidate, _ limits: Limits, beginning: ByteBuffer? = nil
    ) throws(Failure) -> any Container {
        switch candidate.content {
        case .directory(let path): return try DirectoryContainer(path: path, name: candidate.name, limits: limits)
        case .file(let source, _):
            do throws(Failure) {
                return try ZipContainer(source, beginning: beginning, name: candidate.name, limits: limits)
            } catch {
                guard error.status == .format else { throw error }
                try refuse(FormatSniffer.content(of: source, limits))
                throw FileSignature.explained(error, try FileSignature.head(of: source), size: try source.size())
            }
        }
    }
}

/// The files of a publication whose format is being found out.
final class ContainerCandidate {
    let container: any Container
    let hints: FormatHints
    let limits: Limits
    private var listed: LooseFiles?
    private var outlined: ManifestOutline??
    private var budget: ReadBudget

    init(_ container: any Container, _ hints: FormatHints, _ limits: Limits) {
        self.container = container
        self.hints = hints
        self.limits = limits
        budget = ReadBudget(limits)
    }

    func has(_ path: StaticString) -> Bool {
        path.withUTF8Buffer { container.index(of: UnsafeRawBufferPointer($0)) } != nil
    }

    /// A small file; nil when there is none and when it is damaged.
    func read(_ path: String, most size: UInt64) throws(Failure) -> ByteBuffer? {
        guard let entry = container.entry(at: path), entry.length <= size else { return nil }
        do throws(Failure) {
            return try container.read(entry, budget: &budget)
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    /// All files by their names: listed once, and only when no single file tells the format.
    func loose() throws(Failure) -> LooseFiles {
        if let listed { return listed }
        let files = try LooseFiles(container)
        listed = files
        return files
    }

    // MARK: Readium packages

    /// Of manifest.json, if that is a manifest; read once.
    func manifest() throws(Failure) -> ManifestOutline? {
        if let outlined { return outlined }
        var outline: ManifestOutline?
        if has("manifest.json"), let text = try read(ReadiumFormat.manifestPath, most: ReadiumFormat.maxManifest) {
            let json = text.withBytes { bytes in
                try? JSONParser.parse(
                    bytes, source: "", maxDepth: limits.maxJSONDepth, maxValues: ReadiumFormat.maxValues, isForgiving: true)
            }
            outline = json?.object.flatMap(ManifestOutline.init)
        }
        outlined = .some(outline)
        return outline
    }

    func isProtectedPackage() throws(Failure) -> Bool {
        if container.entry(at: ReadiumProtection.licensePath) != nil { return true }
        return try manifest()?.isProtectedByLCP ?? false
    }

    func packageType() throws(Failure) -> String? {
        guard let manifest = try manifest() else { return nil }
        return manifest.packageType(isProtected: try isProtectedPackage())
    }

    // MARK: Books of other systems

    /// A single document in an archive of its own.
    func isFictionBook() throws(Failure) -> Bool {
        let files = try loose().files
        return files.count == 1 && files.allSatisfy { LooseFile.pathExtension(of: $0.path) == "fb2" }
    }

    /// DAISY 2.02 has a navigation control center, DAISY 3 a package document that names its standard.
    func isDAISY() throws(Failure) -> Bool {
        for file in try loose().files {
            if LooseFile.isNamed("ncc.html", file.path) { return true }
            guard LooseFile.pathExtension(of: file.path) == "opf", let text = try read(file.path, most: 1 << 20) else { continue }
            return text.text.utf8.split(separator: UInt8(ascii: "Z")).dropFirst().contains { $0.starts(with: "39.86".utf8) }
        }
        return false
    }
}
