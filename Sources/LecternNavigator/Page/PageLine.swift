// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The line to the page in a web view: whether there is a page, and what it has not heard yet.
struct PageLine: Sendable {
    private enum Phase {
        /// No page has asked for the state.
        case absent
        /// A page has the state, and does not listen yet.
        case loading
        /// The page has said that it is ready.
        case live
    }

    private var phase = Phase.absent
    /// Messages for a page that does not listen yet.
    private var waiting: [ByteBuffer] = []
    /// The groups of decorations that it was told can be activated.
    private(set) var activable: [String] = []

    /// With more messages than that, a page begins again.
    static let most = 256

    /// Whether messages reach a page, now or as soon as it is ready.
    var isOpen: Bool { phase != .absent }
    var isLive: Bool { phase == .live }

    /// A page has asked for its state, which has everything up to now.
    mutating func begin(activable: [String]) {
        phase = .loading
        waiting = []
        self.activable = activable
    }

    /// The page listens from now on.
    ///
    /// - Returns: what it has not heard.
    mutating func open() -> [ByteBuffer] {
        defer { waiting = [] }
        phase = .live
        return waiting
    }

    /// Keeps a message for a page that does not listen yet.
    mutating func keep(_ message: ByteBuffer) {
        waiting.append(message)
        if waiting.count > PageLine.most { waiting = [PageMessage.reload] }
    }

    /// Whether these groups differ from those that the page was told last.
    mutating func note(activable groups: [String]) -> Bool {
        guard groups != activable else { return false }
        activable = groups
        return true
    }
}
