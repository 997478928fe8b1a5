// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A folder of another container, as if it were the root: an EPUB that was packed together with the folder around it.
/// The folder META-INF and its files are found in any case.
public final class FolderContainer: Container {
    private static let metaInf = "META-INF/"

    private let whole: any Container
    /// Empty, or with a slash at its end.
    private let folder: String
    /// The paths in the folder of files whose path differs in case, by the specified one.
    private let spellings: [String: String]

    /// - Parameters:
    ///   - folder: the path of the folder with a slash at its end, or an empty text for all files.
    ///   - entries: all entries of the container.
    public init(_ whole: any Container, folder: String, entries: [ContainerEntry]) {
        self.whole = whole
        self.folder = folder
        var spellings: [String: String] = [:]
        for entry in entries {
            guard let path = FolderContainer.path(of: entry.path, in: folder),
                let specified = FolderContainer.specified(path), specified != path, spellings[specified] == nil
            else { continue }
            spellings[specified] = path
        }
        self.spellings = spellings
    }

    /// Whether all files have the same paths as in the other container.
    public var isWhole: Bool { folder.isEmpty && spellings.isEmpty }

    private static func path(of path: String, in folder: String) -> String? {
        path.utf8.starts(with: folder.utf8) ? String(Substring(path.utf8.dropFirst(folder.utf8.count))) : nil
    }

    /// The specified spelling of a path in META-INF: all names there are in lower case (EPUB 3.3, 4.2.6).
    private static func specified(_ path: String) -> String? {
        let name = path.asciiLowercased.utf8
        return name.starts(with: metaInf.asciiLowercased.utf8)
            ? metaInf + String(Substring(name.dropFirst(metaInf.utf8.count))) : nil
    }

    // MARK: Container

    public var name: String { whole.name }
    public var warnings: [Warning] { whole.warnings }

    public var entries: [ContainerEntry] {
        get throws(Failure) {
            var visible: [ContainerEntry] = []
            for entry in try whole.entries {
                guard let path = FolderContainer.path(of: entry.path, in: folder) else { continue }
                visible.append(entry.renamed(FolderContainer.specified(path) ?? path))
            }
            return visible
        }
    }

    public func entry(at path: String) -> ContainerEntry? { whole.entry(at: wholePath(path))?.renamed(path) }

    public func place(of entry: ContainerEntry) -> UInt32? { whole.place(of: original(entry)) }

    public func stamp(of entry: ContainerEntry) -> FileStamp? { whole.stamp(of: original(entry)) }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try whole.read(original(entry), budget: &budget)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try whole.read(original(entry), range: range, budget: &budget)
    }

    public func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool {
        try whole.identify(in: &digest, hasStamp: hasStamp)
    }

    private func wholePath(_ path: String) -> String { folder + (spellings[path] ?? path) }

    private func original(_ entry: ContainerEntry) -> ContainerEntry { entry.renamed(wholePath(entry.path)) }
}

extension ContainerEntry {
    fileprivate func renamed(_ path: String) -> ContainerEntry {
        ContainerEntry(
            path: path, length: length, storedLength: storedLength, isCompressed: isCompressed, index: index)
    }
}
