// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Makes links of items: resolved hrefs of files that exist, and media types.
struct ItemLinks {
    private let package: PackageDocument
    private var types = MediaTypeNames()
    /// Files whose entry has another name, by href.
    private(set) var entryPaths: [String: String] = [:]
    /// The files that have a link, by the place of their entry in the container; those without an entry by href.
    private var seenEntries: [Bool] = []
    private var seenHrefs: Set<String> = []
    /// Whether the file of the link made last does not exist.
    private(set) var wasMissing = false

    init(_ package: PackageDocument) { self.package = package }

    /// The link of an item, or nil if its href is nothing that could be read, or the file of another item.
    ///
    /// - Parameter isAlternate: alternates may stand for the same file as other links.
    mutating func link(
        _ item: borrowing ManifestItem, isInSpine: Bool, isAlternate: Bool, _ files: inout PublicationFiles
    ) -> Link? {
        let slice = item.href
        wasMissing = false
        let tree = package.tree
        let target: (href: String, entry: Int32?)?
        if let path = tree.withBytes(of: slice, package.base.resolvePlain) {
            target = plain(path, isInSpine: isInSpine, &files)
        } else {
            checkForm(of: slice, &files.log)
            target = unusual(tree.withBytes(of: slice) { package.base.resolve($0) }, isInSpine: isInSpine, &files)
        }
        guard let target else { return nil }
        if target.entry == package.entryIndex {
            files.log.add(
                .minor, "The manifest lists the package document itself.", [package.path, "/package/manifest"])
        }
        if !isAlternate && isRepeated(target) {
            files.log.add(.minor, "\"\(target.href)\" is in the manifest already.", [package.path, "/package/manifest"])
            return nil
        }
        return Link(href: target.href, type: type(item.type, href: target.href, isInSpine: isInSpine, &files.log))
    }

    // MARK: Files

    /// The common case has to be fast: a path without escapes is the name of its entry.
    private mutating func plain(
        _ path: String, isInSpine: Bool, _ files: inout PublicationFiles
    ) -> (href: String, entry: Int32?)? {
        var name = path
        if let entry = name.withUTF8({ files.container.index(of: UnsafeRawBufferPointer($0)) }) { return (path, entry) }
        return missing(path, isInSpine: isInSpine, &files)
    }

    private mutating func unusual(
        _ href: String, isInSpine: Bool, _ files: inout PublicationFiles
    ) -> (href: String, entry: Int32?)? {
        if Href.isAbsolute(href) {
            if Href.isWeb(href) {
                if isInSpine {
                    files.log.add(
                        .moderate, "\"\(href.prefix(200))\" in the spine is not in the publication.",
                        [package.path, "/package/manifest"])
                }
                return (href, nil)
            }
            files.log.add(
                .moderate, "\"\(href.prefix(200))\" is nothing that a publication can hold.",
                [package.path, "/package/manifest"])
            return nil
        }
        if let path = Href.entryPath(href), path.utf8.contains(where: ItemLinks.forbidden.contains) {
            files.log.add(
                .minor, "\"\(path.prefix(200))\" has characters that names of files may not have.",
                [package.path, "/package/manifest"])
        }
        if let entry = Href.entryPath(href).flatMap({ files.container.entry(at: $0) }) { return (href, entry.index) }
        return missing(href, isInSpine: isInSpine, &files)
    }

    /// A file that does not exist, unless one with nearly the same name is meant.
    private mutating func missing(
        _ href: String, isInSpine: Bool, _ files: inout PublicationFiles
    ) -> (href: String, entry: Int32?)? {
        let path = [package.path, "/package/manifest"]
        if let name = Href.entryPath(href), let similar = files.similarPath(to: name) {
            entryPaths[String(Href.path(href))] = similar.path
            // Unicode's forms of a name are the same name (OCF, 4.2.3); archives should have the composed one.
            let isDecomposed = similar.path.utf8.count > name.utf8.count
            if !similar.isSame || isDecomposed {
                files.log.add(similar.isSame ? .minor : .moderate, "\"\(href)\" was found as \"\(similar.path)\".", path)
            }
            return (href, files.container.entry(at: similar.path)?.index)
        }
        wasMissing = true
        files.log.add(isInSpine ? .major : .moderate, "The file \"\(href.prefix(200))\" does not exist.", path)
        return (href, nil)
    }

    /// What may not stand in the URL of a file (5.6.2.1, 4.2.5; WHATWG URL).
    private func checkForm(of href: MarkupTree.Slice, _ log: inout WarningLog) {
        let fault = package.tree.withBytes(of: href) { bytes -> String? in
            if bytes.contains(UInt8(ascii: " ")) { return "has spaces that are not encoded" }
            guard !bytes.contains(UInt8(ascii: ":")) else { return nil }
            if bytes.contains(UInt8(ascii: "?")) { return "has a query" }
            if bytes.contains(UInt8(ascii: "#")) { return "has a fragment" }
            return nil
        }
        guard let fault else { return }
        log.add(
            .minor, "\"\(package.tree.string(href).prefix(200))\" \(fault).", [package.path, "/package/manifest"])
    }

    /// In the names of files (OCF, 4.2.3).  The question mark is one of them too, but all it needs is an escape.
    private static let forbidden: [UInt8] = Array("\"*:<>\\|\u{7F}".utf8)

    /// Whether there is a link for the file that `href` leads into.
    func isKnown(_ href: String, _ files: borrowing PublicationFiles) -> Bool {
        let path = Href.entryPath(href)
        guard let entry = path.flatMap({ files.container.entry(at: $0) }).map({ Int($0.index) }), entry >= 0 else {
            return seenHrefs.contains(Href.withoutFragment(href))
        }
        return entry < seenEntries.count && seenEntries[entry]
    }

    /// Whether another link has this file.  From now on, one has.
    private mutating func isRepeated(_ target: (href: String, entry: Int32?)) -> Bool {
        guard let entry = target.entry.map(Int.init), entry >= 0 else { return !seenHrefs.insert(target.href).inserted }
        if entry >= seenEntries.count {
            seenEntries.append(contentsOf: repeatElement(false, count: max(64, entry * 2) - seenEntries.count))
        }
        defer { seenEntries[entry] = true }
        return seenEntries[entry]
    }

    // MARK: Media types

    private mutating func type(
        _ slice: MarkupTree.Slice, href: String, isInSpine: Bool, _ log: inout WarningLog
    ) -> String {
        if slice.count > 0 {
            if let type = types.name(of: slice, in: package.tree) { return type }
            log.add(
                .moderate, "\"\(package.tree.string(slice).prefix(100))\" is no media type.",
                [package.path, "/package/manifest", href])
        }
        let guess = MediaType.guess(path: String(Href.path(href)))
        if isInSpine { return guess == nil || MediaType.isHTML(guess) ? MediaType.xhtml : guess ?? MediaType.xhtml }
        return guess ?? MediaType.octetStream
    }
}

extension Href {
    /// Whether it leads to the web.
    static func isWeb(_ href: String) -> Bool { href.hasPrefix("http:") || href.hasPrefix("https:") }
}

/// The media types of one document: each is made once, for a book of thousands of chapters has three.
struct MediaTypeNames {
    private var known: [(slice: MarkupTree.Slice, name: String)] = []

    /// The types of nearly all items, which need neither be checked nor made.
    private static let common: [(text: StaticString, name: String)] = [
        ("application/xhtml+xml", MediaType.xhtml), ("image/jpeg", "image/jpeg"), ("image/png", "image/png"),
        ("text/css", "text/css"), ("application/x-dtbncx+xml", MediaType.ncx), ("image/svg+xml", "image/svg+xml"),
        ("application/smil+xml", MediaType.smil), ("audio/mpeg", "audio/mpeg"), ("image/gif", "image/gif"),
        ("text/javascript", "text/javascript"), ("application/vnd.ms-opentype", "application/vnd.ms-opentype"),
    ]

    /// nil when the text is no media type.
    mutating func name(of slice: MarkupTree.Slice, in tree: MarkupTree) -> String? {
        for index in known.indices where tree.equals(known[index].slice, slice) { return known[index].name }
        guard let name = MediaTypeNames.made(of: slice, in: tree) else { return nil }
        if known.count < 16 { known.append((slice, name)) }
        return name
    }

    private static func made(of slice: MarkupTree.Slice, in tree: MarkupTree) -> String? {
        for type in common where tree.equals(slice, type.text) { return type.name }
        let text = tree.string(slice)
        // Parameters stay as they are written.
        return MediaType.essence(text).map { $0 + text.dropFirst(text.prefix { $0 != ";" }.count) }
    }
}
