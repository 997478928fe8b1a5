// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Files that are made from the content of another file: in memory, or parts of that file as they are.
public final class MadeContainer: Container {
    public enum Content: Sendable {
        case memory(ByteBuffer)
        /// A range that is inside the source.
        case part(any ByteSource, Range<UInt64>)

        var length: UInt64 {
            switch self {
            case .memory(let bytes): UInt64(bytes.count)
            case .part(_, let range): range.upperBound - range.lowerBound
            }
        }
    }

    public let name: String
    public let entries: [ContainerEntry]
    private let contents: [Content]
    private let places: [String: Int]

    /// - Parameter files: each with a path of its own.
    public init(name: String, files: [(path: String, content: Content)]) {
        self.name = name
        contents = files.map(\.content)
        entries = files.enumerated().map { place, file in
            let length = file.content.length
            return ContainerEntry(
                path: file.path, length: length, storedLength: length, isCompressed: false,
                index: Int32(clamping: place))
        }
        places = Dictionary(files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public convenience init(name: String, _ files: [(path: String, content: ByteBuffer)]) {
        self.init(name: name, files: files.map { ($0.path, .memory($0.content)) })
    }

    public var warnings: [Warning] { [] }

    public func entry(at path: String) -> ContainerEntry? { places[path].map { entries[$0] } }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        guard case .memory(let bytes) = contents[Int(entry.index)] else {
            return try read(entry, range: 0..<entry.length, budget: &budget)
        }
        try budget.charge(file: entry.length)
        return bytes
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        let range = range.clamped(to: 0..<entry.length)
        switch contents[Int(entry.index)] {
        case .memory(let bytes):
            try budget.charge(file: range.upperBound - range.lowerBound)
            return bytes.part(range)
        case .part(let source, let place):
            let start = place.lowerBound
            return try source.buffer(start + range.lowerBound..<start + range.upperBound, budget: &budget)
        }
    }
}
