// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Validates the links of the metadata (EPUB 3.3, 5.5.7 and D.1).
struct MetadataLinkValidation {
    private let package: PackageDocument
    private let link: MarkupTree.Node
    private let isRefinement: Bool
    private let type: String?
    private var rels: [String] = []
    private var files: PublicationFiles

    static func review(_ package: PackageDocument, _ files: inout PublicationFiles) {
        guard package.isEPUB3 else { return }
        for node in package.metadata where package.tree.name(of: node) == .link {
            var review = MetadataLinkValidation(package: package, link: node, files: files)
            review.review()
            files = review.files
        }
    }

    private init(package: PackageDocument, link: MarkupTree.Node, files: PublicationFiles) {
        self.package = package
        self.link = link
        self.files = files
        isRefinement = package.tree.value(.refines, of: link) != nil
        type = package.tree.valueText(.mediaType, of: link)
        rels = (package.tree.valueText(.rel, of: link) ?? "").words
    }

    private mutating func review() {
        let tree = package.tree
        if rels.isEmpty { warn("The link has no rel.") }
        if rels.count > 1 && rels.contains("alternate") {
            warn("\"alternate\" cannot be combined with other relations.")
        }
        for rel in rels where MetadataLinkValidation.deprecated.contains(rel) {
            warn("The relation \"\(rel)\" is deprecated.")
        }
        if rels.contains("voicing") {
            if !isRefinement { warn("\"voicing\" must refine another element.") }
            if type?.hasPrefix("audio/") != true { warn("The target of \"voicing\" is not an audio file.") }
        }
        if let hreflang = tree.attributeText(.hreflang, of: link), !hreflang.isEmpty {
            let isClean = hreflang == hreflang.trimmed && LanguageTag.wellFormed(hreflang) != nil
            if !isClean { warn("\"\(hreflang.prefix(100))\" is not a language tag.") }
        }
        if let properties = tree.attributeText(.properties, of: link), properties.trimmed.isEmpty {
            warn("The properties are empty.")
        }
        reviewTarget()
    }

    private mutating func reviewTarget() {
        guard let slice = package.tree.value(.href, of: link) else { return warn("The link has no href.") }
        let href = package.tree.withBytes(of: slice) { package.base.resolve($0) }
        guard !Href.isAbsolute(href) else {
            if !Href.isWeb(href) && (href.hasPrefix("data:") || href.hasPrefix("file:")) {
                warn("\"\(href.prefix(100))\" cannot be the target of a link.")
            }
            return
        }
        guard let path = Href.entryPath(href) else { return }
        if path == package.path { return warn("The link refers to the package document itself.") }
        if type == nil { warn("The link to a file of the publication has no media type.") }
        if files.container.entry(at: path) == nil && files.similarPath(to: path) == nil {
            warn("The file \"\(href.prefix(200))\" does not exist.")
        }
    }

    private static let deprecated: Set<String> = [
        "marc21xml-record", "mods-record", "onix-record", "xmp-record", "xml-signature",
    ]

    private mutating func warn(_ message: @autoclosure () -> String) {
        files.log.add(.minor, message(), [package.path, package.location(of: link)])
    }
}
