// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Files in memory, made from the content of another file.
public final class MadeContainer: Container {
    public let name: String
    public let entries: [ContainerEntry]
    private let contents: [ByteBuffer]
    private let places: [String: Int]

    /// - Parameter files: each with a path of its own.
    public init(name: String, _ files: [(path: String, content: ByteBuffer)]) {
        self.name = name
        contents = files.map(\.content)
        entries = files.enumerated().map { place, file in
            let length = UInt64(file.content.count)
            return ContainerEntry(
                path: file.path, length: length, storedLength: length, isCompressed: false,
                index: Int32(clamping: place))
        }
        places = Dictionary(files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public var warnings: [Warning] { [] }

    public func entry(at path: String) -> ContainerEntry? { places[path].map { entries[$0] } }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try budget.charge(file: entry.length)
        return contents[Int(entry.index)]
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        let range = range.clamped(to: 0..<entry.length)
        try budget.charge(file: range.upperBound - range.lowerBound)
        return contents[Int(entry.index)].part(range)
    }
}
