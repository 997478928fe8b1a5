// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The connection to the page in a web view: whether one is attached, and the messages queued for it.
struct PageConnection: Sendable {
    private enum Phase {
        /// No page has requested the state.
        case absent
        /// A page has the state, but is not ready for messages yet.
        case loading
        /// The page is ready.
        case live
    }

    private var phase = Phase.absent
    /// Messages queued until the page is ready.
    private var waiting: [ByteBuffer] = []
    /// The groups in which the page reports interactions.
    private(set) var interactive = InteractiveGroups()

    /// The maximum length of the queue; beyond it, the page is reloaded.
    static let most = 256

    /// Whether a page is attached, ready or loading.
    var isOpen: Bool { phase != .absent }
    var isLive: Bool { phase == .live }

    /// Starts queueing for a page that has just requested its state, which includes all changes so far.
    mutating func begin(interactive groups: InteractiveGroups) {
        phase = .loading
        waiting = []
        interactive = groups
    }

    /// Marks the page as ready.
    ///
    /// - Returns: the queued messages.
    mutating func open() -> [ByteBuffer] {
        defer { waiting = [] }
        phase = .live
        return waiting
    }

    /// Queues a message until the page is ready.
    mutating func keep(_ message: ByteBuffer) {
        waiting.append(message)
        if waiting.count > PageConnection.most { waiting = [PageMessage.reload] }
    }

    /// Records the groups, and returns the previous ones.
    mutating func note(interactive groups: InteractiveGroups) -> InteractiveGroups {
        defer { interactive = groups }
        return interactive
    }
}
