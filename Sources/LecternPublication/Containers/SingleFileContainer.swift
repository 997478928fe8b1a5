// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A publication that is one file: a PDF, an image, a recording.
///
/// Its only entry has the path that the format gives it, whatever the file is called.
package final class SingleFileContainer: Container {
    package let name: String
    private let source: any ByteSource
    private let entry: ContainerEntry

    /// `path` is how the manifest links to the file: "publication.pdf".
    package init(_ source: any ByteSource, name: String, path: String) throws(Failure) {
        self.source = source
        self.name = name
        entry = ContainerEntry(file: path, length: try source.size())
    }

    package var warnings: [Warning] { [] }

    package var entries: [ContainerEntry] { [entry] }

    package func entry(at path: String) -> ContainerEntry? { path == entry.path ? entry : nil }

    package func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        path.elementsEqual(entry.path.utf8) ? entry : nil
    }

    package func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try source.buffer(0..<entry.length, budget: &budget)
    }

    package func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try source.buffer(range.clamped(to: 0..<entry.length), budget: &budget)
    }
}

extension ByteSource {
    /// A part that is there, within what one call may read.
    func buffer(_ range: Range<UInt64>, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        let count = range.upperBound - range.lowerBound
        guard count <= budget.limits.maxEntrySize else {
            throw Failure(.limit, "The file is larger than \(budget.limits.maxEntrySize) bytes.")
        }
        try budget.charge(count)
        return try buffer(at: range.lowerBound, count: count)
    }
}
