// SPDX-License-Identifier: BSD-3-Clause

extension Array {
    /// How many elements, from the first one on, have a property that none has behind them: a binary search.
    @inlinable @inline(__always)
    package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
