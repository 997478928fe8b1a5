// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds the moves that bring the decorations of one resource from their old order to the new one, as few as possible.
///
/// It is asked about one decoration after the other, in the new order, and says where in the list each of them goes.  The
/// list is the one that a host has after all changes up to then, so the answers can be carried out one by one.
struct LayerOrder {
    enum Step {
        case stays
        /// nil for the end of the list: on top.
        case moves(to: Int?)
    }

    /// How many decorations there are by now.
    private var count: Int
    /// How many of them were asked about, and are where they belong.
    private var placed = 0
    /// How many still have to move away from below the last one that stayed.
    private var waiting = 0

    /// Of the decorations that are kept, by their old order, whether they move; empty when none does.
    private var moves: [Bool] = []
    /// The old ranks of those that are kept, in the new order.
    private var ranks: ArraySlice<Int> = []
    /// The old rank behind the last one that stayed.
    private var passed = 0

    /// - Parameter ranks: the old places of those that are kept, counted among themselves, in the new order.
    init(ranks: [Int]) {
        count = ranks.count
        guard let stays = IncreasingSubsequence.members(of: ranks) else { return }
        moves = Array(repeating: true, count: ranks.count)
        for (rank, stays) in zip(ranks, stays) where stays { moves[rank] = false }
        self.ranks = ranks[...]
    }

    /// The next one is new.
    ///
    /// - Returns: its index; nil for the end of the list: on top.
    mutating func add() -> Int? {
        let index = placed + waiting
        placed += 1
        count += 1
        return index == count - 1 ? nil : index
    }

    /// The next one is kept.
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
        // From here on it waits no longer: counted already when it is below, never to be counted when it is above.
        moves[rank] = false
        if rank < passed { waiting -= 1 }
        let index = placed + waiting
        placed += 1
        return .moves(to: index == count - 1 ? nil : index)
    }
}

enum IncreasingSubsequence {
    /// Which elements belong to a longest increasing subsequence of different numbers; nil when all do.  It takes
    /// n log n steps, and n for numbers that hardly decrease.
    static func members(of numbers: [Int]) -> [Bool]? {
        // For each length so far, where the subsequence of that length with the smallest end ends.
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
