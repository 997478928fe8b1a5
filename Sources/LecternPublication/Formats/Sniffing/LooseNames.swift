// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the names of files tell that no document lists.
struct LooseNames {
    private var hasRecordings = false
    private var hasImages = false
    private var hasPlaylists = false
    private var hasImageNotes = false
    private var hasOthers = false

    /// Nothing but recordings, and lists of them.
    var areRecordings: Bool { hasRecordings && !hasImages && !hasImageNotes && !hasOthers }

    /// Nothing but images, and what describes them.
    var areImages: Bool { hasImages && !hasRecordings && !hasPlaylists && !hasOthers }

    init(_ container: any Container) throws(Failure) {
        for entry in try container.entries {
            let name = entry.path.utf8.split(separator: ContainerPath.slash).last ?? entry.path.utf8[...]
            // Hidden files, and what file managers leave behind.
            if name.first == ContainerPath.dot || name.elementsEqual("Thumbs.db".utf8) { continue }
            guard let dot = name.lastIndex(of: ContainerPath.dot) else { continue }
            let pathExtension = String(Substring(name[name.index(after: dot)...])).asciiLowercased
            if LooseNames.recordings.contains(pathExtension) {
                hasRecordings = true
            } else if LooseNames.images.contains(pathExtension) {
                hasImages = true
            } else if LooseNames.playlists.contains(pathExtension) {
                hasPlaylists = true
            } else if pathExtension == "acbf" || pathExtension == "xml" {
                hasImageNotes = true
            } else {
                hasOthers = true
            }
        }
    }

    private static let images = extensions { $0.isBitmap }
    private static let recordings = extensions { $0.isAudio }.subtracting(["mp4"])
    private static let playlists: Set<String> = [
        "asx", "bio", "m3u", "m3u8", "pla", "pls", "smil", "vlc", "wpl", "xspf", "zpl",
    ]

    private static func extensions(of isOne: (MediaType) -> Bool) -> Set<String> {
        Set(FormatTable.rows.filter { $0.aliases.first.map(isOne) ?? false }.flatMap(\.extensions))
    }
}
