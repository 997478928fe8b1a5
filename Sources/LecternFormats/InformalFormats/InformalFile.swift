// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// A file of an archive without a manifest.  Only its name is known.
struct InformalFile {
    enum Kind: Sendable {
        case image, recording, playlist
        /// A description of a comic in one of the usual formats.
        case comicMetadata
        /// A file about the archive that is not content, such as notes and checksums.
        case note
        case unnamed
        case other
    }

    let entry: ContainerEntry
    let kind: Kind
    /// The media type of an image or a recording.
    let mediaType: String?

    var path: String { entry.path }

    /// Returns nil for hidden files and files that file managers leave behind.
    init?(_ entry: ContainerEntry) {
        guard !InformalFile.isHidden(entry.path) else { return nil }
        self.entry = entry
        let name = InformalFile.pathExtension(of: entry.path)
        mediaType = InformalFile.images[name] ?? InformalFile.recordings[name]
        kind =
            InformalFile.images[name] != nil
            ? .image
            : InformalFile.recordings[name] != nil ? .recording : InformalFile.otherKinds[name] ?? .other
    }

    /// The link to the file.
    var link: Link { Link(href: PercentEncoding.encodedPath(path), type: mediaType) }

    // MARK: Names

    private static func isHidden(_ path: String) -> Bool {
        var isStart = true
        for byte in path.utf8 {
            if isStart && byte == ContainerPath.dot { return true }
            isStart = byte == ContainerPath.slash
        }
        return path.utf8.starts(with: "__MACOSX/".utf8) || leftovers.contains { isNamed($0, path) }
    }

    private static let leftovers = ["thumbs.db", "ehthumbs.db", "desktop.ini"]

    /// Whether `name` is the last component of a path, compared case-insensitively.
    /// - Parameter name: in lower case.
    static func isNamed(_ name: String, _ path: String) -> Bool {
        let bytes = path.utf8
        guard bytes.count >= name.utf8.count,
            bytes.suffix(name.utf8.count).lazy.map(ASCII.lowercased).elementsEqual(name.utf8)
        else { return false }
        return bytes.count == name.utf8.count || bytes.dropLast(name.utf8.count).last == ContainerPath.slash
    }

    /// The extension of the last component in lower case; empty if there is none.
    static func pathExtension(of path: String) -> String {
        let bytes = path.utf8
        guard let place = bytes.lastIndex(where: { $0 == ContainerPath.dot || $0 == ContainerPath.slash }),
            bytes[place] == ContainerPath.dot
        else { return "" }
        return String(path[bytes.index(after: place)...]).asciiLowercased
    }

    private static let images = mediaTypes { $0.isBitmap }
    /// MP4 is excluded, because it usually contains video.
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
