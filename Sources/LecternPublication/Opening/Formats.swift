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
        let recognizes: @Sendable (UnsafeRawBufferPointer) -> Bool
        let open: @Sendable (any ByteSource, Candidate, Opening) throws(Failure) -> OpenedFormat
    }

    /// A format of many files, in an archive or a directory.
    private struct OfContainer {
        let recognizes: @Sendable (any Container) -> Bool
        let parse: @Sendable (any Container, Opening) throws(Failure) -> ParsedPublication
    }

    private static let files: [OfFile] = []

    /// EPUB comes last: what looks like nothing else is told what it lacks to be one.
    private static let containers: [OfContainer] = [
        OfContainer(
            recognizes: { _ in true },
            parse: { container, opening throws(Failure) in
                try EPUBFormat.parse(container, limits: opening.limits)
            })
    ]

    static func open(_ candidate: Candidate, _ opening: Opening) throws(Failure) -> OpenedFormat {
        if case .file(let source, _) = candidate.content {
            let head = try FileSignature.head(of: source)
            if let format = files.first(where: { format in head.withBytes { format.recognizes($0) } }) {
                return try format.open(source, candidate, opening)
            }
        }
        let container = try container(of: candidate, opening.limits)
        guard let format = containers.first(where: { $0.recognizes(container) }) else {
            throw Failure(.unsupported, "No format is known for these files.")
        }
        return OpenedFormat(container: container, publication: try format.parse(container, opening))
    }

    /// A directory as it is, a file as a ZIP archive.  Failures do not begin with the name of the candidate.
    static func container(of candidate: Candidate, _ limits: Limits) throws(Failure) -> any Container {
        switch candidate.content {
        case .directory(let path): return try DirectoryContainer(path: path, name: candidate.name, limits: limits)
        case .file(let source, _):
            do throws(Failure) {
                return try ZipContainer(source, name: candidate.name, limits: limits)
            } catch {
                guard error.status == .format else { throw error }
                throw FileSignature.explained(error, try FileSignature.head(of: source), size: try source.size())
            }
        }
    }
}
