// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// The initial state of the page (schema `web-state`).
extension WebPage {
    func state() -> ByteBuffer {
        let manifest = book.manifest
        let counts = book.positionCounts
        messages.clear()
        var json = JSONWriter(capacity: 16384)
        json.beginObject()
        json.member("version", version)
        json.member("title", manifest.metadata.title.text)
        json.member("language", ifPresent: manifest.metadata.languages.first)
        let authors = manifest.metadata.contributors[.author].map(\.name.text)
        json.member("author", ifPresent: authors.isEmpty ? nil : authors.joined(separator: ", "))
        json.member("cover", ifPresent: manifest.link(withRel: "cover")?.href)
        json.member("locale", navigator.locale)
        json.key("readingOrder")
        write(manifest, counts, to: &json)
        json.key("documents")
        writeDocuments(manifest, to: &json)
        json.member("positions", counts.reduce(0, +))
        let collections = [
            ("toc", manifest.toc), ("pageList", manifest.pageList), ("landmarks", manifest.landmarks),
        ]
        for (name, links) in collections {
            json.key(named: name)
            json.links(links)
        }
        navigator.writePageState(to: &json)
        json.member("charactersToCopyLeft", ifPresent: charactersToCopyLeft.map { Int(clamping: $0) })
        json.key("overlay")
        (manifest.metadata.mediaOverlay ?? MediaOverlayClasses()).write(to: &json)
        json.key("options")
        navigator.pageOptions.write(to: &json)
        json.endObject()
        return json.finish()
    }

    /// Writes the items of the reading order, with the properties that a view needs before loading them.
    private func write(_ manifest: Manifest, _ counts: [Int], to json: inout JSONWriter) {
        var first = 1
        let regions = Set(manifest.links(inCollection: "guided").map { Href.withoutFragment($0.href) })
        json.beginArray()
        for (index, link) in manifest.readingOrder.enumerated() {
            let count = counts.indices.contains(index) ? counts[index] : 0
            let kind = ItemKind(link)
            json.beginObject()
            json.member("href", link.href)
            json.member("type", ifPresent: link.type ?? MediaType.guess(path: link.href))
            json.member("title", ifPresent: link.title)
            json.member("layout", (kind == .html ? layout(of: link) : .fixed).rawValue)
            json.member("as", kind.rawValue)
            json.member("width", ifPresent: link.more.width)
            json.member("height", ifPresent: link.more.height)
            json.member("duration", ifPresent: link.duration)
            json.member("size", ifPresent: link.more.size)
            json.member("position", first)
            json.member("positions", count)
            json.member("page", ifPresent: link.properties["page"]?.string)
            json.member("scripted", ifPresent: scriptedAddress(of: link))
            let isGuided = link.alternates.contains { ItemKind.overlays.contains($0.type ?? "") }
            json.member("overlay", kind != .image && isGuided)
            if kind == .image {
                if isGuided || regions.contains(link.href) { json.member("guided", true) }
                write(alternates: link.alternates.filter { ItemKind($0) == .image && $0.more.width != nil }, to: &json)
            }
            if kind == .audio || kind == .video { writeRecording(link, navigator.textTracks[index], to: &json) }
            json.endObject()
            first += count
        }
        json.endArray()
    }

    /// Writes the encodings of a recording, among which the page chooses, and its captions.
    private func writeRecording(_ link: Link, _ tracks: [TextTrack], to json: inout JSONWriter) {
        json.member("bitrate", ifPresent: link.more.bitrate)
        write(alternates: Array(link.encodings.dropFirst()), to: &json)
        guard !tracks.isEmpty else { return }
        json.key("tracks")
        json.array(tracks) { $0.write(to: &$1) }
    }

    private func write(alternates: [Link], to json: inout JSONWriter) {
        guard !alternates.isEmpty else { return }
        json.key("alternates")
        json.array(alternates) { alternate, json in
            json.beginObject()
            json.member("href", alternate.href)
            json.member("type", ifPresent: alternate.type)
            json.member("width", ifPresent: alternate.more.width)
            json.member("height", ifPresent: alternate.more.height)
            json.member("bitrate", ifPresent: alternate.more.bitrate)
            json.endObject()
        }
    }
}

extension WebPage {
    /// Writes the documents outside of the reading order, which can only be reached through links.
    private func writeDocuments(_ manifest: Manifest, to json: inout JSONWriter) {
        json.beginArray()
        for link in manifest.resources where LinkFilter(kind: .html).matches(link) {
            json.beginObject()
            json.member("href", link.href)
            json.member("type", ifPresent: link.type)
            json.member("title", ifPresent: link.title)
            json.endObject()
        }
        json.endArray()
    }
}

/// How the page shows an item of the reading order.
enum ItemKind: String {
    case html, svg, image, pdf, audio, video, other

    static let overlays = [MediaType.smil, "application/guided-navigation+json"]

    init(_ link: Link) {
        let type = (link.type ?? MediaType.guess(path: link.href)).flatMap { MediaType($0) }
        switch (type?.type, type?.essence) {
        case (_, MediaType.html), (_, MediaType.xhtml), (_, nil): self = .html
        case (_, "image/svg+xml"): self = .svg
        case (_, MediaType.pdf): self = .pdf
        case ("image", _): self = .image
        case ("audio", _): self = .audio
        case ("video", _): self = .video
        default: self = .other
        }
    }
}
