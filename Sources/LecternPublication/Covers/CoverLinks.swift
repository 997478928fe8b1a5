// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// The relation `cover` leads to the image that `Publication.cover` gives, since clients take the first link that has it.
extension ParsedPublication {
    /// Links the cover, or has the service list its route, where only the first pages tell which image it is.
    ///
    /// What a Readium manifest says itself is kept.  A manifest that was made here says `cover` of images alone, and not
    /// of a page that shows one.
    mutating func linkCover(
        in container: any Container, _ name: String, _ opening: OpenContext
    ) throws(Failure) {
        if CoverChoice.isHidden(self, in: container) {
            let looking = Publication(container, self, fetch: nil, name, OpenContext(options: opening.options, context: opening.context))
            if let found = try looking.hiddenCover() { link(found.href, type: found.type) }
        }
        guard isTranslated else { return }
        manifest.readingOrder.keepCover(of: \.isImage)
        manifest.resources.keepCover(of: \.isImage)
    }

    private var isTranslated: Bool { mediaType == MediaType.epub || mediaType == MediaType.lpf }

    private mutating func link(_ href: String, type: String) {
        if let linked = CoverChoice.linked(manifest).first {
            if linked.href == href { return }
            // A drawing that is the frame of this image.
            if isTranslated {
                manifest.readingOrder.keepCover { $0.href != linked.href }
                manifest.resources.keepCover { $0.href != linked.href }
            }
        }
        let isLinked = manifest.readingOrder.addCover(to: href) || manifest.resources.addCover(to: href)
        if !isLinked { coverType = type }
    }
}

extension [Link] {
    fileprivate mutating func keepCover(of isOne: (Link) -> Bool) {
        for index in indices where self[index].rels.contains(CoverService.rel) && !isOne(self[index]) {
            self[index].rels.removeAll { $0 == CoverService.rel }
        }
    }

    /// False when no image has this href.
    fileprivate mutating func addCover(to href: String) -> Bool {
        guard let index = firstIndex(where: { $0.isImage && $0.href == href }) else { return false }
        if !self[index].rels.contains(CoverService.rel) { self[index].rels.append(CoverService.rel) }
        return true
    }
}

extension CoverChoice {
    /// Whether the links may not tell which image it is, and files that cost little to read do.
    fileprivate static func isHidden(_ publication: ParsedPublication, in container: any Container) -> Bool {
        let manifest = publication.manifest
        let linked = linked(manifest).first
        guard linked != nil || first(of: manifest.readingOrder) == nil else { return false }
        let files = linked.map { [(link: $0, most: maxFrame)] } ?? pages(manifest)
        return files.contains { link, most in
            guard linked == nil || link.type == Drawing.mediaType, publication.encryptions[link.href] == nil else { return false }
            let path = publication.entryPaths[link.href] ?? Href.entryPath(link.href)
            return path.flatMap { container.entry(at: $0) }.map { $0.length <= most } ?? false
        }
    }
}
