// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Finds out what a file is.  Its content decides; what a name or a host says only adds what content cannot tell.
public enum FormatSniffer {
    /// What is said about a file.
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

        /// What a host passes in (schema `sniff-hints`).
        public init(_ json: JSONReader) throws(Failure) {
            try json.rejectUnknownMembers(["name", "mediaType", "fileExtension"])
            var extensions = try json.optionalMember("fileExtension").map { member throws(Failure) in
                try member.oneOrMore { element throws(Failure) in try element.string() }
            } ?? []
            if let name = try json.optionalMember("name") {
                extensions.append(InformalFile.pathExtension(of: try name.string()))
            }
            let types = try json.optionalMember("mediaType").map { member throws(Failure) in
                try member.oneOrMore { element throws(Failure) in
                    guard let type = MediaType(try element.string()) else {
                        throw element.failure("This is not a media type.")
                    }
                    return type
                }
            }
            self.init(mediaTypes: types ?? [], fileExtensions: extensions.filter { !$0.isEmpty })
        }
    }

    /// What the hints say.  A type that only ends like one that is known, such as `+zip`, is not known.
    public static func sniff(_ hints: Hints) -> Format? {
        if hints.mediaTypes.isEmpty && hints.fileExtensions.isEmpty { return nil }
        return FormatTable.rows.first { row in
            row.extensions.contains(where: hints.fileExtensions.contains)
                || row.aliases.contains { alias in hints.mediaTypes.contains(where: alias.contains) }
        }?.format
    }

    /// What a file is, by its first bytes; a small text is read as a whole.
    public static func sniff(
        _ source: any ByteSource, hints: Hints = .none, limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        combined(try content(of: source, limits), sniff(hints))
    }

    /// What the bytes say by themselves, without looking into an archive.
    static func content(of source: any ByteSource, _ limits: Limits) throws(Failure) -> Format? {
        let head = try FileSignature.head(of: source)
        if let format = head.withBytes(FormatTable.format(beginning:)) { return format }
        if let format = try TextSniffer.sniff(source, head: head, limits: limits) { return format }
        return head.withBytes(PDFFormat.hasHeader) ? FormatTable.format(MediaType.pdf) : nil
    }

    /// What the files of an archive or a directory are together.  Reads `mimetype`, else `manifest.json`; lists all
    /// files only if neither tells.
    ///
    /// - Parameters:
    ///   - format: what is known already; for a ZIP archive, that it is one.
    ///   - findsProtection: whether to look who protects an EPUB, which may take reading two more files.
    public static func sniff(
        _ container: any Container, hints: Hints = .none, refining format: Format? = nil, findsProtection: Bool = true,
        limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        let archive = format ?? (container is ZipContainer ? FormatTable.format("application/zip") : nil)
        let candidate = ContainerCandidate(container, FormatHints(hints), limits)
        // What an archive is said to be says no more than what is in it.
        if let content = try Formats.format(of: candidate)?.describe(
            candidate, in: archive, findsProtection: findsProtection)
        {
            return content
        }
        return combined(archive, sniff(hints))
    }

    /// What a file is, looking into it if it is an archive.
    public static func sniffFile(
        _ source: any ByteSource, hints: Hints = .none, limits: Limits = Limits()
    ) throws(Failure) -> Format? {
        let content = try content(of: source, limits)
        let format = combined(content, sniff(hints))
        // A ZIP archive may begin with something else, and a name that promises an archive is believed.
        let mayBeArchive = content.map { $0.conforms(to: .zip) || $0.conforms(to: .xml) } ?? true
        guard mayBeArchive || content?.unsupportedName == nil && FormatHints(hints).suggestArchive else { return format }
        do throws(Failure) {
            let container = try ZipContainer(source, name: "", limits: limits)
            return try sniff(container, hints: hints, limits: limits)
        } catch {
            // What only begins like an archive is no more than that.
            guard error.status == .format else { throw error }
            return format
        }
    }

    /// A hint counts where it says more than the content does, and where the content says nothing.
    private static func combined(_ content: Format?, _ hinted: Format?) -> Format? {
        guard let content, let hinted else { return content ?? hinted }
        return hinted.refines(content) && !content.refines(hinted) ? hinted : content
    }
}
