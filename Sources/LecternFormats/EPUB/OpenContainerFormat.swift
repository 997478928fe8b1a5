// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Finds the package document in an archive (EPUB 3.3, 4: Open Container Format).
enum OpenContainerFormat {
    static let containerPath = "META-INF/container.xml"

    /// Checks the `mimetype` file (4.2.4).  It is only needed to distinguish an EPUB from other archives, so errors are
    /// warnings.
    static func checkMimetype(_ files: inout PublicationFiles) throws(Failure) {
        guard let entry = files.container.entry(at: "mimetype") else {
            return files.log.add(.moderate, "There is no mimetype file that identifies this as an EPUB.", [])
        }
        if entry.index > 0 {
            files.log.add(.minor, "The mimetype file is not the first one in the archive.", ["mimetype"])
        }
        if entry.isCompressed { files.log.add(.minor, "The mimetype file is compressed.", ["mimetype"]) }
        let text: String
        do throws(Failure) {
            text = entry.length <= 1024 ? try files.read(entry).text : ""
        } catch {
            if error.isOfSource { throw error }
            return files.log.add(.moderate, error.message, error.path)
        }
        guard text != MediaType.epub else { return }
        let isSpaced = text.trimmed == MediaType.epub
        files.log.add(
            isSpaced ? .minor : .moderate,
            isSpaced
                ? "There is white space in the mimetype file."
                : "The mimetype file does not contain application/epub+zip.",
            ["mimetype"])
    }

    /// Finds the package document of the default rendition, and creates links to the other renditions.  If the container
    /// does not lead to one, it is found by its file extension.
    static func renditions(_ files: inout PublicationFiles) throws(Failure) -> (package: ContainerEntry, others: [Link])
    {
        do throws(Failure) {
            return try declaredRenditions(&files)
        } catch {
            guard error.status == .format else { throw error }
            let found = try packageDocument(in: files.container) { (entry) throws(Failure) in
                try files.optionalDocument(entry)
            }
            guard let found else { throw error }
            files.log.add(
                .major, "\(error.message) The package document \"\(found.path.prefix(200))\" is used.", error.path)
            return (found, [])
        }
    }

    /// More package documents are not examined.
    private static let mostPackages = 8

    /// The package document with a manifest that is closest to the root.  Other programs add some that have nothing but
    /// metadata.
    ///
    /// - Parameter document: parses an entry.
    static func packageDocument(
        in container: any Container, _ document: (ContainerEntry) throws(Failure) -> MarkupTree?
    ) throws(Failure) -> ContainerEntry? {
        let packages = try InformalFiles(container).files.filter { InformalFile.pathExtension(of: $0.path) == "opf" }
        let rows = packages.enumerated().map { place, file in
            (depth: file.path.utf8.count { $0 == ContainerPath.slash }, place: place, entry: file.entry)
        }
        for row in rows.sorted(by: { ($0.depth, $0.place) < ($1.depth, $1.place) }).prefix(mostPackages) {
            guard let tree = try document(row.entry), let root = tree.root, tree.name(of: root) == .package,
                tree.firstChild(of: root, named: .manifest) != nil
            else { continue }
            return row.entry
        }
        return nil
    }

    private static func declaredRenditions(
        _ files: inout PublicationFiles
    ) throws(Failure) -> (package: ContainerEntry, others: [Link]) {
        guard let entry = files.container.entry(at: containerPath) else {
            throw Failure(
                .format, "There is no container.xml, which names the package document.", path: [containerPath])
        }
        let tree = try files.document(entry)
        guard let root = tree.root, tree.name(of: root) == .container else {
            throw Failure(.format, "The root element is not \"container\".", path: [containerPath])
        }
        for child in tree.children(of: root)
        where tree.name(of: child) != .rootfiles
            && !tree.qualifiedName(of: child).hasSuffix("links") && tree.name(of: child) != .link
        {
            files.log.add(
                .minor, "The element is unknown.", [containerPath, "/container/" + tree.qualifiedName(of: child)])
        }
        let (rootfiles, isClean) = rootfiles(in: tree, below: root)
        if !isClean {
            files.log.add(
                .minor, "The first rootfile is not a package document.", [containerPath, "/container/rootfiles"])
        }
        guard let first = rootfiles.first?.path else {
            throw Failure(
                .format, "There is no rootfile with a full-path.", path: [containerPath, "/container/rootfiles"])
        }
        for rootfile in rootfiles {
            guard let entry = files.container.entry(at: rootfile.path) else { continue }
            if rootfile.path != first {
                files.log.add(
                    .major, "The package document \"\(first)\" does not exist; \"\(rootfile.path)\" is used.",
                    [containerPath])
            }
            guard rootfiles.count > 1 else { return (entry, []) }
            return (entry, try Renditions.links(rootfiles, opened: rootfile.path, in: tree, &files))
        }
        return (try repairedEntry(first, &files), [])
    }

    /// All rootfiles with their paths (4.2.6.3.1).  Package documents come first.
    ///
    /// - Returns: the rootfiles, and whether the first one is a package document, as readers expect.
    private static func rootfiles(
        in tree: MarkupTree, below root: MarkupTree.Node
    ) -> (rootfiles: [(node: MarkupTree.Node, path: String)], isClean: Bool) {
        var packages: [(node: MarkupTree.Node, path: String)] = []
        var others: [(node: MarkupTree.Node, path: String)] = []
        var isClean = true
        for node in tree.descendants(of: root, named: .rootfile) {
            guard let path = tree.valueText(.fullPath, of: node) else { continue }
            let isPackage = tree.value(.mediaType, of: node).map { tree.equals($0, "application/oebps-package+xml") }
            if isPackage == true {
                packages.append((node, path))
            } else {
                if packages.isEmpty { isClean = false }
                others.append((node, path))
            }
        }
        return (packages + others, isClean)
    }

    /// Finds the entry for a full-path that is not the exact path of an entry.
    private static func repairedEntry(_ path: String, _ files: inout PublicationFiles) throws(Failure) -> ContainerEntry
    {
        let normalized = Href.entryPath(Href.normalized(PercentEncoding.encodedPath(path))) ?? path
        let isInside = !path.split(separator: "/").contains("..")
        let found = files.container.entry(at: normalized) != nil ? normalized : files.similarPath(to: normalized)?.path
        guard isInside, let found, let entry = files.container.entry(at: found) else {
            throw Failure(
                .format, "The package document \"\(path.prefix(200))\" does not exist.", path: [containerPath])
        }
        files.log.add(.moderate, "The package document \"\(path)\" was found as \"\(found)\".", [containerPath])
        return entry
    }
}
