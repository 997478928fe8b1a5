// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternThreads

/// Inflate streams that are suspended after a range was read, so that the next range can continue from there.
///
/// A player reads a compressed recording range by range.  Without suspended streams, each range would inflate
/// everything before it again.
struct SuspendedStreams: ~Copyable, Sendable {
    struct Item {
        let index: Int32
        let stream: InflateStream
    }

    private static let capacity = 4

    /// Sorted from the oldest to the newest.
    private let items = Lock<[Item]>([])

    /// Removes and returns the stream of an entry whose position is the last one not past `position`.
    func take(_ index: Int32, notBeyond position: UInt64) -> InflateStream? {
        items.withLock { items in
            var best: Int?
            for (place, item) in items.enumerated() where item.index == index && item.stream.position <= position {
                if let before = best, items[before].stream.position >= item.stream.position { continue }
                best = place
            }
            return best.map { items.remove(at: $0).stream }
        }
    }

    func put(_ stream: InflateStream, _ index: Int32) {
        let dropped = items.withLock { items -> Item? in
            items.append(Item(index: index, stream: stream))
            return items.count > SuspendedStreams.capacity ? items.removeFirst() : nil
        }
        // Released outside the lock, because this may be the last reference to a stream of the host.
        _ = dropped
    }
}
