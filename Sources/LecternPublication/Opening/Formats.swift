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
        let parse: @Sendable (ContainerCandidate) throws(Failure) -> ParsedPublication
    }

    private static let files: [OfFile] = [
        OfFile(recognizes: { head, _ in LoneManifest.recognizes(head) }, open: LoneManifest.open),
        OfFile(recognizes: SingleFile.recognizes, open: SingleFile.open),
        OfFile(recognizes: PDFFormat.recognizes, open: PDFFormat.open),
    ]

    /// Those that are recognised by one file come before those that are recognised by all.
    private static let containers: [OfContainer] = [
        epub,
        OfContainer(
            specification: .rpf,
            recognizes: { $0.has("manifest.json") && !$0.hints.suggestOtherArchive },
            parse: { candidate throws(Failure) in
                try ReadiumFormat.parse(candidate.container, limits: candidate.limits)
            }),
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
    ]

    /// Also what is nothing else is told what it lacks to be one.
    private static let epub = OfContainer(
        specification: .epub,
        recognizes: { $0.has("META-INF/container.xml") },
        parse: { candidate throws(Failure) in try EPUBFormat.parse(candidate.container, limits: candidate.limits) })

    static func open(_ candidate: Candidate, _ opening: Opening) throws(Failure) -> OpenedFormat {
        let hints = FormatHints(name: candidate.name, opening.options)
        var beginning: ByteBuffer?
        if case .file(let source, _) = candidate.content {
            let head = try ZipInput.beginning(of: source)
            let isArchive = head.withBytes { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) }
            if !isArchive, let format = files.first(where: { file in head.withBytes { file.recognizes($0, hints) } }) {
                return try format.open(source, candidate, opening)
            }
            beginning = head
        }
        let container = try container(of: candidate, opening.limits, beginning: beginning)
        let publication = try parse(ContainerCandidate(container, hints, opening.limits))
        return OpenedFormat(container: container, publication: publication)
    }

    private static func parse(_ candidate: ContainerCandidate) throws(Failure) -> ParsedPublication {
        for format in containers where try format.recognizes(candidate) { return try format.parse(candidate) }
        let hinted = containers.first { candidate.hints.suggest($0.specification) }
        return try (hinted ?? epub).parse(candidate)
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

    init(_ container: any Container, _ hints: FormatHints, _ limits: Limits) {
        self.container = container
        self.hints = hints
        self.limits = limits
    }

    func has(_ path: StaticString) -> Bool {
        path.withUTF8Buffer { container.index(of: UnsafeRawBufferPointer($0)) } != nil
    }

    /// All files by their names: listed once, and only when no single file tells the format.
    func loose() throws(Failure) -> LooseFiles {
        if let listed { return listed }
        let files = try LooseFiles(container)
        listed = files
        return files
    }
}
