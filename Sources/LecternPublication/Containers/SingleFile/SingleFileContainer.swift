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

    package func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try read(entry, range: 0..<file.length, budget: &budget)
    }

    package func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try source.buffer(range.clamped(to: 0..<file.length), budget: &budget)
    }
}
