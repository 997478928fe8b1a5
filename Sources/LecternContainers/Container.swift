// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// One file of a container.  Cheap to copy; it opens nothing and is only good for the container it came from.
public struct ContainerEntry: Sendable {
    /// Decoded, with slashes, without a leading one: "OEBPS/Text/chapter one.xhtml".
    public let path: String
    /// Bytes after inflation.
    public let length: UInt64
    /// Bytes that it takes in the container: the length in a ZIP if it is compressed, else `length`.
    public let storedLength: UInt64
    public let isCompressed: Bool
    /// How the container finds it again.
    public let index: Int32
}

/// The files that a publication is made of: the entries of a ZIP or the files of a directory.
///
/// Immutable, and safe to read from many threads at once.
public protocol Container: AnyObject, Sendable {
    /// The last component of its path, such as "book.epub": the first step in the path of an error.
    var name: String { get }

    /// What was wrong and survived, while opening and in what was read since.  The paths begin inside the container.
    var warnings: [Warning] { get }

    /// Every file, without directories: a ZIP in the order of its central directory, a directory sorted by bytes.
    /// Builds all paths, so use `entry(at:)` to find a single one.
    var entries: [ContainerEntry] { get throws(Failure) }

    /// The file with exactly this path.
    func entry(at path: String) -> ContainerEntry?

    /// The same for those to whom a file that is not there is another thing than one that cannot be asked for now.
    func find(_ path: String) throws(Failure) -> ContainerEntry?

    /// The file with exactly this path, in UTF-8.
    func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry?

    /// The `index` of the entry with exactly this path, in UTF-8: for asking thousands of times whether a file exists.
    func index(of path: UnsafeRawBufferPointer) -> Int32?

    /// A number that entries have in common whose bytes are the same ones of the container; nil where there are none.
    func place(of entry: ContainerEntry) -> UInt32?

    /// The whole file, its checksum verified.
    func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer

    /// A part of the file: shorter than `range` at the end, empty behind it.  There is no checksum for parts.
    func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer

    /// Adds what tells these files from any others to a digest, without reading them all.
    ///
    /// - Parameter hasStamp: whether it is known when the file was changed last.
    /// - Returns: false if nobody can tell.
    func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool
}

extension Container {
    public func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool { false }

    public func find(_ path: String) throws(Failure) -> ContainerEntry? { entry(at: path) }

    public func place(of entry: ContainerEntry) -> UInt32? { nil }

    public func index(of path: UnsafeRawBufferPointer) -> Int32? { entry(at: path)?.index }

    /// The whole file, for a call that reads only this one.
    public func read(_ entry: ContainerEntry, limits: Limits) throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(entry, budget: &budget)
    }

    /// A part of the file, for a call that reads only this one.
    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, limits: Limits
    ) throws(Failure) -> ByteBuffer {
        var budget = ReadBudget(limits)
        return try read(entry, range: range, budget: &budget)
    }
}
