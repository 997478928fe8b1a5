// SPDX-License-Identifier: BSD-3-Clause

extension RandomAccessCollection where Index == Int {
    /// Returns the number of leading elements that satisfy the predicate, by binary search; no later element may do
    /// so.
    @inlinable @inline(__always)
    public func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - startIndex
    }
}
