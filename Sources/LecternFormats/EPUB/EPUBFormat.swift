// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Parses EPUB 2 and 3 (EPUB 3.3; OPF 2.0.1 and OCF 2.0.1) to a Readium manifest.
///
/// Errors that do not prevent reading are repaired with a warning.  A package document with a manifest and a spine is
/// required.
public enum EPUBFormat {
    /// - Parameter container: the archive.  Its name is used if there is no title.
    /// - Returns: a manifest whose hrefs are relative to the root of the container.
    public static func parse(_ container: any Container, limits: Limits) throws(Failure) -> ParsedPublication {
        var files = PublicationFiles(container, limits: limits)
        try OpenContainerFormat.checkMimetype(&files)
        let renditions = try OpenContainerFormat.renditions(&files)
        let package = try PackageDocument(renditions.package, &files)
        files.packagePath = package.path
        let metadata = try PackageMetadata(package, &files)
        let encryptions = try EncryptionDocument.read(&files)
        let items = try ManifestItems(package, &files.log)
        var order = ReadingOrder(items, metadata, encryptions: encryptions, &files)
        guard !order.readingOrder.isEmpty else {
            throw Failure(.format, "The reading order is empty.", path: [package.path, "/package/spine"])
        }
        var navigation = try EPUBFormat.navigation(package, order.roles, HrefsInOrder(order.readingOrder), &files)
        navigation.correct(order.links.entryPaths, &files)
        PackageValidation.review(order, metadata, navigation, &files)
        try ContainerValidation.review(&files)

        var manifest = Manifest(metadata: metadata.manifestMetadata(fileName: container.name, &files.log))
        manifest.metadata.readingProgression = order.readingProgression
        manifest.links = renditions.others
        manifest.links += ContentProtection.links(files)
        order.move(to: &manifest)
        try setLayout(of: &manifest, metadata, &files)
        setNavigation(of: &manifest, navigation)
        addCover(navigation, order.roles, &manifest, &files)
        let licensing = try ContentProtection.scheme(&files)
        return ParsedPublication(
            manifest: manifest, mediaType: MediaType.epub, encryptions: encryptions,
            uniqueIdentifier: metadata.uniqueIdentifier(),
            entryPaths: order.links.entryPaths, packagePath: package.path, licensing: licensing, warnings: files.log.all
        )
    }

    // MARK: Navigation

    /// The lists of the navigation document.  Missing ones are taken from the NCX and the guide.
    private static func navigation(
        _ package: PackageDocument, _ roles: ItemRoles, _ hrefs: HrefsInOrder, _ files: inout PublicationFiles
    ) throws(Failure) -> Navigation {
        var navigation = Navigation()
        var navigationHref = ""
        if let (tree, base) = try document(roles.navigation, package, isHTML: true, &files) {
            navigationHref = base.href
            navigation = NavigationDocument.read(tree, base: base, hrefs, limits: files.limits, &files.log)
        }
        if !Navigation.leadAway(navigation.toc, from: navigationHref, &files),
            let (tree, base) = try document(roles.ncx, package, isHTML: false, &files)
        {
            let ncx = NCX.read(tree, base: base, hrefs, limits: files.limits, &files.log)
            if Navigation.leadAway(ncx.toc, from: base.href, &files) { navigation.toc = [] }
            if package.isEPUB3, navigation.toc.isEmpty {
                files.log.add(.moderate, "The table of contents is taken from the NCX.", [package.path])
            }
            navigation.complete(with: ncx)
        }
        if navigation.pageList.isEmpty,
            let (tree, base) = try document(roles.pageMap, package, isHTML: false, &files)
        {
            navigation.pageList = PageMap.links(tree, base: base, &files.log)
        }
        if navigation.landmarks.isEmpty { navigation.landmarks = Guide.landmarks(package, &files.log) }
        if navigation.toc.isEmpty { files.log.add(.moderate, "There is no table of contents.", [package.path]) }
        return navigation
    }

    /// The document of an item, with the base for its hrefs.
    private static func document(
        _ item: ManifestItem?, _ package: PackageDocument, isHTML: Bool, _ files: inout PublicationFiles
    ) throws(Failure) -> (tree: MarkupTree, base: HrefBase)? {
        guard let slice = item?.href else { return nil }
        let href = package.href(of: slice)
        guard let path = Href.entryPath(href) else { return nil }
        let entry =
            files.container.entry(at: path)
            ?? files.similarPath(to: path).flatMap { files.container.entry(at: $0.path) }
        guard let entry else { return nil }
        guard let tree = try files.optionalDocument(entry, keepsSpace: true, isHTML: isHTML) else { return nil }
        return (tree, HrefBase(href: String(Href.path(href))))
    }

    private static func setNavigation(of manifest: inout Manifest, _ navigation: Navigation) {
        manifest.toc = navigation.toc
        let lists = [("pageList", navigation.pageList), ("landmarks", navigation.landmarks)] + navigation.others
        manifest.collections = lists.filter { !$0.1.isEmpty }.map { PublicationCollection(role: $0.0, links: $0.1) }
        for rel in ["cover", "start", "contents"] {
            // The start of the text is a place in the reading order.
            guard let landmark = navigation.landmarks.first(where: { $0.rels.contains(rel) }) else { continue }
            let href = Href.withoutFragment(landmark.href)
            guard let place = manifest.readingOrder.firstIndex(where: { $0.href == href }) else { continue }
            if !manifest.readingOrder[place].rels.contains(rel) { manifest.readingOrder[place].rels.append(rel) }
        }
    }

    /// Adds the file that the guide refers to as the cover, if the manifest of the package has no cover, nor this file.
    private static func addCover(
        _ navigation: Navigation, _ roles: ItemRoles, _ manifest: inout Manifest, _ files: inout PublicationFiles
    ) {
        guard roles.cover == nil, let landmark = navigation.landmarks.first(where: { $0.rels.contains("cover") })
        else { return }
        let href = Href.withoutFragment(landmark.href)
        guard manifest.link(withHREF: href) == nil, files.has(href), let type = MediaType.guess(path: href)
        else { return }
        files.log.add(.minor, "The manifest of the package does not list the cover.", [href])
        manifest.resources.append(Link(href: href, type: type, rels: type.hasPrefix("image/") ? ["cover"] : []))
    }

    // MARK: Layout

    /// Images contain no text to reflow: a spine that consists of images only is a comic.
    private static func setLayout(
        of manifest: inout Manifest, _ metadata: PackageMetadata, _ files: inout PublicationFiles
    ) throws(Failure) {
        let isComic = manifest.readingOrder.allSatisfy { MediaType.isBitmap($0.type) }
        let layout = isComic ? .fixed : try metadata.layout(&files)
        manifest.metadata.layout = layout
        manifest.metadata.presentation = metadata.presentation(layout)
        if isComic { manifest.metadata.conformsTo.append(Profile.divina.rawValue) }
    }
}
