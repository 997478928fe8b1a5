// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// One file of a container.  It is cheap to copy and opens nothing.  It is only valid for the container that it came
/// from.
public struct ContainerEntry: Sendable {
    /// The decoded path, with slashes and without a leading one: "OEBPS/Text/chapter one.xhtml".
    public let path: String
    /// The size in bytes after inflation.
    public let length: UInt64
    /// The size in bytes inside the container: the compressed size for a compressed ZIP entry, otherwise `length`.
    public let storedLength: UInt64
    public let isCompressed: Bool
    /// Identifies the entry inside its container.
    public let index: Int32
}

/// The files of a publication: the entries of a ZIP archive, or the files of a directory.
///
/// Immutable, and safe to read from many threads at once.
public protocol Container: AnyObject, Sendable {
    /// The last component of the path, such as "book.epub".  It is the first component in the path of an error.
    var name: String { get }

    /// Problems that did not prevent opening or reading, up to now.  Their paths are relative to the container.
    var warnings: [Warning] { get }

    /// All files, without directories.  A ZIP archive lists them in the order of its central directory, a directory
    /// sorted by the bytes of their paths.  This builds all paths; use `entry(at:)` to find a single file.
    var entries: [ContainerEntry] { get throws(Failure) }

    /// The file with exactly this path.
    func entry(at path: String) -> ContainerEntry?

    /// Like `entry(at:)`, but throws if the lookup fails for a reason other than a missing file.
    func find(_ path: String) throws(Failure) -> ContainerEntry?

    /// The file with exactly this path, in UTF-8.
    func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry?

    /// The `index` of the entry with exactly this path, in UTF-8.  This is fast enough to check thousands of paths.
    func index(of path: UnsafeRawBufferPointer) -> Int32?

    /// A number that is equal for entries that share the same bytes of the container; nil if no entries share bytes.
    func place(of entry: ContainerEntry) -> UInt32?

    /// The modification time and size of a file on disk; nil for any other.
    func stamp(of entry: ContainerEntry) -> FileStamp?

    /// Reads the whole file, and verifies its checksum.
    func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer

    /// Reads a range of the file.  The result is shorter than `range` at the end of the file, and empty past the end.
    /// Checksums are not verified for ranges.
    func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer

    /// Adds data to `digest` that identifies these files, without reading all of them.
    ///
    /// - Parameter hasStamp: whether the modification time is known.
    /// - Returns: false if the files cannot be identified.
    func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool
}

extension Container {
    public func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool { false }

    public func find(_ path: String) throws(Failure) -> ContainerEntry? { entry(at: path) }

    public func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        String(validating: path, as: UTF8.self).flatMap { entry(at: $0) }
    }

    public func place(of entry: ContainerEntry) -> UInt32? { nil }

    public func stamp(of entry: ContainerEntry) -> FileStamp? { nil }

    public func index(of path: UnsafeRawBufferPointer) -> Int32? { entry(at: path)?.index }

    /// Reads the whole file, with a budget of its own.
    public func read(_ entry: ContainerEntry, limits: Limits) throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(entry, budget: &budget)
    }

    /// Reads a range of the file, with a budget of its own.
    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, limits: Limits
    ) throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(entry, range: range, budget: &budget)
    }
}

extension ByteBuffer {
    /// A copy of a range that is inside the buffer.
    func part(_ range: Range<UInt64>) -> ByteBuffer {
        withBytes {
            ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }
}
