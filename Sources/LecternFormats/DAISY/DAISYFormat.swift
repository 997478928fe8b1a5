// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// DAISY 2.02 and DAISY 3 (ANSI/NISO Z39.86-2005): talking books with navigation, recordings, or text and recordings.
///
/// Text becomes XHTML documents with guided navigation, like the media overlays of an EPUB.  A book of recordings
/// alone is an audiobook.
enum DAISYFormat {
    static let container = ContainerFormat(
        specification: .daisy,
        rows: [FormatTable.row([.zip, .daisy], mediaType, "daisy")],
        recognizes: { candidate throws(Failure) in try root(candidate) != nil },
        open: open)

    static let mediaType = "application/daisy+zip"

    private enum Root {
        case controlCenter(ContainerEntry)
        case package(ContainerEntry)

        var entry: ContainerEntry {
            switch self {
            case .controlCenter(let entry), .package(let entry): entry
            }
        }
    }

    // MARK: Recognition

    /// The navigation control center of DAISY 2.02, or a package document that names the standard of DAISY 3; the one
    /// closest to the root.
    private static func root(_ candidate: ContainerCandidate) throws(Failure) -> Root? {
        try roots(candidate).first
    }

    private static func roots(_ candidate: ContainerCandidate) throws(Failure) -> [Root] {
        var found: [Root] = []
        var looked = 0
        for file in try candidate.informalFiles().files {
            if InformalFile.isNamed("ncc.html", file.path) || InformalFile.isNamed("ncc.htm", file.path) {
                found.append(.controlCenter(file.entry))
            } else if looked < 16, InformalFile.pathExtension(of: file.path) == "opf" {
                looked += 1
                if try isPackage(file.path, candidate) { found.append(.package(file.entry)) }
            }
        }
        let least = found.map { depth($0.entry) }.min()
        return found.filter { depth($0.entry) == least }
    }

    private static func isPackage(_ path: String, _ candidate: ContainerCandidate) throws(Failure) -> Bool {
        guard let text = try candidate.read(path, most: 1 << 20) else { return false }
        return text.text.utf8.split(separator: UInt8(ascii: "Z")).dropFirst().contains { $0.starts(with: "39.86".utf8) }
    }

    private static func depth(_ entry: ContainerEntry) -> Int { entry.path.utf8.count { $0 == UInt8(ascii: "/") } }

    // MARK: Opening

    private static func open(_ candidate: ContainerCandidate) throws(Failure) -> OpenedFormat {
        let roots = try roots(candidate)
        guard let root = roots.first else {
            throw Failure(.format, "The publication has no navigation control center and no package document of DAISY.")
        }
        let folders = Set(roots.map { folder(of: $0.entry.path) })
        guard folders.count == 1 else {
            throw Failure(
                .unsupported, "The publication has \(folders.count) DAISY books, or volumes of one; open each folder.")
        }
        var files = PublicationFiles(candidate.container, limits: candidate.limits, kept: candidate.kept)
        let book: DAISYBook =
            switch root {
            case .controlCenter(let entry): try DAISYBook(controlCenter: entry, &files)
            case .package(let entry): try DAISYBook(package: entry, &files)
            }
        return try book.opened(candidate.informalFiles(), &files)
    }

    /// The folder of a file, with a slash at its end.
    static func folder(of path: String) -> String {
        String(Substring(path.utf8.dropLast(Candidate.lastComponent(of: path).utf8.count)))
    }
}
