// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Computes a minimal sequence of moves that brings the decorations of a resource from their old order to the new
/// one.
///
/// The decorations are processed one by one, in the new order; each call returns the index of the next one.  Indices
/// refer to the host's list after all previous changes, so that the host can apply the changes one by one.
struct LayerOrder {
    enum Step {
        case stays
        /// nil for the end of the list, on top.
        case moves(to: Int?)
    }

    /// The current number of decorations in the list.
    private var count: Int
    /// The number of processed decorations, which are all in their final positions.
    private var placed = 0
    /// The number of decorations below the last one that stayed that still have to be moved.
    private var waiting = 0

    /// Whether each kept decoration is moved, by old rank; empty if none is.
    private var moves: [Bool] = []
    /// The old ranks of the kept decorations, in the new order.
    private var ranks: ArraySlice<Int> = []
    /// The old rank after that of the last decoration that stayed.
    private var passed = 0

    /// - Parameter ranks: the old positions of the kept decorations, relative to each other, in the new order.
    init(ranks: [Int]) {
        count = ranks.count
        guard let stays = IncreasingSubsequence.members(of: ranks) else { return }
        moves = Array(repeating: true, count: ranks.count)
        for (rank, stays) in zip(ranks, stays) where stays { moves[rank] = false }
        self.ranks = ranks[...]
    }

    /// Processes a new decoration.
    ///
    /// - Returns: its index; nil for the end of the list, on top.
    mutating func add() -> Int? {
        let index = placed + waiting
        placed += 1
        count += 1
        return index == count - 1 ? nil : index
    }

    /// Processes a kept decoration.
    mutating func keep() -> Step {
        guard let rank = ranks.popFirst() else {
            placed += 1
            return .stays
        }
        guard moves[rank] else {
            waiting += moves[passed..<rank].count { $0 }
            passed = rank + 1
            placed += 1
            return .stays
        }
        // It no longer counts as waiting; if it was above the last one that stayed, it has not been counted yet.
        moves[rank] = false
        if rank < passed { waiting -= 1 }
        let index = placed + waiting
        placed += 1
        return .moves(to: index == count - 1 ? nil : index)
    }
}

enum IncreasingSubsequence {
    /// Returns which elements belong to a longest strictly increasing subsequence; nil if all do.  Takes O(n log n)
    /// steps, and O(n) for numbers that are almost sorted.
    static func members(of numbers: [Int]) -> [Bool]? {
        // For each length, the position of the smallest possible last element of a subsequence of that length.
        var ends: [Int] = []
        var previous: [Int] = []
        previous.reserveCapacity(numbers.count)
        for (position, number) in numbers.enumerated() {
            let isLonger = ends.last.map { numbers[$0] < number } ?? true
            let length = isLonger ? ends.count : ends.partitionPoint { numbers[$0] < number }
            previous.append(length > 0 ? ends[length - 1] : -1)
            if isLonger { ends.append(position) } else { ends[length] = position }
        }
        guard ends.count < numbers.count, var position = ends.last else { return nil }
        var isMember = Array(repeating: false, count: numbers.count)
        while position >= 0 {
            isMember[position] = true
            position = previous[position]
        }
        return isMember
    }
}
