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
    /// The groups that the page treats as activable.
    private(set) var activable: [String] = []

    /// The maximum length of the queue; beyond it, the page is reloaded.
    static let most = 256

    /// Whether a page is attached, ready or loading.
    var isOpen: Bool { phase != .absent }
    var isLive: Bool { phase == .live }

    /// Starts queueing for a page that has just requested its state, which includes all changes so far.
    mutating func begin(activable: [String]) {
        phase = .loading
        waiting = []
        self.activable = activable
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

    /// Records the activable groups, and returns whether they have changed.
    mutating func note(activable groups: [String]) -> Bool {
        guard groups != activable else { return false }
        activable = groups
        return true
    }
}
