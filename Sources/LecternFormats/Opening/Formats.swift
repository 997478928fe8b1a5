// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// A parsed publication, with the container of its files.
public struct OpenedFormat: Sendable {
    public let container: any Container
    public var publication: ParsedPublication
}

/// The list of formats.  The first format that recognises the content of a candidate opens it.  Hints of the host and
/// the file name are only used if the content is not conclusive.
public enum Formats {
    /// A format of a single file, recognised by its first bytes.
    private struct OfFile {
        let recognizes: @Sendable (UnsafeRawBufferPointer, FormatHints) -> Bool
        let open: @Sendable (any ByteSource, Candidate, OpenContext) throws(Failure) -> OpenedFormat
    }

    private static let files: [OfFile] = [
        // The name of the book comes before the signature, and may look like that of any format.
        OfFile(recognizes: { head, _ in KindleFormat.recognizes(head) }, open: KindleFormat.open),
        OfFile(recognizes: { head, _ in LoneManifest.recognizes(head) }, open: LoneManifest.open),
        OfFile(recognizes: SingleFile.recognizes, open: SingleFile.open),
        OfFile(recognizes: { head, _ in PDFFormat.hasHeader(head) }, open: PDFFormat.open),
        OfFile(recognizes: FictionBookFormat.recognizes, open: FictionBookFormat.open),
        OfFile(recognizes: { head, _ in DTBookFormat.recognizes(head) }, open: DTBookFormat.open),
        OfFile(recognizes: HTMLFormat.recognizes, open: HTMLFormat.open),
        OfFile(recognizes: TextFormat.recognizes, open: TextFormat.open),
    ]

    /// All container formats, in the order in which they are tried for sniffing and opening.  Formats that are
    /// recognised by a single file come before those that need the list of all files.
    static let containers = [
        EPUBFormat.container, ReadiumFormat.container, LPFFormat.container, AudioFormat.container,
        ImageFormat.container,
        FictionBookFormat.container, DAISYFormat.container,
    ]

    /// The format of an archive or a directory, with its files: by its content, otherwise by the hints.
    ///
    /// - Returns: the candidate, or the folder in it that has the files of the publication.
    static func format(
        of candidate: ContainerCandidate
    ) throws(Failure) -> (format: ContainerFormat?, candidate: ContainerCandidate) {
        let found = try recognized(candidate)
        // An EPUB may be recognised by its mimetype alone.
        if found == nil || found?.specification == .epub && !candidate.has(EPUBFormat.containerPath),
            let folder = try candidate.folder(), let inner = try recognized(folder)
        {
            return (inner, folder)
        }
        if let found { return (found, candidate) }
        if try EPUBFormat.hasPackageDocument(candidate) { return (EPUBFormat.container, candidate) }
        return (containers.first { candidate.hints.suggest($0.specification) }, candidate)
    }

    private static func recognized(_ candidate: ContainerCandidate) throws(Failure) -> ContainerFormat? {
        for format in containers where try format.recognizes(candidate) { return format }
        return nil
    }

    public static func open(_ candidate: Candidate, _ opening: OpenContext) throws(Failure) -> OpenedFormat {
        let hints = FormatHints(name: candidate.name, opening.options)
        guard case .file(let source, _) = candidate.content else {
            return try open(try container(of: candidate, opening), hints, opening)
        }
        let head = try ZipInput.beginning(of: source)
        let isArchive = head.withBytes { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) }
        let single = isArchive ? nil : files.first { file in head.withBytes { file.recognizes($0, hints) } }
        // An archive may begin with other data, such as an image.
        if let single, !hints.suggestArchive {
            do throws(Failure) {
                return try single.open(source, candidate, opening)
            } catch {
                // Such as JSON that is no manifest.
                if error.status == .format { try refuse(FormatSniffer.content(of: source, opening.limits)) }
                throw error
            }
        }
        if !isArchive, single == nil { try refuse(head.withBytes(FormatTable.format(beginning:))) }
        let archive: any Container
        do throws(Failure) {
            archive = try container(of: candidate, opening, beginning: head)
        } catch {
            guard let single, error.status == .format else { throw error }
            return try single.open(source, candidate, opening)
        }
        return try open(archive, hints, opening, in: isArchive ? nil : head.withBytes(FormatTable.format(beginning:)))
    }

    /// - Parameter archive: the format of the archive; nil for a directory.
    private static func open(
        _ container: any Container, _ hints: FormatHints, _ opening: OpenContext, in archive: Format? = nil
    ) throws(Failure) -> OpenedFormat {
        let (format, found) = try format(of: ContainerCandidate(container, hints, opening.limits, opening.kept))
        if let open = format?.open { return try open(found) }
        let kind = archive?.nameOfOtherArchive
        if format == nil, let kind {
            throw Failure(
                .unsupported, "The \(kind) archive has no images, no recordings and no book in a known format.")
        }
        var publication = try parse(found, as: format)
        if let archive, kind != nil {
            let row = format?.rows.first { $0.format.refines(archive) }
            publication.mediaType = (row?.format ?? archive).mediaType ?? publication.mediaType
        }
        return OpenedFormat(container: found.container, publication: publication)
    }

    private static func parse(
        _ candidate: ContainerCandidate, as format: ContainerFormat?
    ) throws(Failure) -> ParsedPublication {
        if let format {
            if let parse = format.parse { return try parse(candidate) }
            try refuse(Format([format.specification]))
        }
        // An unrecognised container gets the failure of the parser whose format it resembles most.
        return candidate.has("manifest.json")
            ? try ReadiumFormat.package(candidate) : try EPUBFormat.parse(candidate.container, limits: candidate.limits)
    }

    /// Fails if the format is recognised, but cannot be opened.
    private static func refuse(_ format: Format?) throws(Failure) {
        if let name = format?.unsupportedName { throw Failure(.unsupported, "\(name) are not supported.") }
    }

    /// Opens a directory, or a file as an archive.  The paths of failures do not include the name of the candidate.
    ///
    /// - Parameter beginning: the first bytes of the file, if they have been read already (see `ZipInput`).
    public static func container(
        of candidate: Candidate, _ opening: OpenContext, beginning: ByteBuffer? = nil
    ) throws(Failure) -> any Container {
        let limits = opening.limits
        switch candidate.content {
        case .directory(let path): return try DirectoryContainer(path: path, name: candidate.name, limits: limits)
        case .file(let source, _):
            let head = if let beginning { beginning } else { try FileSignature.head(of: source) }
            if let kind = head.withBytes(FormatTable.format(beginning:))?.nameOfOtherArchive {
                return try ArchiveContainer(
                    source, kind: kind, name: candidate.name, library: opening.context.libarchive, limits: limits)
            }
            do throws(Failure) {
                return try ZipContainer.open(source, beginning: beginning, name: candidate.name, limits: limits)
            } catch {
                guard error.status == .format else { throw error }
                try refuse(FormatSniffer.content(of: source, limits))
                throw FileSignature.explained(error, try FileSignature.head(of: source), size: try source.size())
            }
        }
    }
}

/// The files of a publication whose format is being determined.
final class ContainerCandidate {
    let container: any Container
    let hints: FormatHints
    let limits: Limits
    let kept: KeptRecordings?
    private var listed: InformalFiles?
    private var outlined: ManifestOutline??
    private var budget: ReadBudget

    init(_ container: any Container, _ hints: FormatHints, _ limits: Limits, _ kept: KeptRecordings? = nil) {
        self.container = container
        self.kept = kept
        self.hints = hints
        self.limits = limits
        budget = ReadBudget(limits)
    }

    func has(_ path: StaticString) -> Bool {
        path.withUTF8Buffer { container.index(of: UnsafeRawBufferPointer($0)) } != nil
    }

    /// Reads a small file; nil if it does not exist or is damaged.
    func read(_ path: String, most size: UInt64) throws(Failure) -> ByteBuffer? {
        guard let entry = container.entry(at: path), entry.length <= size else { return nil }
        do throws(Failure) {
            return try container.read(entry, budget: &budget)
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    /// All files by name.  They are listed once, and only if no single file determines the format.
    func informalFiles() throws(Failure) -> InformalFiles {
        if let listed { return listed }
        let files = try InformalFiles(container)
        listed = files
        return files
    }

    /// The files as seen from the folder that has those of the publication: the one with the only META-INF/container.xml,
    /// in any case, or the one that all files are in.  Returns nil if that changes nothing.
    func folder() throws(Failure) -> ContainerCandidate? {
        let paths = try informalFiles().files.map(\.path)
        let suffix = "/" + OpenContainerFormat.containerPath.asciiLowercased
        let containers = paths.filter {
            ("/" + $0).asciiLowercased.utf8.reversed().starts(with: suffix.utf8.reversed())
        }
        let root =
            containers.count == 1
            ? String(Substring(containers[0].utf8.dropLast(suffix.utf8.count - 1)))
            : ContainerCandidate.commonFolder(of: paths)
        let folder = FolderContainer(container, folder: root, entries: try container.entries)
        return folder.isWhole ? nil : ContainerCandidate(folder, hints, limits, kept)
    }

    /// The longest folder that all paths begin with, with a slash at its end.
    private static func commonFolder(of paths: [String]) -> String {
        guard var common = paths.first.map({ Array($0.utf8) }) else { return "" }
        for path in paths {
            let count = zip(common, path.utf8).prefix { $0 == $1 }.count
            common.removeLast(common.count - count)
        }
        while let last = common.last, last != ContainerPath.slash { common.removeLast() }
        return String(decoding: common, as: UTF8.self)
    }

    /// The outline of a Readium manifest.  `find` is only called the first time.
    func outline(_ find: () throws(Failure) -> ManifestOutline?) throws(Failure) -> ManifestOutline? {
        if let outlined { return outlined }
        let outline = try find()
        outlined = .some(outline)
        return outline
    }
}
