// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

extension DAISYBook {
    /// A book of DAISY 3: the package document lists the SMIL files, the NCX and the texts.
    init(package entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) {
        let package = try PackageDocument(entry, &files, isOfEPUB: false)
        files.packagePath = package.path
        let items = try ManifestItems(package, &files.log)
        root = entry.path
        metadata = try PackageMetadata(package, &files).manifestMetadata(fileName: files.container.name, &files.log)
        DAISYBook.complete(&metadata, package)
        var navigation = Navigation()
        var structures: [String: String] = [:]
        if let (tree, path) = try DAISYBook.document(.ncx, package, items, &files) {
            navigation = NCX.read(
                tree, base: HrefBase(entryPath: path), HrefsInOrder([]), limits: files.limits, &files.log)
            structures = DAISYBook.structures(tree)
        }
        timeline = try DAISYTimeline(
            DAISYBook.spine(package, items), structures: structures, &files)
        for page in navigation.pageList { timeline.set("pagebreak", at: page.href, &files) }
        let headings = try readTexts(package, items, &files)
        toc = navigation.toc.isEmpty ? headings.toc : navigation.toc
        pages = navigation.pageList.isEmpty ? headings.pages : navigation.pageList
    }

    private enum Kind: String {
        case ncx = "application/x-dtbncx+xml"
        case text = "application/x-dtbook+xml"
        case presentation = "application/smil"
    }

    // MARK: Package

    /// The metadata of the recordings of a talking book.
    private static func complete(_ metadata: inout Metadata, _ package: PackageDocument) {
        let tree = package.tree
        for node in package.metadata where tree.name(of: node) == .meta {
            guard let name = tree.valueText(.name, of: node)?.asciiLowercased,
                let value = tree.valueText(.content, of: node)?.collapsed, !value.isEmpty
            else { continue }
            switch name {
            case "dtb:narrator":
                metadata.contributors.add(Contributor(name: LocalizedString(value)), as: .narrator)
            case "dtb:totaltime": metadata.duration = metadata.duration ?? DAISYBook.duration(value)
            default: break
            }
        }
        // Statements about the files themselves.
        metadata.other = JSONObject(
            metadata.other.members.filter { !$0.key.hasPrefix("http://idpf.org/epub/vocab/package/#") })
    }

    private static func hrefs(_ kind: Kind, _ package: PackageDocument, _ items: borrowing ManifestItems) -> [String] {
        items.items.filter { package.tree.string($0.type).asciiLowercased.hasPrefix(kind.rawValue) }
            .map { package.href(of: $0.href) }
    }

    private static func document(
        _ kind: Kind, _ package: PackageDocument, _ items: borrowing ManifestItems, _ files: inout PublicationFiles
    ) throws(Failure) -> (MarkupTree, path: String)? {
        guard let href = hrefs(kind, package, items).first, let entry = files.entry(at: href),
            let tree = try files.optionalDocument(entry, keepsSpace: true)
        else { return nil }
        return (tree, entry.path)
    }

    /// The SMIL files in reading order: those of the spine, otherwise all.
    private static func spine(_ package: PackageDocument, _ items: borrowing ManifestItems) -> [String] {
        var hrefs: [String] = []
        for node in package.tree.children(of: package.spine, named: .itemref) {
            guard let item = items.index(of: package.tree.value(.idref, of: node)) else { continue }
            let type = package.tree.string(items.items[item].type).asciiLowercased
            if type.hasPrefix(Kind.presentation.rawValue) { hrefs.append(package.href(of: items.items[item].href)) }
        }
        return hrefs.isEmpty ? DAISYBook.hrefs(.presentation, package, items) : hrefs
    }

    /// The structures of the custom tests in the SMIL files.
    private static func structures(_ tree: MarkupTree) -> [String: String] {
        guard let head = tree.root.flatMap({ tree.firstChild(of: $0, named: .head) }) else { return [:] }
        var structures: [String: String] = [:]
        for node in tree.children(of: head) where tree.localName(of: node) == "smilCustomTest" {
            guard let id = tree.attributeText(.id, of: node), let name = tree.value(named: "bookStruct", of: node)
            else { continue }
            structures[id] = name
        }
        return structures
    }

    // MARK: Texts

    /// Makes the documents of the texts, in the order in which they are read.
    ///
    /// - Returns: their headings and pages, for a book without an NCX.
    private mutating func readTexts(
        _ package: PackageDocument, _ items: borrowing ManifestItems, _ files: inout PublicationFiles
    ) throws(Failure) -> (toc: [Link], pages: [Link]) {
        let presented = timeline.moments.compactMap { $0.text.map(Href.withoutFragment) }
        let listed = DAISYBook.hrefs(.text, package, items)
        var texts: [String: DTBookText] = [:]
        var number = 0
        var headings: [(level: Int, link: Link)] = []
        var pages: [Link] = []
        for href in (presented + listed).withoutRepetitions {
            guard let entry = files.entry(at: href), sources.insert(entry.path).inserted,
                let tree = try files.optionalDocument(entry, keepsSpace: true, isOfEPUB: false),
                DTBookText.isDTBook(tree)
            else { continue }
            let text = DTBookText(
                tree, path: entry.path, number: &number, title: metadata.title.text,
                most: Int(clamping: files.limits.maxNesting))
            texts[PercentEncoding.encodedPath(entry.path)] = text
            headings += text.headings
            pages += text.pages
            documents += text.documents.map { Document(path: $0.path, title: $0.title, content: $0.content) }
            let style = (DAISYFormat.folder(of: entry.path) + DTBookText.styleSheetName, DTBookText.styleSheet)
            if !made.contains(where: { $0.path == style.0 }) { made.append(style) }
        }
        timeline.keepTexts { href in
            texts[Href.withoutFragment(href)]?.href(
                Href.fragment(href).map { PercentEncoding.decoded($0) ?? String($0) })
        }
        return (Link.nested(headings), pages)
    }
}
