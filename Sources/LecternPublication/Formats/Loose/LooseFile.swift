// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A file of an archive that has no document which lists its files: its name is all that is known of it.
struct LooseFile {
    enum Kind {
        case image, recording, playlist
        /// About a comic, in one of the formats that comics have for that.
        case comicMetadata
        /// About the archive, and nothing to show: notes, checksums.
        case note
        case unnamed
        case other
    }

    let entry: ContainerEntry
    let kind: Kind
    /// Of an image or a recording.
    let mediaType: String?

    var path: String { entry.path }

    /// nil for what is hidden, or left behind by a file manager.
    init?(_ entry: ContainerEntry) {
        guard !LooseFile.isHidden(entry.path) else { return nil }
        self.entry = entry
        let name = LooseFile.pathExtension(of: entry.path)
        mediaType = LooseFile.images[name] ?? LooseFile.recordings[name]
        kind = LooseFile.images[name] != nil ? .image
            : LooseFile.recordings[name] != nil ? .recording : LooseFile.otherKinds[name] ?? .other
    }

    /// The link to the file.
    var link: Link { Link(href: PercentEncoding.encodedPath(path), type: mediaType) }

    // MARK: Names

    private static func isHidden(_ path: String) -> Bool {
        let segments = path.utf8.split(separator: ContainerPath.slash)
        if segments.contains(where: { $0.first == ContainerPath.dot }) { return true }
        if segments.first?.elementsEqual("__MACOSX".utf8) ?? false { return true }
        return segments.last.map { leftovers.contains(String(Substring($0)).asciiLowercased) } ?? false
    }

    private static let leftovers: Set<String> = ["thumbs.db", "ehthumbs.db", "desktop.ini"]

    /// Of the last component, in lower case; empty if it has none.
    static func pathExtension(of path: String) -> String {
        let bytes = path.utf8
        let name = bytes[(bytes.lastIndex(of: ContainerPath.slash).map(bytes.index(after:)) ?? bytes.startIndex)...]
        guard let dot = name.lastIndex(of: ContainerPath.dot) else { return "" }
        return String(Substring(name[name.index(after: dot)...])).asciiLowercased
    }

    private static let images = mediaTypes { $0.isBitmap }
    /// MP4 holds films more often than not.
    private static let recordings = mediaTypes { $0.isAudio }.filter { $0.key != "mp4" }

    /// Media types by extension.
    private static func mediaTypes(of isOne: (MediaType) -> Bool) -> [String: String] {
        var types: [String: String] = [:]
        for row in FormatTable.rows where row.aliases.first.map(isOne) ?? false {
            for name in row.extensions { types[name] = row.format.mediaType }
        }
        return types
    }

    private static let otherKinds: [String: Kind] = [
        "": .unnamed, "xml": .comicMetadata, "acbf": .comicMetadata,
        "txt": .note, "nfo": .note, "sfv": .note, "md5": .note,
        "asx": .playlist, "bio": .playlist, "m3u": .playlist, "m3u8": .playlist, "pla": .playlist, "pls": .playlist,
        "smil": .playlist, "vlc": .playlist, "wpl": .playlist, "xspf": .playlist, "zpl": .playlist,
    ]
}
