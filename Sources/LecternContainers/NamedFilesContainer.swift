// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The files next to a standalone manifest, limited to those that the manifest names.
///
/// The directory of the manifest may hold unrelated files, such as a downloads folder.  Files that the manifest does
/// not name cannot be read, and the directory is never listed.
public final class NamedFilesContainer: Container {
    public let name: String
    private let folder: DirectoryContainer?
    private let paths: Set<String>
    private let limits: Limits

    /// - Parameters:
    ///   - folder: the directory of the manifest.  If it is nil, the container has no files.
    ///   - name: the name of the publication in errors.
    public init(folder: String?, name: String, naming manifest: Manifest, limits: Limits) throws(Failure) {
        self.name = name
        self.limits = limits
        self.folder = try folder.map { path throws(Failure) in
            try DirectoryContainer(path: path, name: name, limits: limits)
        }
        var paths: Set<String> = []
        for list in [manifest.readingOrder, manifest.resources, manifest.links] {
            NamedFilesContainer.collect(list, into: &paths)
        }
        self.paths = paths
    }

    /// The parser has limited the nesting of alternates and children.
    private static func collect(_ links: [Link], into paths: inout Set<String>) {
        for link in links {
            if let path = Href.entryPath(link.href) { paths.insert(path) }
            collect(link.alternates, into: &paths)
            collect(link.children, into: &paths)
        }
    }

    public var warnings: [Warning] { folder?.warnings ?? [] }

    public var entries: [ContainerEntry] { paths.sorted().compactMap(entry) }

    public func entry(at path: String) -> ContainerEntry? { paths.contains(path) ? folder?.entry(at: path) : nil }

    public func stamp(of entry: ContainerEntry) -> FileStamp? { folder?.stamp(of: entry) }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        guard let folder, paths.contains(entry.path) else { throw NamedFilesContainer.missing }
        return try folder.read(entry, budget: &budget)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        guard let folder, paths.contains(entry.path) else { throw NamedFilesContainer.missing }
        return try folder.read(entry, range: range, budget: &budget)
    }

    private static var missing: Failure { Failure(.notFound, "There is no such file.") }
}
