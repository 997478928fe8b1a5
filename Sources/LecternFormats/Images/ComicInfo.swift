// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The contents of ComicInfo.xml, which describes a comic (the Anansi Project, ComicInfo 2.1).
public struct ComicInfo: Sendable {
    /// The elements that contain text, in document order.  The first of several elements with the same name is used.
    private let elements: [(name: String, text: String)]
    public let pages: [Page]

    /// No real comic has as many.
    private static let maxElements = 500
    private static let maxPages = 100_000
    private static let maxNames = 1000

    /// Returns nil if this is not a ComicInfo document.
    init?(_ tree: MarkupTree) {
        guard let root = tree.root, tree.qualifiedName(of: root) == "ComicInfo" else { return nil }
        var elements: [(name: String, text: String)] = []
        var names: Set<String> = []
        var pages: [Page] = []
        for child in tree.children(of: root) {
            let name = tree.qualifiedName(of: child)
            if name == "Pages" {
                pages += tree.children(of: child).lazy.compactMap { Page($0, in: tree) }.prefix(
                    ComicInfo.maxPages - pages.count)
                continue
            }
            guard elements.count < ComicInfo.maxElements, StreamSafeText.contains(name) else { continue }
            // Line breaks in a summary are paragraphs.
            let text = name == "Summary" ? tree.text(of: child).trimmed : tree.text(of: child).collapsed
            if !text.isEmpty, names.insert(name).inserted { elements.append((name, text)) }
        }
        self.elements = elements
        self.pages = pages
    }

    /// Parses the document; nil if it is not a ComicInfo document.
    public init?(xml: ByteBuffer) throws(Failure) {
        let tree = try xml.withBytes { (bytes) throws(Failure) in try XMLDocument.parse(bytes, keepsSpace: true) }
        self.init(tree)
    }

    /// The text of an element.
    public subscript(name: String) -> String? { elements.first { $0.name == name }?.text }

    /// The items of a comma-separated list.
    public func list(_ name: String) -> [String] {
        (self[name] ?? "").utf8.split(separator: UInt8(ascii: ","), maxSplits: ComicInfo.maxNames)
            .prefix(ComicInfo.maxNames)
            .map { String(Substring($0)).trimmed }.filter { !$0.isEmpty }
    }

    public func wholeNumber(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// The elements that are not mapped to a member of the metadata.
    public var other: [(name: String, text: String)] { elements.filter { !ComicInfo.known.contains($0.name) } }

    private static let known: Set<String> = [
        "Title", "Series", "Number", "AlternateSeries", "AlternateNumber", "Summary", "Year", "Month", "Day", "Writer",
        "Penciller", "Inker", "Colorist", "Letterer", "CoverArtist", "Editor", "Translator", "Publisher", "Imprint",
        "Genre", "Tags", "LanguageISO", "GTIN", "Manga",
    ]

    // MARK: Pages

    /// The description of one image.
    public struct Page: Sendable {
        /// The index of the image in the reading order.
        public let image: Int
        public let type: PageType?
        public let isDoublePage: Bool?
        /// In bytes.
        public let imageSize: Int?
        public let key: String?
        public let bookmark: String?
        public let imageWidth: Int?
        public let imageHeight: Int?

        fileprivate init?(_ node: MarkupTree.Node, in tree: MarkupTree) {
            guard tree.qualifiedName(of: node) == "Page" else { return nil }
            var values: [String: String] = [:]
            for index in tree.attributeRange(of: node) {
                let name = tree.string(tree.attributes[index].qualifiedName)
                if Page.attributes.contains(name) { values[name] = tree.string(tree.attributes[index].value).trimmed }
            }
            guard let image = values["Image"].flatMap({ Int($0) }), image >= 0 else { return nil }
            self.image = image
            type = values["Type"].flatMap(PageType.init(name:))
            isDoublePage = values["DoublePage"].map { ["true", "1"].contains($0.asciiLowercased) }
            imageSize = values["ImageSize"].flatMap { Int($0) }
            key = values["Key"]
            bookmark = values["Bookmark"]
            imageWidth = values["ImageWidth"].flatMap { Int($0) }
            imageHeight = values["ImageHeight"].flatMap { Int($0) }
        }

        private static let attributes: Set<String> = [
            "Image", "Type", "DoublePage", "ImageSize", "Key", "Bookmark", "ImageWidth", "ImageHeight",
        ]
    }

    public enum PageType: String, Sendable, CaseIterable {
        case frontCover, innerCover, roundup, story, advertisement, editorial, letters, preview, backCover, other,
            deleted

        /// Parses the name of a type, case-insensitively.  Old documents use "Delete".
        public init?(name: String) {
            let name = name.asciiLowercased
            guard
                let type = name == "delete"
                    ? .deleted : PageType.allCases.first(where: { $0.rawValue.asciiLowercased == name })
            else { return nil }
            self = type
        }
    }

    public func firstPage(_ type: PageType) -> Page? { pages.first { $0.type == type } }
}
