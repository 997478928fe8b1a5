// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The renditions of a publication that are not opened (EPUB Multiple-Rendition Publications 1.1).  They are listed in
/// the links of the manifest.
///
/// A container with a single rendition, as nearly all are, needs no work here.
struct Renditions {
    /// No real publication has more.
    private static let maxCount = 100
    private static let metadataPath = "META-INF/metadata.xml"
    /// The rendition selection attributes (4.3) that have no member in a link.
    private static let attributes: Set<String> = ["media", "accessMode"]

    /// - Parameters:
    ///   - rootfiles: the rootfiles of the container, with their paths.
    ///   - opened: the path of the package document that is opened.
    static func links(
        _ rootfiles: [(node: MarkupTree.Node, path: String)], opened: String, in container: MarkupTree,
        _ files: inout PublicationFiles
    ) throws(Failure) -> [Link] {
        var links: [Link] = []
        var seen: Set<String> = [opened]
        for (node, path) in rootfiles.prefix(maxCount) where seen.insert(path).inserted {
            let place = [OpenContainerFormat.containerPath, "/container/rootfiles"]
            guard files.container.entry(at: path) != nil else {
                files.log.add(.moderate, "The rendition \"\(path.prefix(200))\" does not exist.", place)
                continue
            }
            var link = Link(
                href: PercentEncoding.encodedPath(path), type: container.valueText(.mediaType, of: node),
                rels: ["alternate"])
            for (name, value) in selection(of: node, in: container) {
                switch name {
                case "label": link.title = value.collapsed
                case "language": link.more.languages = value.words
                case "layout": link.properties["layout"] = RenditionHint.layout(value).map { .string($0.rawValue) }
                case let name where attributes.contains(name):
                    link.properties["http://www.idpf.org/2013/rendition#" + name] = .string(value)
                default:
                    files.log.add(.minor, "\"\(name.prefix(100))\" is not an attribute for rendition selection.", place)
                }
            }
            links.append(link)
        }
        try reviewMetadata(&files)
        return links + (try mapping(in: container, &files))
    }

    /// The attributes in the rendition namespace.
    private static func selection(of node: MarkupTree.Node, in tree: MarkupTree) -> [(name: String, value: String)] {
        tree.attributeRange(of: node).compactMap { index in
            let attribute = tree.attributes[index]
            guard attribute.prefixCount > 0, tree.namespace(of: attribute, at: node) == .rendition else { return nil }
            let name = tree.string(attribute.qualifiedName).utf8.dropFirst(Int(attribute.prefixCount))
            return (String(Substring(name)), tree.string(attribute.value).trimmed)
        }
    }

    // MARK: Mapping

    /// The rendition mapping document, which lists corresponding places of the renditions (5).
    private static func mapping(in container: MarkupTree, _ files: inout PublicationFiles) throws(Failure) -> [Link] {
        guard let root = container.root else { return [] }
        for node in container.descendants(of: root, named: .link) {
            guard container.valueText(.rel, of: node) == "mapping", let target = container.value(.href, of: node)
            else { continue }
            let href = container.withBytes(of: target) { HrefBase(href: "").resolve($0) }
            guard let entry = Href.entryPath(href).flatMap({ files.container.entry(at: $0) }) else {
                files.log.add(
                    .minor, "The file \"\(href.prefix(200))\" does not exist.",
                    [OpenContainerFormat.containerPath, "/container/links"])
                return []
            }
            try reviewMapping(entry, &files)
            return [
                Link(href: href, type: container.valueText(.mediaType, of: node) ?? MediaType.xhtml, rels: ["mapping"])
            ]
        }
        return []
    }

    /// Checks that the mapping has a version, and that all its lists have a type.
    private static func reviewMapping(_ entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) {
        guard let tree = try files.optionalDocument(entry, isHTML: true, severity: .minor), let root = tree.root else {
            return
        }
        let hasVersion = tree.descendants(of: root, named: .meta).contains {
            tree.valueText(.name, of: $0) == "epub.multiple.renditions.version"
        }
        if !hasVersion { files.log.add(.minor, "The rendition mapping has no version.", [entry.path]) }
        let types = tree.descendants(of: root, named: .nav).map { tree.structuralTypes(of: $0) }
        if types.contains([]) { files.log.add(.minor, "A list has no type.", [entry.path]) }
        if types.lazy.filter({ $0.contains("resource-map") }).count != 1 {
            files.log.add(.minor, "A rendition mapping must have one resource map.", [entry.path])
        }
    }

    // MARK: Metadata

    /// Checks that the metadata of the publication has a release identifier (3.2): an identifier and a date.
    private static func reviewMetadata(_ files: inout PublicationFiles) throws(Failure) {
        guard let entry = files.container.entry(at: metadataPath),
            let tree = try files.optionalDocument(entry, severity: .minor), let root = tree.root
        else { return }
        let hasDate = tree.descendants(of: root, named: .meta).contains {
            tree.valueText(.property, of: $0) == "dcterms:modified" && !tree.trimmedText(of: $0).isEmpty
        }
        if !hasDate || tree.descendants(of: root, named: .identifier).isEmpty {
            files.log.add(.minor, "The release identifier is incomplete.", [metadataPath])
        }
    }
}
