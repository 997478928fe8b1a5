// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternImages
import LecternMarkup
import LecternModel

extension Publication {
    /// Longer reading orders are not examined.
    private static let mostSizedPages = 2000
    /// The number of bytes at the beginning of a page that are examined, and those of an image with a long header.
    private static let pageStart: UInt64 = 65536
    private static let longPageStart: UInt64 = 1 << 20

    /// The manifest, with the sizes of the fixed-layout pages in its reading order: images have them in their headers, and
    /// HTML pages declare them (EPUB 3.3, "Fixed-layout documents").  Pages whose size cannot be read have none.
    public func manifestWithPageSizes() -> Manifest {
        var manifest = manifest
        guard manifest.readingOrder.count <= Publication.mostSizedPages else { return manifest }
        let presentation = Presentation(manifest.metadata)
        for (index, link) in manifest.readingOrder.enumerated() where link.more.width == nil || link.more.height == nil
        {
            let size: (width: Int, height: Int)?
            if LinkFilter(kind: .bitmap).matches(link) {
                size = imageSize(link).map { ($0.width, $0.height) }
            } else if presentation.layoutOf(link) == .fixed, LinkFilter(kind: .html).matches(link) {
                size = start(of: link, Publication.pageStart)?.withBytes(DeclaredPageSize.read)
            } else {
                continue
            }
            guard let size else { continue }
            manifest.readingOrder[index].more.width = size.width
            manifest.readingOrder[index].more.height = size.height
        }
        return manifest
    }

    private func start(of link: Link, _ length: UInt64) -> ByteBuffer? {
        try? get(link.href).read(offset: 0, length: length)
    }

    private func imageSize(_ link: Link) -> PixelSize? {
        for length in [Publication.pageStart, Publication.longPageStart] {
            guard let bytes = start(of: link, length) else { return nil }
            // The names of images are often wrong.
            let type = (try? FormatSniffer.sniffFile(MemorySource(bytes)))?.mediaType ?? link.type ?? ""
            if let size = bytes.withBytes({ PixelSize(ofImage: $0, mediaType: type) }) { return size }
            if bytes.count < length { return nil }
        }
        return nil
    }
}

/// The size that a page declares in `<meta name="viewport" content="width=600, height=800">`.
private enum DeclaredPageSize {
    /// CSS units in pixels.
    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54,
    ]
    /// As in the page, which ignores larger sizes.
    private static let largest = 20000.0

    static func read(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        guard let tree = try? HTMLDocument.parse(bytes, keepsSpace: false, xml: true), let root = tree.root else {
            return nil
        }
        var found: (width: Int, height: Int)?
        tree.walk(root) { step in
            guard found == nil, case .enter(let node) = step, tree.isElement(node) else { return false }
            if tree.name(of: node) == .meta, tree.valueText(.name, of: node)?.asciiLowercased == "viewport" {
                found = tree.attributeText(.content, of: node).flatMap(size)
            }
            return tree.name(of: node) != .body
        }
        return found
    }

    private static func size(_ content: String) -> (width: Int, height: Int)? {
        let isSeparator = { (byte: UInt8) in
            ASCII.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        }
        let parts = content.asciiLowercased.utf8.split(separator: UInt8(ascii: "="))
            .map { $0.split(whereSeparator: isSeparator) }
        func side(_ name: String) -> Int? {
            let value = zip(parts, parts.dropFirst())
                .first { before, _ in before.last?.elementsEqual(name.utf8) ?? false }?.1.first
            return value.flatMap { pixels(Substring($0)) }
        }
        guard let width = side("width"), let height = side("height") else { return nil }
        return (width, height)
    }

    private static func pixels(_ text: Substring) -> Int? {
        let number = text.prefix { !$0.isLetter || $0 == "e" }
        guard number.utf8.count < 20, let value = Double(number), let unit = units[String(text[number.endIndex...])],
            1...largest ~= value * unit
        else { return nil }
        return Int((value * unit).rounded())
    }
}
