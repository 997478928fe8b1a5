// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A publication that is a single file: an image, a recording, a document.
public final class SingleFileContainer: Container {
    public let name: String
    private let source: any ByteSource
    private let file: ContainerEntry

    /// - Parameter path: the path of the file as a resource, such as "publication.png".
    public init(_ source: any ByteSource, name: String, path: String) throws(Failure) {
        self.source = source
        self.name = name
        file = ContainerEntry(file: path, length: try source.size())
    }

    public var warnings: [Warning] { [] }
    public var entries: [ContainerEntry] { [file] }

    public func entry(at path: String) -> ContainerEntry? { path == file.path ? file : nil }

    public func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        path.elementsEqual(file.path.utf8) ? file : nil
    }

    public func stamp(of entry: ContainerEntry) -> FileStamp? { source.stamp }

    /// Without a modification time, a small file is digested as a whole, and a large one cannot be identified.
    /// Otherwise the first and the last bytes are digested.
    public func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool {
        let part: UInt64 = 64 << 10
        guard hasStamp || file.length <= 2 * part else { return false }
        digest.update(text: "file")
        digest.update(number: file.length)
        let head = min(part, file.length)
        try source.buffer(at: 0, count: head).withBytes { digest.update($0) }
        let tail = min(part, file.length - head)
        try source.buffer(at: file.length - tail, count: tail).withBytes { digest.update($0) }
        return true
    }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try read(entry, range: 0..<file.length, budget: &budget)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try source.buffer(range.clamped(to: 0..<file.length), budget: &budget)
    }
}
