// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternImages
import LecternModel

extension Publication {
    /// Longer reading orders are not examined.
    private static let mostPages = 2000
    /// The number of bytes of HTML that are examined in all.  The pages behind them keep what the manifest declares.
    private static let mostMarkup = 16 << 20
    /// The number of bytes at the beginning of an HTML page that are examined.
    private static let pageStart: UInt64 = 65536
    /// Those of an image, until its size is found: most headers are short, but there may be a picture or a profile in it.
    private static let imageStarts: [UInt64] = [4096, 65536, 1 << 20]

    /// The manifest for a navigator, with what only the files of fixed-layout pages say: their sizes, and whether a page
    /// without a size is a chapter, which is reflowable.
    public func manifestOfPages() -> Manifest {
        var manifest = manifest
        guard manifest.readingOrder.count <= Publication.mostPages else { return manifest }
        let presentation = Presentation(manifest.metadata)
        var rest = Publication.mostMarkup
        for (index, link) in manifest.readingOrder.enumerated() where link.more.width == nil {
            if LinkFilter(kind: .bitmap).matches(link) {
                guard let size = imageSize(link) else { continue }
                manifest.readingOrder[index].more.width = size.width
                manifest.readingOrder[index].more.height = size.height
            } else if presentation.layoutOf(link) == .fixed, rest > 0, Publication.isDocument(link),
                let bytes = start(of: link, Publication.pageStart)
            {
                rest -= bytes.count
                let page = bytes.withBytes(FixedPage.init)
                manifest.readingOrder[index].more.width = page?.width
                manifest.readingOrder[index].more.height = page?.height
                if page?.isChapter ?? false { manifest.readingOrder[index].properties["layout"] = "reflowable" }
            }
        }
        return manifest
    }

    private static func isDocument(_ link: Link) -> Bool {
        LinkFilter(kind: .html).matches(link) || link.type == "image/svg+xml"
    }

    private func start(of link: Link, _ length: UInt64) -> ByteBuffer? {
        try? get(link.href).read(offset: 0, length: length)
    }

    private func imageSize(_ link: Link) -> PixelSize? {
        for length in Publication.imageStarts {
            guard let bytes = start(of: link, length) else { return nil }
            // The names of images are often wrong.
            let type = (try? FormatSniffer.sniffFile(MemorySource(bytes)))?.mediaType ?? link.type ?? ""
            if let size = bytes.withBytes({ PixelSize(ofImage: $0, mediaType: type) }) { return size }
            if bytes.count < length { return nil }
        }
        return nil
    }
}
