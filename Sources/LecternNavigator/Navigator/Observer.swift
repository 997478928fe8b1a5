// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Synchronization

/// What happened, and the JSON that tells of it (schemas `event-…`).
struct Event: Sendable {
    let topic: String
    let json: ByteBuffer

    static let settings = "settings"
    static let preferences = "preferences"

    static func decorationsTopic(_ group: String) -> String { "decorations/" + group }

    static func isTopic(_ name: String) -> Bool {
        let group = decorationsTopic("")
        return name == settings || name == preferences || name.hasPrefix(group) && name != group
    }
}

/// Somebody who listens to one topic, or to all.
package final class Observer: Sendable {
    package typealias Handler = @Sendable (_ topic: String, _ json: ByteBuffer) -> Void

    /// nil: every topic.
    let topic: String?
    /// nil once it has been cancelled: the handler, and what it holds, is let go at once.
    private let handler: Mutex<Handler?>

    package init(topic: String?, handler: @escaping Handler) {
        self.topic = topic
        self.handler = Mutex(handler)
    }

    func wants(_ topic: String) -> Bool { self.topic == nil || self.topic == topic }

    func receive(_ event: Event) {
        let handler = handler.withLock { $0 }
        handler?(event.topic, event.json)
    }

    /// No call begins after this.
    func cancel() {
        // The last reference goes outside of the lock, as it may run code of the host.
        let last = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        withExtendedLifetime(last) {}
    }
}
