// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The files of an archive or a directory without a manifest: a comic, or recordings.
struct InformalFiles {
    let files: [InformalFile]

    init(_ container: any Container) throws(Failure) {
        let entries = try container.entries
        var files: [InformalFile] = []
        files.reserveCapacity(entries.count)
        for entry in entries {
            if let file = InformalFile(entry, after: files.last) { files.append(file) }
        }
        self.files = files
    }

    /// Whether there are only images and descriptions of them, which make a comic.
    var areImages: Bool {
        let companions: [InformalFile.Kind] = [.image, .comicMetadata, .unnamed]
        return files.contains { $0.kind == .image } && files.allSatisfy { companions.contains($0.kind) }
    }

    /// Whether there are only recordings, playlists, notes and at most as many images as recordings.
    var areRecordings: Bool {
        let companions: [InformalFile.Kind] = [.recording, .image, .playlist, .note, .unnamed]
        let recordings = files.count { $0.kind == .recording }
        return recordings > 0 && files.count { $0.kind == .image } <= recordings
            && files.allSatisfy { companions.contains($0.kind) }
    }

    /// The files of a kind in natural order.
    func sorted(_ kind: InformalFile.Kind) -> [InformalFile] {
        NaturalOrder.sorted(files.filter { $0.kind == kind }, by: \.path)
    }

    /// The title if nothing else is known: the name of the top-level folder, or of the publication.
    static func title(of listed: [InformalFile], name: String) -> LocalizedString {
        let folders = listed.first?.path.utf8.split(separator: ContainerPath.slash).dropLast()
        if let folder = folders?.first {
            let start = Array(folder) + [ContainerPath.slash]
            if listed.allSatisfy({ begins($0.path, with: start) }) {
                return LocalizedString(String(decoding: folder, as: UTF8.self).trimmed)
            }
        }
        return LocalizedString(FormatHints.stem(of: name))
    }

    private static func begins(_ path: String, with start: [UInt8]) -> Bool {
        var path = path
        return path.withUTF8 { bytes in
            guard bytes.count >= start.count else { return false }
            for index in start.indices where bytes[index] != start[index] { return false }
            return true
        }
    }
}
