// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem
import LecternThreads

/// A directory with the files of a publication, laid out as in a ZIP archive.
///
/// Files outside the directory cannot be reached: paths are resolved one component at a time, and symbolic links are
/// not followed.  Opening the container does not access any file in it.
public final class DirectoryContainer: Container {
    public let name: String
    private let limits: Limits
    private let root: OpenDirectory
    private let found = Lock(Found())

    /// Warnings about files that were left out: by the last listing, and by lookups of single paths.
    private struct Found {
        var listed: [Warning] = []
        var links: [Warning] = []
    }

    /// Opens the directory at `path`, which may itself be a symbolic link.
    public init(path: String, name: String, limits: Limits) throws(Failure) {
        root = try OpenDirectory(path: path)
        self.name = name
        self.limits = limits
    }

    public var warnings: [Warning] { found.withLock { $0.listed + $0.links } }

    public var entries: [ContainerEntry] {
        get throws(Failure) {
            let listing = try DirectoryListing(root, limits)
            found.withLock { $0.listed = listing.warnings }
            return listing.entries
        }
    }

    public func entry(at path: String) -> ContainerEntry? {
        let status = try? withPlace(of: path) { (parent, name) throws(Failure) in try parent.status(of: name) }
        if status?.kind == .link { warnOfLink(path) }
        guard let status, status.kind == .file else { return nil }
        return ContainerEntry(file: path, length: status.size)
    }

    public func stamp(of entry: ContainerEntry) -> FileStamp? {
        let status = try? withPlace(of: entry.path) { (parent, name) throws(Failure) in try parent.status(of: name) }
        return status.map { FileStamp(modified: $0.modified, size: $0.size) }
    }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        let file = try file(at: entry.path)
        return try file.buffer(0..<file.size(), budget: &budget)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        let file = try file(at: entry.path)
        return try file.buffer(range.clamped(to: 0..<file.size()), budget: &budget)
    }

    private func warnOfLink(_ path: String) {
        let warning = Warning(.moderate, "Symbolic links are not followed.", path: [path])
        found.withLock {
            if $0.links.count < 100, !$0.links.contains(warning) { $0.links.append(warning) }
        }
    }

    private func file(at path: String) throws(Failure) -> FileSource {
        try withPlace(of: path) { (parent, name) throws(Failure) in
            // The status is checked before opening, because opening a FIFO or a device can block or have side effects.
            try parent.status(of: name).requireFile()
            return try FileSource(try OpenFile(name, in: parent))
        }
    }

    /// Calls `body` with the open parent directory of `path` and the last component of the path.
    private func withPlace<T>(
        of path: String, _ body: (OpenDirectory, String) throws(Failure) -> T
    ) throws(Failure) -> T {
        var segments = path.utf8.split(separator: ContainerPath.slash).map { String(Substring($0)) }
        guard ContainerPath.isUsable(path.utf8), segments.count <= limits.maxNesting, let last = segments.popLast()
        else {
            throw Failure(.notFound, "There is no such file.")
        }
        return try body(try root.descend(segments), last)
    }
}

extension OpenDirectory {
    /// The directory that the names lead to.  None of them is "..".
    func descend(_ names: some Sequence<String>) throws(Failure) -> OpenDirectory {
        var current = self
        for name in names { current = try OpenDirectory(name, in: current) }
        return current
    }
}

extension ContainerEntry {
    /// Creates the entry of a file that is stored without compression.
    public init(file path: String, length: UInt64) {
        self.init(path: path, length: length, storedLength: length, isCompressed: false, index: -1)
    }
}
