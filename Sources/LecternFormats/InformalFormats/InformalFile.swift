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

    /// Returns nil for hidden files and for those created by file managers.
    ///
    /// - Parameter last: the file before it, which usually is of the same kind.
    init?(_ entry: ContainerEntry, after last: InformalFile?) {
        guard !InformalFile.isHidden(entry.path) else { return nil }
        self.entry = entry
        if let last, last.kind == .image || last.kind == .recording, InformalFile.endAlike(entry.path, last.path) {
            (kind, mediaType) = (last.kind, last.mediaType)
            return
        }
        let name = InformalFile.pathExtension(of: entry.path)
        mediaType = InformalFile.images[name] ?? InformalFile.recordings[name]
        kind =
            InformalFile.images[name] != nil
            ? .image
            : InformalFile.recordings[name] != nil ? .recording : InformalFile.otherKinds[name] ?? .other
    }

    /// Whether both have the same extension of three letters or digits.
    private static func endAlike(_ a: String, _ b: String) -> Bool {
        var (a, b) = (a, b)
        return a.withUTF8 { a in
            b.withUTF8 { b in
                guard a.count > 4, b.count > 4, a[a.count - 4] == ContainerPath.dot else { return false }
                for back in 1...4 where a[a.count - back] != b[b.count - back] { return false }
                return !a[(a.count - 3)...].contains { $0 == ContainerPath.dot || $0 == ContainerPath.slash }
            }
        }
    }

    /// The link to the file.
    var link: Link { Link(href: PercentEncoding.encodedPath(path), type: mediaType) }

    // MARK: Names

    private static func isHidden(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { bytes in
            var isStart = true
            for byte in bytes {
                if isStart && byte == ContainerPath.dot { return true }
                isStart = byte == ContainerPath.slash
            }
            return bytes.starts(with: "__MACOSX/".utf8) || isNamed("thumbs.db", bytes)
                || isNamed("ehthumbs.db", bytes) || isNamed("desktop.ini", bytes)
        }
    }

    /// Whether `name` is the last component of a path, compared case-insensitively.
    /// - Parameter name: in lower case.
    static func isNamed(_ name: StaticString, _ path: String) -> Bool {
        var path = path
        return path.withUTF8 { isNamed(name, $0) }
    }

    private static func isNamed(_ name: StaticString, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = path.count - name.utf8CodeUnitCount
        guard start >= 0, start == 0 || path[start - 1] == ContainerPath.slash else { return false }
        for offset in 0..<name.utf8CodeUnitCount {
            if ASCII.lowercased(path[start + offset]) != name.utf8Start[offset] { return false }
        }
        return true
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
        "asx": .playlist, "bio": .playlist, "cue": .playlist, "m3u": .playlist, "m3u8": .playlist, "pla": .playlist,
        "pls": .playlist,
        "smil": .playlist, "vlc": .playlist, "wpl": .playlist, "xspf": .playlist, "zpl": .playlist,
    ]
}
