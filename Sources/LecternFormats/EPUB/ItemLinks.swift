// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Creates the links of items: resolves hrefs, checks that files exist, and sets media types.
struct ItemLinks {
    private let package: PackageDocument
    private var types = MediaTypeNames()
    /// Files whose entry has a different name, by href.
    private(set) var entryPaths: [String: String] = [:]
    /// The hrefs of files that have a link, by the index of their entry in the container.  Those without an entry are only
    /// stored by href.
    private var seenEntries: [String?] = []
    private var seenHrefs: Set<String> = []
    /// Whether the file of the last link does not exist.
    private(set) var wasMissing = false
    /// The href of an earlier link to the file of the last one; nil if there is none.
    private(set) var known: String?

    init(_ package: PackageDocument) { self.package = package }

    /// The link of an item.  Returns nil if its href cannot be read, or if it is not in the spine and refers to the file of
    /// another item.
    ///
    /// - Parameter isAlternate: whether it is an alternate, which may refer to the same file as another link.
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
            target = unusual(package.href(of: slice), isInSpine: isInSpine, &files)
        }
        guard let target else { return nil }
        // In a folder, no file has an index.
        if target.entry == package.entryIndex, Href.entryPath(target.href) == package.path {
            files.log.add(
                .minor, "The manifest lists the package document itself.", [package.path, "/package/manifest"])
        }
        known = isAlternate ? nil : earlier(target)
        if known != nil {
            files.log.add(
                .minor, "\"\(target.href)\" is already in the manifest.", [package.path, "/package/manifest"])
            if !isInSpine { return nil }
        }
        return Link(href: target.href, type: type(item.type, href: target.href, isInSpine: isInSpine, &files.log))
    }

    // MARK: Files

    /// The fast path for the common case: a path without escapes is the name of its entry.
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
                        .moderate, "\"\(href.prefix(200))\" is in the spine, but not in the publication.",
                        [package.path, "/package/manifest"])
                }
                return (href, nil)
            }
            files.log.add(
                .moderate, "\"\(href.prefix(200))\" cannot be part of a publication.",
                [package.path, "/package/manifest"])
            return nil
        }
        if let entry = Href.entryPath(href).flatMap({ files.container.entry(at: $0) }) { return (href, entry.index) }
        return missing(href, isInSpine: isInSpine, &files)
    }

    /// Handles a file that does not exist.  An entry with a similar name is used instead.
    private mutating func missing(
        _ href: String, isInSpine: Bool, _ files: inout PublicationFiles
    ) -> (href: String, entry: Int32?)? {
        let path = [package.path, "/package/manifest"]
        let name = EntryNames.path(of: href)
        if let similar = files.similarPath(to: name) {
            entryPaths[String(Href.path(href))] = similar.path
            // Different normalization forms of a name are equivalent (OCF, 4.2.3).  Archives should use the composed form.
            let isDecomposed = similar.path.utf8.count > name.utf8.count
            if similar.difference != .form || isDecomposed {
                files.log.add(
                    similar.difference == .form ? .minor : .moderate, "\"\(href)\" was found as \"\(similar.path)\".",
                    path)
            }
            return (href, files.container.entry(at: similar.path)?.index)
        }
        wasMissing = true
        files.log.add(isInSpine ? .major : .moderate, "The file \"\(href.prefix(200))\" does not exist.", path)
        return (href, nil)
    }

    /// Checks for characters that the URL of a file must not contain (5.6.2.1, 4.2.5; WHATWG URL).
    private func checkForm(of href: MarkupTree.Slice, _ log: inout WarningLog) {
        let fault = package.tree.withBytes(of: href) { bytes -> String? in
            if bytes.contains(UInt8(ascii: " ")) { return "has spaces that are not encoded" }
            guard !bytes.contains(UInt8(ascii: ":")) else { return nil }
            if bytes.first == UInt8(ascii: "/") { return "begins with a slash" }
            if bytes.contains(UInt8(ascii: "?")) { return "has a query" }
            if bytes.contains(UInt8(ascii: "#")) { return "has a fragment" }
            return nil
        }
        guard let fault else { return }
        log.add(
            .minor, "\"\(package.tree.string(href).prefix(200))\" \(fault).", [package.path, "/package/manifest"])
    }

    /// Whether there is a link to the file of `href`.
    func isKnown(_ href: String, _ files: borrowing PublicationFiles) -> Bool {
        let path = Href.entryPath(href)
        guard let entry = path.flatMap({ files.container.entry(at: $0) }).map({ Int($0.index) }), entry >= 0 else {
            return seenHrefs.contains(Href.withoutFragment(href))
        }
        return entry < seenEntries.count && seenEntries[entry] != nil
    }

    /// The href of the link that there already is to this file.  If there is none, it is recorded that there is one now.
    private mutating func earlier(_ target: (href: String, entry: Int32?)) -> String? {
        guard let entry = target.entry.map(Int.init), entry >= 0 else {
            return seenHrefs.insert(target.href).inserted ? nil : target.href
        }
        if entry >= seenEntries.count {
            seenEntries.append(contentsOf: repeatElement(nil, count: max(64, entry * 2) - seenEntries.count))
        }
        if let known = seenEntries[entry] { return known }
        seenEntries[entry] = target.href
        return nil
    }

    // MARK: Media types

    private mutating func type(
        _ slice: MarkupTree.Slice, href: String, isInSpine: Bool, _ log: inout WarningLog
    ) -> String {
        if slice.count > 0 {
            if let type = types.name(of: slice, in: package.tree) { return type }
            log.add(
                .moderate, "\"\(package.tree.string(slice).prefix(100))\" is not a media type.",
                [package.path, "/package/manifest", href])
        }
        let guess = MediaType.guess(path: String(Href.path(href)))
        if isInSpine { return guess == nil || MediaType.isHTML(guess) ? MediaType.xhtml : guess ?? MediaType.xhtml }
        return guess ?? MediaType.octetStream
    }
}

extension Href {
    /// Whether the href is an HTTP or HTTPS URL.
    static func isWeb(_ href: String) -> Bool { href.hasPrefix("http:") || href.hasPrefix("https:") }
}

/// The media types of one document.  Each string is created only once, because a book with thousands of chapters uses three.
struct MediaTypeNames {
    private var known: [(slice: MarkupTree.Slice, name: String)] = []

    /// The types of nearly all items, which do not need to be validated.
    private static let common: [(text: StaticString, name: String)] = [
        ("application/xhtml+xml", MediaType.xhtml), ("image/jpeg", "image/jpeg"), ("image/png", "image/png"),
        ("text/css", "text/css"), ("application/x-dtbncx+xml", MediaType.ncx), ("image/svg+xml", "image/svg+xml"),
        ("application/smil+xml", MediaType.smil), ("audio/mpeg", "audio/mpeg"), ("image/gif", "image/gif"),
        ("text/javascript", "text/javascript"), ("application/vnd.ms-opentype", "application/vnd.ms-opentype"),
    ]

    /// Returns nil if the text is not a media type.
    mutating func name(of slice: MarkupTree.Slice, in tree: MarkupTree) -> String? {
        for index in known.indices where tree.equals(known[index].slice, slice) { return known[index].name }
        guard let name = MediaTypeNames.made(of: slice, in: tree) else { return nil }
        if known.count < 16 { known.append((slice, name)) }
        return name
    }

    private static func made(of slice: MarkupTree.Slice, in tree: MarkupTree) -> String? {
        for type in common where tree.equals(slice, type.text) { return type.name }
        let text = tree.string(slice)
        // Parameters are kept as written.
        return MediaType.essence(text).map { $0 + text.dropFirst(text.prefix { $0 != ";" }.count) }
    }
}
