// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The files beside a manifest that stands alone, as far as it names them.
///
/// Somebody's folder of downloads is no publication: what is not named is not there, and the folder is never listed.
public final class NamedFilesContainer: Container {
    public let name: String
    private let folder: DirectoryContainer?
    private let paths: Set<String>
    private let limits: Limits

    /// - Parameters:
    ///   - folder: where the manifest is; nil if nobody knows, and then there are no files.
    ///   - name: how errors call the publication.
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

    /// Alternates and children are nested no deeper than the parser let them.
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

    public func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        String(validating: path, as: UTF8.self).flatMap { entry(at: $0) }
    }

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
