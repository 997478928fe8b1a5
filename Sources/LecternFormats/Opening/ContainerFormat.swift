// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A format with several files, in an archive or a directory: everything that is needed to recognise and open it.
///
/// Each format declares one of these in its own folder; `Formats.containers` lists them.
struct ContainerFormat: Sendable {
    let specification: Format.Specification
    /// The media types and file extensions of its archives.
    var rows: [FormatTable.Row] = []
    let recognizes: @Sendable (ContainerCandidate) throws(Failure) -> Bool
    /// nil for a format that is opened by `open`, or that is recognised, but cannot be opened.
    var parse: (@Sendable (ContainerCandidate) throws(Failure) -> ParsedPublication)?
    /// Opens a format whose resources are made from the files.
    var open: (@Sendable (ContainerCandidate) throws(Failure) -> OpenedFormat)?
    /// The media type of a candidate, for a format with more than one.
    var mediaType: (@Sendable (ContainerCandidate) throws(Failure) -> String?)?
    /// The DRM system of a candidate.  Determining it may require reading two more files.
    var protection: (@Sendable (ContainerCandidate) throws(Failure) -> Format.Specification?)?

    /// The media types of archives that can be opened.
    var openable: [String] { parse == nil && open == nil ? [] : rows.compactMap(\.format.mediaType) }

    /// The format of a candidate.
    ///
    /// - Parameter archive: the format of its container; nil for a directory, which has no media type and no extension.
    func describe(
        _ candidate: ContainerCandidate, in archive: Format?, findsProtection: Bool
    ) throws(Failure) -> Format {
        var found = (archive ?? Format([])).adding(specification)
        if let archive {
            let type = try mediaType?(candidate) ?? rows.first { $0.format.refines(archive) }?.format.mediaType
            let row = rows.first { $0.format.mediaType == type }?.format ?? archive
            found.mediaType = row.mediaType
            found.fileExtension = row.fileExtension
        }
        guard findsProtection, let protection = try protection?(candidate) else { return found }
        return found.adding(protection)
    }
}
