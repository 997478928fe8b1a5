// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// A playlist, M3U, PLS or XSPF: the order of recordings and their titles.
enum Playlist {
    struct Item: Equatable {
        /// The path as written, relative to the playlist.
        var path = ""
        var title: String?
        var duration: Double?
    }

    /// In bytes.  One line for each recording does not need more.
    private static let maxSize: UInt64 = 1 << 20
    private static let maxItems = 10_000
    /// The maximum number of playlists that are read in one archive.
    static let maxCount = 16

    /// Whether the format is known and the file is small enough to be read.
    static func isReadable(_ entry: ContainerEntry) -> Bool {
        entry.length <= maxSize && ["m3u", "m3u8", "pls", "xspf"].contains(InformalFile.pathExtension(of: entry.path))
    }

    /// Returns nil, with a warning, if the file is damaged.
    static func items(_ entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) -> [Item]? {
        if InformalFile.pathExtension(of: entry.path) == "xspf" {
            return try files.optionalDocument(entry, severity: .minor).map(xspf)
        }
        guard let lines = try lines(entry, &files) else { return nil }
        let isPLS = lines.first.map { $0.asciiLowercased == "[playlist]" } ?? false
        return isPLS ? pls(lines) : m3u(lines)
    }

    /// The lines of a text that are not empty.  Returns nil, with a warning, if the file is damaged.
    static func lines(_ entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) -> [String]? {
        guard entry.length <= maxSize else { return nil }
        do throws(Failure) {
            let text = try files.read(entry).withBytes { (bytes) throws(Failure) in
                try TextDecoding.withUTF8(of: bytes, as: .plain) { String(decoding: $0, as: UTF8.self) }
            }
            let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)).trimmed }
            return lines.filter { !$0.isEmpty }
        } catch {
            if error.isOfSource { throw error }
            files.log.add(.minor, error.message, error.path)
            return nil
        }
    }

    /// Parses the tracks of an XSPF document (Xiph, XSPF version 1).  Durations are in milliseconds.
    private static func xspf(_ tree: MarkupTree) -> [Item] {
        guard let root = tree.root,
            let list = tree.children(of: root).first(where: { tree.localName(of: $0) == "trackList" })
        else { return [] }
        let tracks = tree.children(of: list).filter { tree.localName(of: $0) == "track" }
        return tracks.prefix(maxItems).map { track in
            var item = Item()
            for child in tree.children(of: track) {
                let text = tree.text(of: child).trimmed
                switch tree.localName(of: child) {
                case "location": item.path = PercentEncoding.decoded(Substring(text)) ?? text
                case "title": item.title = title(text)
                case "duration": item.duration = duration(text).map { $0 / 1000 }
                default: break
                }
            }
            return item
        }
    }

    /// Parses a path on each line, optionally preceded by `#EXTINF:123,Title`.
    private static func m3u(_ lines: some Sequence<String>) -> [Item] {
        var items: [Item] = []
        var item = Item()
        for line in lines {
            if line.utf8.starts(with: "#EXTINF:".utf8) {
                let parts = line.utf8.dropFirst(8).split(separator: UInt8(ascii: ","), maxSplits: 1)
                item.duration = parts.first.flatMap { duration(String(Substring($0)).words.first ?? "") }
                item.title = parts.count > 1 ? title(String(Substring(parts[1]))) : nil
            } else if !line.utf8.starts(with: "#".utf8) {
                item.path = line
                items.append(item)
                item = Item()
                if items.count == maxItems { break }
            }
        }
        return items
    }

    /// Parses `File1=path`, `Title1=…`, `Length1=…`, in any order.
    private static func pls(_ lines: some Sequence<String>) -> [Item] {
        var items: [Int: Item] = [:]
        for line in lines {
            let parts = line.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = String(Substring(parts[0])).trimmed.asciiLowercased
            let key = name.utf8.prefix { ASCII.isLetter($0) }
            guard let number = Int(String(Substring(name.utf8.dropFirst(key.count)))), items.count < maxItems else {
                continue
            }
            let value = String(Substring(parts[1])).trimmed
            switch String(Substring(key)) {
            case "file": items[number, default: Item()].path = value
            case "title": items[number, default: Item()].title = title(value)
            case "length": items[number, default: Item()].duration = duration(value)
            default: break
            }
        }
        return items.sorted { $0.key < $1.key }.map(\.value).filter { !$0.path.isEmpty }
    }

    static func href(_ path: String, _ base: HrefBase) -> String {
        let slashes = path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        return base.resolve(PercentEncoding.encodedPath(String(decoding: slashes, as: UTF8.self)))
    }

    private static func title(_ text: String) -> String? { text.trimmed.isEmpty ? nil : text.trimmed }

    /// A duration in seconds; nil for -1, which means unknown.
    private static func duration(_ text: String) -> Double? { finiteNumber(text).flatMap { $0 > 0 ? $0 : nil } }

    // MARK: Order

    /// The links in the order of a playlist that lists each of them exactly once; otherwise nil.
    ///
    /// - Parameter base: the playlist.
    static func ordered(_ links: [Link], by items: [Item], base: HrefBase) -> [Link]? {
        guard items.count == links.count else { return nil }
        var places: [String: Int] = [:]
        for (place, link) in links.enumerated() { places[link.href] = place }
        var ordered: [Link] = []
        for item in items {
            guard let place = places.removeValue(forKey: href(item.path, base)) else { return nil }
            var link = links[place]
            link.title = item.title
            link.duration = item.duration
            ordered.append(link)
        }
        return ordered
    }
}
