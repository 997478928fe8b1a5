// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternRecordings

/// The facts about the recordings of a publication, read when it is opened.
struct MeasuredRecordings {
    /// By href.
    private var found: [String: Recording] = [:]

    /// The maximum number of recordings that are looked at.
    private static let most = 5000

    subscript(link: Link) -> Recording? { found[link.href] }

    /// Reads the recordings of a reading order that are files of the container.
    init(_ links: [Link], _ files: inout PublicationFiles) throws(Failure) {
        let entries = links.prefix(MeasuredRecordings.most).compactMap { link in
            Href.entryPath(link.href).flatMap { files.container.entry(at: $0) }.map { (link.href, $0) }
        }
        let key = files.kept?.key(entries.map(\.1), in: files.container)
        if let key, let known = files.kept?.recordings(key, count: entries.count, limits: files.limits) {
            found = Dictionary(zip(entries.map(\.0), known), uniquingKeysWith: { first, _ in first })
            return
        }
        var recordings: [Recording] = []
        for (href, entry) in entries {
            do throws(Failure) {
                recordings.append(try files.recording(entry))
                found[href] = recordings.last
            } catch {
                if error.isOfSource { throw error }
                files.log.add(.minor, error.message, [entry.path])
            }
        }
        if let key, recordings.count == entries.count { files.kept?.keep(recordings, key) }
    }

    /// Sets the durations that are missing, and the total duration if all are known.
    func setDurations(_ manifest: inout Manifest) {
        for index in manifest.readingOrder.indices where manifest.readingOrder[index].duration == nil {
            if let duration = self[manifest.readingOrder[index]]?.duration {
                manifest.readingOrder[index].duration = duration
            }
        }
        let durations = manifest.readingOrder.compactMap(\.duration)
        let sum = durations.reduce(0, +)
        guard manifest.metadata.duration == nil, durations.count == manifest.readingOrder.count, sum > 0, sum.isFinite
        else { return }
        manifest.metadata.duration = sum
    }
}

extension ParsedPublication {
    /// Sets the durations of recordings that the manifest does not state, and that are not encrypted.
    mutating func measureRecordings(
        in container: any Container, _ limits: Limits, _ kept: KeptRecordings?, _ log: inout WarningLog
    ) throws(Failure) {
        let unknown = manifest.readingOrder.filter { link in
            link.duration == nil && encryptions[link.href] == nil
                && [LinkFilter.Kind.audio, .video].contains { $0.includes(link.type) }
        }
        if unknown.isEmpty { return }
        var files = PublicationFiles(container, limits: limits, kept: kept)
        files.log = log
        try MeasuredRecordings(unknown, &files).setDurations(&manifest)
        log = files.log
    }
}
