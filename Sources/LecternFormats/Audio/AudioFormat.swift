// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Parses audiobooks that are archives or directories of recordings (ZAB), and single recordings.
///
/// File names determine which files are recordings, and their order.  A playlist that lists all recordings takes precedence.
public enum AudioFormat {
    static let container = ContainerFormat(
        specification: .informalAudiobook,
        rows: [FormatTable.row([.zip, .informalAudiobook], MediaType.zab, "zab")],
        recognizes: { candidate throws(Failure) in try candidate.informalFiles().areRecordings },
        parse: { candidate throws(Failure) in
            try parse(candidate.container, candidate.informalFiles(), limits: candidate.limits)
        })

    static func parse(
        _ container: any Container, _ informal: InformalFiles, limits: Limits
    ) throws(Failure) -> ParsedPublication {
        let recordings = informal.sorted(.recording)
        guard !recordings.isEmpty else { throw Failure(.format, "The publication contains no recordings.") }
        var files = PublicationFiles(container, limits: limits)
        for file in informal.files where file.kind == .other {
            files.log.add(.minor, "The file is not a recording; it is ignored.", [file.path])
        }
        var manifest = Manifest(metadata: metadata(title: InformalFiles.title(of: recordings, name: container.name)))
        manifest.readingOrder = recordings.map(\.link)
        try order(&manifest.readingOrder, informal, &files)
        manifest.resources = images(informal)
        setDuration(&manifest)
        return ParsedPublication(
            manifest: manifest, mediaType: MediaType.zab, positions: .none, warnings: files.log.all)
    }

    /// A publication that consists of a single recording.
    static func single(path: String, type: String, name: String) -> ParsedPublication {
        var manifest = Manifest(metadata: metadata(title: LocalizedString(FormatHints.stem(of: name))))
        manifest.readingOrder = [Link(href: path, type: type)]
        return ParsedPublication(manifest: manifest, mediaType: type, positions: .none)
    }

    private static func metadata(title: LocalizedString) -> Metadata {
        var metadata = Metadata(title: title)
        metadata.conformsTo = [Profile.audiobook.rawValue]
        return metadata
    }

    // MARK: Cover and order

    /// Images are resources.  The cover is the one named "cover" or "folder", or the only one.
    private static func images(_ informal: InformalFiles) -> [Link] {
        let images = informal.sorted(.image)
        let names = images.map { FormatHints.stem(of: Candidate.lastComponent(of: $0.path)).asciiLowercased }
        let cover =
            ["cover", "folder", "front"].lazy.compactMap { names.firstIndex(of: $0) }.first
            ?? (images.count == 1 ? 0 : nil)
        return images.enumerated().map { place, image in
            var link = image.link
            if place == cover { link.rels = ["cover"] }
            return link
        }
    }

    /// Applies the order of the first playlist that lists every recording, with its titles and durations.
    private static func order(_ links: inout [Link], _ informal: InformalFiles, _ files: inout PublicationFiles)
        throws(Failure)
    {
        for file in informal.sorted(.playlist).filter({ Playlist.isReadable($0.entry) }).prefix(Playlist.maxCount) {
            let text: ByteBuffer
            do throws(Failure) {
                text = try files.read(file.entry)
            } catch {
                if error.isOfSource { throw error }
                files.log.add(.minor, error.message, error.path)
                continue
            }
            let base = HrefBase(entryPath: file.path)
            if let ordered = Playlist.ordered(links, by: Playlist.items(text), base: base) {
                links = ordered
                return
            }
        }
    }

    /// Sets the total duration, if the durations of all parts are known.
    private static func setDuration(_ manifest: inout Manifest) {
        let durations = manifest.readingOrder.compactMap(\.duration)
        let sum = durations.reduce(0, +)
        if durations.count == manifest.readingOrder.count, sum > 0, sum.isFinite { manifest.metadata.duration = sum }
    }
}
