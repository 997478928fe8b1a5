// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Determines the format of a file.  The content takes precedence.  File names and media types only refine it.
public enum FormatSniffer {
    /// Hints about the format of a file.
    public struct Hints: Sendable {
        public var mediaTypes: [MediaType]
        /// In lower case, without a dot.
        public var fileExtensions: [String]

        public init(mediaTypes: [MediaType] = [], fileExtensions: [String] = []) {
            self.mediaTypes = mediaTypes
            self.fileExtensions = fileExtensions.map(\.asciiLowercased)
        }

        public init(mediaType: String?, fileExtension: String?) {
            self.init(
                mediaTypes: mediaType.flatMap { MediaType($0) }.map { [$0] } ?? [],
                fileExtensions: fileExtension.map { [$0] } ?? [])
        }

        public static let none = Hints()

        /// Parses the hints that a host passes (schema `sniff-hints`).
        public init(_ json: JSONReader) throws(Failure) {
            try json.rejectUnknownMembers(["name", "mediaType", "fileExtension"])
            var extensions =
                try json.optionalMember("fileExtension").map { member throws(Failure) in
                    try member.oneOrMore { element throws(Failure) in try element.string() }
                } ?? []
            if let name = try json.optionalMember("name") {
                extensions.append(InformalFile.pathExtension(of: try name.string()))
            }
            let types = try json.optionalMember("mediaType").map { member throws(Failure) in
                try member.oneOrMore { element throws(Failure) in
                    guard let type = MediaType(try element.string()) else {
                        throw element.failure("Expected a media type such as \"text/html\".")
                    }
                    return type
                }
            }
            self.init(mediaTypes: types ?? [], fileExtensions: extensions.filter { !$0.isEmpty })
        }
    }

    /// The format that the hints suggest.  A structured suffix such as `+zip` is not enough.
    public static func sniff(_ hints: Hints) -> Format? {
        if hints.mediaTypes.isEmpty && hints.fileExtensions.isEmpty { return nil }
        return FormatTable.rows.first { row in
            row.extensions.contains(where: hints.fileExtensions.contains)
                || row.aliases.contains { alias in hints.mediaTypes.contains(where: alias.contains) }
        }?.format
    }

    /// Determines the format from the first bytes.  A small text file is read completely.
    public static func sniff(
        _ source: any ByteSource, hints: Hints = .none, limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        combined(try content(of: source, limits), sniff(hints))
    }

    /// The format that the bytes indicate, without looking into an archive.
    static func content(of source: any ByteSource, _ limits: Limits) throws(Failure) -> Format? {
        let head = try FileSignature.head(of: source)
        if let format = head.withBytes(FormatTable.format(beginning:)) { return format }
        if let format = try TextSniffer.sniff(source, head: head, limits: limits) { return format }
        return head.withBytes(PDFFormat.hasHeader) ? FormatTable.format(MediaType.pdf) : nil
    }

    /// The format of the files in an archive or a directory.  Reads `mimetype` or `manifest.json`, and only lists all
    /// files if neither is conclusive.
    ///
    /// - Parameters:
    ///   - format: the format that is already known; `zip` for a ZIP archive.
    ///   - findsProtection: whether to determine the DRM system of an EPUB, which may require reading two more files.
    public static func sniff(
        _ container: any Container, hints: Hints = .none, refining format: Format? = nil, findsProtection: Bool = true,
        limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        let archive = format ?? (container is ZipContainer ? FormatTable.format("application/zip") : nil)
        let found = try Formats.format(of: ContainerCandidate(container, FormatHints(hints), limits))
        // The content of an archive takes precedence over the hints.
        if let content = try found.format?.describe(found.candidate, in: archive, findsProtection: findsProtection) {
            return content
        }
        return combined(archive, sniff(hints))
    }

    /// Determines the format of a file, and looks into archives.
    public static func sniffFile(
        _ source: any ByteSource, hints: Hints = .none, limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        let content = try content(of: source, limits)
        let format = combined(content, sniff(hints))
        // A ZIP archive may begin with other data, and a file name that suggests an archive is trusted.
        let mayBeArchive = content.map { $0.conforms(to: .zip) || $0.conforms(to: .xml) } ?? true
        guard mayBeArchive || content?.unsupportedName == nil && FormatHints(hints).suggestArchive else {
            return format
        }
        do throws(Failure) {
            let container = try ZipContainer.open(source, name: "", limits: limits)
            return try sniff(container, hints: hints, limits: limits)
        } catch {
            // The file only begins like an archive.
            guard error.status == .format else { throw error }
            return format
        }
    }

    /// A hint is used if it refines the format of the content, or if the content is not conclusive.
    private static func combined(_ content: Format?, _ hinted: Format?) -> Format? {
        guard let content, let hinted else { return content ?? hinted }
        return hinted.refines(content) && !content.refines(hinted) ? hinted : content
    }
}
