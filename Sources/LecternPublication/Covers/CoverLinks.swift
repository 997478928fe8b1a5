// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// Sets the relation `cover` on the image that `Publication.cover` returns, because clients use the first link that has it.
extension ParsedPublication {
    /// Marks the link of the cover, or lists the route of the cover service if the image is only determined by the
    /// first pages.
    ///
    /// The links of a Readium manifest are not changed.  In manifests created by a parser, only images have the
    /// relation `cover`, not the page that shows the image.
    mutating func linkCover(
        in container: any Container, _ name: String, _ opening: OpenContext
    ) throws(Failure) {
        if CoverChoice.isHidden(self, in: container) {
            let looking = Publication(
                PublicationContents(container, self, name, opening, services: []),
                OpenContext(options: opening.options, context: opening.context))
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
            // This drawing only wraps the cover image.
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
        guard let first = place(where: { $0.isCover && !isOne($0) }) else { return }
        for index in first..<count where self[index].isCover && !isOne(self[index]) {
            self[index].rels.removeAll { $0 == CoverService.rel }
        }
    }

    /// Returns false if no image has this href.
    fileprivate mutating func addCover(to href: String) -> Bool {
        guard let index = firstIndex(where: { $0.isImage && $0.href == href }) else { return false }
        if !self[index].rels.contains(CoverService.rel) { self[index].rels.append(CoverService.rel) }
        return true
    }
}

extension CoverChoice {
    /// Whether links do not determine the image, but files that are cheap to read may.
    fileprivate static func isHidden(_ publication: ParsedPublication, in container: any Container) -> Bool {
        let manifest = publication.manifest
        let linked = linked(manifest).first
        guard linked != nil || first(of: manifest.readingOrder) == nil else { return false }
        let files = linked.map { [(link: $0, most: maxFrame)] } ?? pages(manifest)
        return files.contains { link, most in
            guard linked == nil || link.type == Drawing.mediaType, publication.encryptions[link.href] == nil else {
                return false
            }
            let path = publication.entryPaths[link.href] ?? Href.entryPath(link.href)
            return path.flatMap { container.entry(at: $0) }.map { $0.length <= most } ?? false
        }
    }
}
