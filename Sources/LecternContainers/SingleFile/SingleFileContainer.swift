// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A publication that is one file: an image, a recording, a document.
package final class SingleFileContainer: Container {
    package let name: String
    private let source: any ByteSource
    private let file: ContainerEntry

    /// - Parameter path: what the file is called as a resource, such as "publication.png".
    package init(_ source: any ByteSource, name: String, path: String) throws(Failure) {
        self.source = source
        self.name = name
        file = ContainerEntry(file: path, length: try source.size())
    }

    package var warnings: [Warning] { [] }
    package var entries: [ContainerEntry] { [file] }

    package func entry(at path: String) -> ContainerEntry? { path == file.path ? file : nil }

    package func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        path.elementsEqual(file.path.utf8) ? file : nil
    }

    /// Where nobody knows when the file was changed, all of it counts, if that is little; else its ends.
    package func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool {
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

    package func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try read(entry, range: 0..<file.length, budget: &budget)
    }

    package func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try source.buffer(range.clamped(to: 0..<file.length), budget: &budget)
    }
}
