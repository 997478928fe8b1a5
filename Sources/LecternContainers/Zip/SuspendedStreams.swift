// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternThreads

/// Inflation that was put aside after a range, to go on where it stopped.
///
/// A player reads a deflated recording range by range: without this, each range would inflate everything before it.
struct SuspendedStreams: ~Copyable, Sendable {
    struct Item {
        let index: Int32
        let stream: InflateStream
    }

    private static let capacity = 4

    /// The oldest first.
    private let items = Lock<[Item]>([])

    /// Takes out the stream of an entry that is furthest, but not beyond `position`.
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
        // Let go outside of the lock: it may be the last reference to the source of a host.
        _ = dropped
    }
}
