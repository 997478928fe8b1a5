// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The names of all files of a publication, for references that are spelled differently.  Only created when a reference
/// leads to no file.
///
/// All references are given the same second tries in the same order: items of the manifest, contents, resources, links
/// and notes.
public struct EntryNames: Sendable {
    /// How a name differs from a reference.
    public enum Difference: Sendable {
        /// Only in the Unicode normalization form; the names are equivalent (OCF, 4.2.3).
        case form
        /// In case, in backslashes, or because percent-encoding is part of the name.
        case spelling
        /// The reference counts from the root of the container or from the folder of the package document.
        case folder
    }

    /// Swift compares strings by canonical equivalence, so NFC and NFD need no further handling.
    private var exact: [String: String] = [:]
    private var folded: [String: String] = [:]
    /// The last components of the folded paths, since most references to missing files have another one.
    private var lastComponents: Set<Substring> = []
    /// Folded; empty, or with a slash at its end.
    private let packageFolder: String

    /// Other folders are tried for references that are no longer than this, in bytes, with no more folders.
    private static let (longest, mostFolders) = (4096, 32)
    private static let mostEncodings = 3

    /// - Parameters:
    ///   - paths: the paths of all entries.
    ///   - packagePath: the path of the package document, if it is known.
    public init(_ paths: [String], packagePath: String?) {
        let package = packagePath.map(EntryNames.folded) ?? ""
        packageFolder = String(package.dropLast(EntryNames.lastComponent(of: package).count))
        exact.reserveCapacity(paths.count)
        folded.reserveCapacity(paths.count)
        for path in paths {
            exact[path] = exact[path] ?? path
            let key = EntryNames.folded(path)
            folded[key] = folded[key] ?? path
            lastComponents.insert(EntryNames.lastComponent(of: key))
        }
    }

    /// The path of a file with a name similar to `path`, which does not exist.
    public func path(similarTo path: String) -> (path: String, difference: Difference)? {
        if let found = exact[path] { return (found, .form) }
        let key = EntryNames.folded(path)
        guard lastComponents.contains(EntryNames.lastComponent(of: key)) else { return nil }
        if let found = folded[key] { return (found, .spelling) }
        guard key.utf8.count <= EntryNames.longest else { return nil }
        var rest = key[...]
        for _ in 0..<EntryNames.mostFolders {
            if let found = folded[packageFolder + rest] ?? folded[String(rest)] { return (found, .folder) }
            guard let slash = rest.utf8.firstIndex(of: ContainerPath.slash) else { return nil }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }

    /// The href of the file that a reference means.
    ///
    /// - Parameter spellings: the hrefs in the manifest, by path, of files whose name is spelled differently there.
    public func href(similarTo href: String, _ spellings: [String: String]) -> String? {
        guard let found = self.path(similarTo: EntryNames.path(of: href))?.path else { return nil }
        let suffix = Substring(href.utf8.dropFirst(Href.path(href).utf8.count))
        return (spellings[found] ?? PercentEncoding.encodedPath(found)) + suffix
    }

    /// The decoded path of an href.  Escapes that are not of UTF-8 may be part of the name.
    public static func path(of href: String) -> String { Href.entryPath(href) ?? String(Href.path(href)) }

    /// Ignores case, decodes percent-encoding, also if it was encoded again, and treats backslashes as slashes, to handle
    /// files and archives created on Windows.
    private static func folded(_ path: String) -> String {
        var decoded = path
        for _ in 0..<mostEncodings {
            guard let next = PercentEncoding.decoded(decoded[...]), next != decoded else { break }
            decoded = next
        }
        guard decoded.utf8.contains(UInt8(ascii: "\\")) else { return decoded.lowercased() }
        return String(decoding: decoded.utf8.map { $0 == UInt8(ascii: "\\") ? ContainerPath.slash : $0 }, as: UTF8.self)
            .lowercased()
    }

    private static func lastComponent(of path: String) -> Substring {
        path.utf8.lastIndex(of: ContainerPath.slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }
}
