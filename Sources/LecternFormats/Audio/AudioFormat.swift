// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternRecordings

/// Parses audiobooks that are archives or directories of recordings (ZAB), and single recordings.
///
/// File names determine which files are recordings.  They are sorted by a playlist that lists all of them, by the track
/// numbers in their tags, or else by name.
public enum AudioFormat {
    static let container = ContainerFormat(
        specification: .informalAudiobook,
        rows: [FormatTable.row([.zip, .informalAudiobook], MediaType.zab, "zab")],
        // A package whose manifest is missing is damaged.
        recognizes: { candidate throws(Failure) in
            if candidate.hints.suggest(.rpf) { return false }
            return try candidate.informalFiles().areRecordings
        },
        parse: { candidate throws(Failure) in
            try parse(candidate, candidate.informalFiles())
        })

    static func parse(
        _ candidate: ContainerCandidate, _ informal: InformalFiles
    ) throws(Failure) -> ParsedPublication {
        let recordings = informal.sorted(.recording)
        guard !recordings.isEmpty else { throw Failure(.format, "The publication contains no recordings.") }
        var files = PublicationFiles(candidate.container, limits: candidate.limits, kept: candidate.kept)
        for file in informal.files where file.kind == .other {
            files.log.add(.minor, "The file is not a recording; it is ignored.", [file.path])
        }
        let links = recordings.map(\.link)
        let measured = try MeasuredRecordings(links, &files)
        var manifest = Manifest(
            metadata: AudioMetadata.metadata(
                links.compactMap { measured[$0]?.tags },
                title: InformalFiles.title(of: recordings, name: files.container.name)))
        let playlist = try ordered(links, informal, &files)
        manifest.readingOrder = playlist ?? AudioMetadata.ordered(links, measured)
        manifest.resources = images(informal)
        if let (sheet, base) = try cueSheet(informal, &files) {
            manifest.toc = AudioContents.tracks(sheet, manifest.readingOrder, base: base)
            describe(&manifest.metadata, sheet)
        }
        return publication(manifest, MediaType.zab, measured, files)
    }

    /// A publication that consists of a single recording.
    static func single(
        _ container: any Container, path: String, type: String, _ opening: OpenContext
    ) throws(Failure) -> ParsedPublication {
        var files = PublicationFiles(container, limits: opening.limits, kept: opening.kept)
        let links = [Link(href: path, type: type)]
        let measured = try MeasuredRecordings(links, &files)
        var manifest = Manifest(
            metadata: AudioMetadata.metadata(
                links.compactMap { measured[$0]?.tags },
                title: LocalizedString(FormatHints.stem(of: container.name))))
        manifest.readingOrder = links
        return publication(manifest, type, measured, files)
    }

    /// Completes the manifest with the tags of the recordings, and takes the cover from them if no image is listed.
    private static func publication(
        _ manifest: Manifest, _ mediaType: String, _ measured: MeasuredRecordings, _ files: PublicationFiles
    ) -> ParsedPublication {
        var manifest = manifest
        AudioMetadata.setTitles(&manifest.readingOrder, measured)
        measured.setDurations(&manifest)
        if manifest.toc.isEmpty { manifest.toc = AudioContents.chapters(manifest.readingOrder, measured) }
        var parsed = ParsedPublication(
            manifest: manifest, mediaType: mediaType, positions: .times, warnings: files.log.all)
        if !manifest.resources.contains(where: { $0.rels.contains("cover") }) {
            parsed.coverType = manifest.readingOrder.first.flatMap { measured[$0]?.picture?.mediaType }
        }
        return parsed
    }

    // MARK: Cover and order

    /// Images are resources.  The cover is the one named "cover" or "folder".
    ///
    /// - Parameter takesOnlyOne: whether the cover may also be the only image.
    static func images(_ informal: InformalFiles, takesOnlyOne: Bool = true) -> [Link] {
        let images = informal.sorted(.image)
        let names = images.map { FormatHints.stem(of: Candidate.lastComponent(of: $0.path)).asciiLowercased }
        let cover =
            ["cover", "folder", "front"].lazy.compactMap { names.firstIndex(of: $0) }.first
            ?? (takesOnlyOne && images.count == 1 ? 0 : nil)
        return images.enumerated().map { place, image in
            var link = image.link
            if place == cover { link.rels = ["cover"] }
            return link
        }
    }

    /// The order of the first playlist that lists every recording, with its titles and durations.
    private static func ordered(
        _ links: [Link], _ informal: InformalFiles, _ files: inout PublicationFiles
    ) throws(Failure) -> [Link]? {
        for file in informal.sorted(.playlist).filter({ Playlist.isReadable($0.entry) }).prefix(Playlist.maxCount) {
            guard let items = try Playlist.items(file.entry, &files) else { continue }
            if let ordered = Playlist.ordered(links, by: items, base: HrefBase(entryPath: file.path)) { return ordered }
        }
        return nil
    }

    /// The first cue sheet with tracks.
    private static func cueSheet(
        _ informal: InformalFiles, _ files: inout PublicationFiles
    ) throws(Failure) -> (CueSheet, HrefBase)? {
        let sheets = informal.sorted(.playlist).filter { InformalFile.pathExtension(of: $0.path) == "cue" }
        for file in sheets.prefix(Playlist.maxCount) {
            guard let lines = try Playlist.lines(file.entry, &files) else { continue }
            let sheet = CueSheet(lines: lines)
            if !sheet.tracks.isEmpty { return (sheet, HrefBase(entryPath: file.path)) }
        }
        return nil
    }

    private static func describe(_ metadata: inout Metadata, _ sheet: CueSheet) {
        if let title = sheet.title, !title.isEmpty { metadata.title = LocalizedString(title) }
        if let performer = sheet.performer, !performer.isEmpty, metadata.contributors[.author].isEmpty {
            metadata.contributors.add(Contributor(name: LocalizedString(performer)), as: .author)
        }
    }
}
