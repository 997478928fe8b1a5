// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Validates the items of the manifest (EPUB 3.3, 5.6 and D.4) that the parser has marked.
enum ItemValidation {
    static func review(_ order: borrowing ReadingOrder, _ metadata: PackageMetadata, _ log: inout WarningLog) {
        for item in order.items.unusual { review(Int(item), order.items, &log) }
        reviewFallbacks(order, &log)
        reviewRemote(order, &log)
        for item in order.roles.unusual { reviewProperties(item, order.items, order.roles, &log) }
        reviewDataNavigation(order, &log)
        if let cover = order.roles.cover, order.items.items[cover].type.count > 0 {
            let isImage = metadata.package.tree.string(order.items.items[cover].type).hasPrefix("image/")
            if !isImage { warn(cover, order.items, &log, "The cover image is not an image.") }
        }
    }

    private static func review(_ index: Int, _ items: borrowing ManifestItems, _ log: inout WarningLog) {
        let item = items.items[index]
        if item.type.count == 0 { warn(index, items, &log, "The item has no media type.") }
        if items.package.tree.equals(item.type, "text/html"), items.package.majorVersion == 2 {
            warn(index, items, &log, "The media type of XHTML must be application/xhtml+xml.")
        }
        guard let style = items.package.tree.fallbackStyle(of: item.node) else { return }
        if items.package.isEPUB3 {
            warn(index, items, &log, "The attribute fallback-style is not part of EPUB 3.")
        } else if items.index(of: style) == nil {
            warn(
                index, items, &log,
                "The fallback style \"\(items.package.tree.string(style).prefix(100))\" is not an item.")
        }
    }

    /// Checks the fallbacks of items that are not in the spine.  Those of the spine have been followed already.
    private static func reviewFallbacks(_ order: borrowing ReadingOrder, _ log: inout WarningLog) {
        guard order.items.hasFallbacks else { return }
        var isInSpine = Array(repeating: false, count: order.items.items.count)
        for entry in order.spine.entries { isInSpine[entry.item] = true }
        for index in order.items.unusual.map(Int.init) where !isInSpine[index] {
            _ = Fallbacks.chain(of: index, in: order.items, &log)
        }
    }

    /// Only audio, video, fonts and the files that scripts request may be outside of the container (3.6).  Of the types that
    /// are neither, an SVG or a foreign resource may be a font or a video.
    private static func reviewRemote(_ order: borrowing ReadingOrder, _ log: inout WarningLog) {
        let package = order.items.package
        guard package.isEPUB3 else { return }
        let remote = order.resources.filter { Href.isWeb($0.href) && mustBeInside($0.type) }
        guard !remote.isEmpty, !(order.readingOrder + order.resources).contains(where: isScripted) else { return }
        for link in remote {
            log.add(
                .minor, "\"\(link.href.prefix(200))\" must be in the publication.", [package.path, "/package/manifest"])
        }
    }

    private static func mustBeInside(_ type: String?) -> Bool {
        MediaType.isHTML(type) || MediaType.isBitmap(type) || type == "text/css"
    }

    private static func isScripted(_ link: Link) -> Bool {
        link.properties["contains"]?.array?.contains(.string("js")) == true
    }

    /// The fonts of the core media types (3.2).
    private static let coreFonts: Set<String> = [
        "font/ttf", "application/font-sfnt", "font/otf", "application/vnd.ms-opentype", "font/woff",
        "application/font-woff", "font/woff2",
    ]

    /// Only fonts may be obfuscated (OCF, 4.4), in EPUB 3 only those of the core media types.
    static func reviewObfuscation(_ index: Int, _ items: borrowing ManifestItems, _ log: inout WarningLog) {
        let type = items.package.tree.string(items.items[index].type).asciiLowercased
        // Fonts have many media types, some of them generic binary types.  Types of text, images and audio are never used.
        let mayBeFont = type.hasPrefix("font/") || type.hasPrefix("application/") && !type.hasSuffix("+xml")
        if !mayBeFont {
            warn(index, items, &log, "Only fonts can be obfuscated.")
        } else if items.package.isEPUB3, !coreFonts.contains(type) {
            warn(index, items, &log, "The obfuscated font has no core media type.")
        }
    }

    /// Data navigation documents are machine-readable only (Region-Based Navigation, 2.2).
    private static func reviewDataNavigation(_ order: borrowing ReadingOrder, _ log: inout WarningLog) {
        guard !order.roles.unusual.isEmpty else { return }
        let documents = order.roles.items(with: "data-nav", order.items)
        guard !documents.isEmpty else { return }
        let package = order.items.package
        if documents.count > 1 {
            log.add(.minor, "There are several data navigation documents.", [package.path, "/package/manifest"])
        }
        for node in package.tree.children(of: package.spine, named: .itemref) {
            guard let item = order.items.index(of: package.tree.value(.idref, of: node)), documents.contains(item)
            else { continue }
            log.add(
                .minor, "A data navigation document should not be in the spine.",
                [package.path, package.location(of: node)])
            return
        }
    }

    /// Warns about unknown properties, and about properties that only one item may have (D.4).
    private static func reviewProperties(
        _ index: Int, _ items: borrowing ManifestItems, _ roles: ItemRoles, _ log: inout WarningLog
    ) {
        for word in items.package.tree.string(items.items[index].properties).words {
            if word == "nav" {
                if !roles.isNavigation(index) {
                    warn(index, items, &log, "There is more than one navigation document.")
                }
            } else if word == "cover-image" {
                if index != roles.cover { warn(index, items, &log, "There is more than one cover image.") }
            } else if !known.contains(word) && (!word.utf8.contains(UInt8(ascii: ":")) || word.hasPrefix("rendition:"))
            {
                warn(index, items, &log, "\"\(word.prefix(100))\" is not a property of items.")
            }
        }
    }

    /// Includes the properties of other EPUB specifications: dictionaries, indexes, data navigation.
    private static let known: Set<String> = [
        "cover-image", "mathml", "nav", "remote-resources", "scripted", "svg", "switch", "dictionary", "glossary",
        "index",
        "search-key-map", "data-nav",
    ]

    static func warn(
        _ index: Int, _ items: borrowing ManifestItems, _ log: inout WarningLog, _ message: @autoclosure () -> String
    ) {
        let package = items.package
        let node = items.items[index].node
        log.add(.minor, message(), [package.path, package.location(of: node)])
    }
}

extension MarkupTree {
    /// The value of an attribute that is not used anywhere else.
    fileprivate func fallbackStyle(of node: Node) -> Slice? {
        for index in attributeRange(of: node) where equals(attributes[index].qualifiedName, "fallback-style") {
            return trimmed(attributes[index].value)
        }
        return nil
    }
}
