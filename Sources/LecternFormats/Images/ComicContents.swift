// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The table of contents of a comic: the bookmarks in ComicInfo.xml, otherwise its folders.
enum ComicContents {
    static func bookmarks(_ comicInfo: ComicInfo?, _ pages: [Link]) -> [Link] {
        let marked = (comicInfo?.pages ?? []).filter {
            pages.indices.contains($0.image) && $0.bookmark?.isEmpty == false
        }
        return marked.sorted { $0.image < $1.image }.map { page in
            Link(href: pages[page.image].href, title: page.bookmark?.collapsed)
        }
    }

    /// The folders with their first images, nested like the folders.  A folder that all images are in is not listed.
    static func folders(_ images: [InformalFile], limits: Limits) -> [Link] {
        let rows = images.map { image -> (path: [String], image: InformalFile) in
            let folders = image.path.utf8.split(separator: ContainerPath.slash).dropLast()
            return (path: folders.map { String(Substring($0)) }, image: image)
        }
        let shared = rows.first.map { first in
            rows.reduce(first.path.count) { shared, row in
                min(shared, zip(first.path, row.path).prefix { $0 == $1 }.count)
            }
        }
        return links(rows[...], depth: shared ?? 0, most: Int(clamping: limits.maxNesting))
    }

    /// The folders at one level among images that have the same folders above it, in the order of the images.
    private static func links(
        _ rows: ArraySlice<(path: [String], image: InformalFile)>, depth: Int, most: Int
    ) -> [Link] {
        var links: [Link] = []
        var start = rows.startIndex
        while start < rows.endIndex {
            let name = rows[start].path.dropFirst(depth).first
            let end = rows[start...].firstIndex { $0.path.dropFirst(depth).first != name } ?? rows.endIndex
            if let name {
                var link = rows[start].image.link
                link.type = nil
                link.title = name.collapsed
                if depth < most { link.children = self.links(rows[start..<end], depth: depth + 1, most: most) }
                links.append(link)
            }
            start = end
        }
        return links
    }
}
