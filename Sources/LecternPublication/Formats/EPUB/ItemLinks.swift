// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Makes links of items: resolved hrefs of files that exist, and media types.
struct ItemLinks {
    private let package: PackageDocument
    private var types = MediaTypeNames()
    /// Files whose entry has another name, by href.
    private(set) var entryPaths: [String: String] = [:]
    /// Whether an href was not written in its normal form, so that two items may turn out to be the same.
    private(set) var hasUnusualHrefs = false
    private let directoryCount: Int

    init(_ package: PackageDocument) {
        self.package = package
        directoryCount = package.base.resolve("x").utf8.count - 1
    }

    /// The link of an item, or nil if its href is nothing that could be read.
    mutating func link(_ item: borrowing ManifestItem, isInSpine: Bool, _ files: inout EPUBFiles) -> Link? {
        guard let slice = item.href else { return nil }
        let tree = package.tree
        let resolved = tree.withBytes(of: slice) { package.base.resolve($0) }
        if resolved.utf8.count != directoryCount + Int(slice.count) { hasUnusualHrefs = true }
        guard let href = checked(resolved, isInSpine: isInSpine, &files) else { return nil }
        return Link(href: href, type: type(item.type, href: href, isInSpine: isInSpine, &files.log))
    }

    // MARK: Files

    /// The href if there is such a file, or one that must be meant.
    private mutating func checked(_ href: String, isInSpine: Bool, _ files: inout EPUBFiles) -> String? {
        // The common case has to be fast: a path without escapes is the name of its entry.
        let isPlain = !href.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard isPlain else {
            hasUnusualHrefs = true
            return ItemLinks.exists(href, in: files.container) ? href : missing(href, isInSpine: isInSpine, &files)
        }
        var path = href
        let entry = path.withUTF8 { files.container.entry(at: UnsafeRawBufferPointer($0)) }
        return entry != nil ? href : missing(href, isInSpine: isInSpine, &files)
    }

    private static func exists(_ href: String, in container: any Container) -> Bool {
        guard let path = Href.entryPath(href) else { return false }
        return container.entry(at: path) != nil
    }

    private mutating func missing(_ href: String, isInSpine: Bool, _ files: inout EPUBFiles) -> String? {
        let path = [package.path, "/package/manifest"]
        if Href.isAbsolute(href) {
            guard Href.isWeb(href) else {
                files.log.add(.moderate, "\"\(href.prefix(200))\" is nothing that a publication can hold.", path)
                return nil
            }
            return href
        }
        if let name = Href.entryPath(href), let similar = files.similarPath(to: name) {
            entryPaths[String(Href.path(href))] = similar.path
            files.log.add(
                similar.isSame ? .minor : .moderate, "\"\(href)\" was found as \"\(similar.path)\".", path)
            return href
        }
        files.log.add(
            isInSpine ? .major : .moderate, "The file \"\(href.prefix(200))\" does not exist.", path)
        return href
    }

    // MARK: Media types

    private mutating func type(
        _ slice: MarkupTree.Slice?, href: String, isInSpine: Bool, _ log: inout WarningLog
    ) -> String {
        if let slice, slice.count > 0 {
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

    /// nil when the text is no media type.
    mutating func name(of slice: MarkupTree.Slice, in tree: MarkupTree) -> String? {
        for type in known where tree.equals(type.slice, slice) { return type.name }
        let text = tree.string(slice)
        guard let essence = MediaType.essence(text) else { return nil }
        // Parameters stay as they are written.
        let name = essence + text.dropFirst(text.prefix { $0 != ";" }.count)
        if known.count < 16 { known.append((slice, name)) }
        return name
    }
}
