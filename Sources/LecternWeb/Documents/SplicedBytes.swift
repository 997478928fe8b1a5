// SPDX-License-Identifier: BSD-3-Clause

/// A file with changes: ranges of the original, and inserted bytes.  The original is not copied.
public struct SplicedBytes: Sendable, Equatable {
    public enum Piece: Sendable, Equatable {
        case original(Range<Int>)
        case inserted([UInt8])

        public var count: Int {
            switch self {
            case .original(let range): range.count
            case .inserted(let bytes): bytes.count
            }
        }
    }

    /// Bytes that replace a range of the original; for an empty range, they are inserted.
    public struct Edit: Sendable, Equatable {
        public let range: Range<Int>
        public let bytes: [UInt8]

        public init(_ range: Range<Int>, _ bytes: [UInt8]) {
            self.range = range
            self.bytes = bytes
        }
    }

    public private(set) var pieces: [Piece] = []
    /// Where each piece begins in the result.
    private var starts: [Int] = []
    /// The length of the result.
    public private(set) var count = 0

    /// Edits at the same place keep their order.  One that overlaps an earlier one, or is not within the original, is
    /// left out.
    public init(count length: Int, edits: [Edit]) {
        let order = edits.indices.sorted {
            let (first, second) = (edits[$0].range, edits[$1].range)
            return (first.lowerBound, first.upperBound, $0) < (second.lowerBound, second.upperBound, $1)
        }
        var position = 0
        for index in order {
            let edit = edits[index]
            guard edit.range.lowerBound >= position, edit.range.upperBound <= length else { continue }
            append(.original(position..<edit.range.lowerBound))
            append(.inserted(edit.bytes))
            position = edit.range.upperBound
        }
        append(.original(position..<length))
    }

    private mutating func append(_ piece: Piece) {
        guard piece.count > 0 else { return }
        pieces.append(piece)
        starts.append(count)
        count += piece.count
    }

    /// Whether the result is the original.
    public func isUnchanged(from length: Int) -> Bool {
        pieces.isEmpty ? length == 0 : pieces == [.original(0..<length)]
    }

    /// The pieces of a range of the result, cut to it.
    public func pieces(in range: Range<Int>) -> [Piece] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var found: [Piece] = []
        var index = piece(at: range.lowerBound)
        while index < pieces.count, starts[index] < range.upperBound {
            let piece = pieces[index]
            let start = Swift.max(range.lowerBound - starts[index], 0)
            let end = Swift.min(range.upperBound - starts[index], piece.count)
            switch piece {
            case .original(let whole): found.append(.original(whole.lowerBound + start..<whole.lowerBound + end))
            case .inserted(let bytes): found.append(.inserted(Array(bytes[start..<end])))
            }
            index += 1
        }
        return found
    }

    /// The piece that has the byte at `position` of the result.
    private func piece(at position: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }

    /// A range of the result as bytes; nil stands for all of it.
    public func bytes(of original: UnsafeRawBufferPointer, in range: Range<Int>? = nil) -> [UInt8] {
        let range = range ?? 0..<count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.clamped(to: 0..<count).count)
        for piece in pieces(in: range) {
            switch piece {
            case .original(let part):
                bytes.append(contentsOf: original[part.clamped(to: 0..<original.count)])
            case .inserted(let inserted): bytes.append(contentsOf: inserted)
            }
        }
        return bytes
    }
}
