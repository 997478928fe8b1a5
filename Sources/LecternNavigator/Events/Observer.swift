// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// Somebody who listens to one topic, or to all: one event at a time, in their order.
package final class Observer: Sendable {
    package typealias Handler = @Sendable (_ topic: String, _ json: ByteBuffer) -> Void

    private struct State: Sendable {
        /// nil once it has been cancelled: the handler, and what it holds, is let go at once.
        var handler: Handler?
        var waiting: Line<Event>
        /// The thread that calls the handler, unless it has ended there.  Others leave their events in the line, instead of
        /// waiting for the end of a call.
        var receiver: CallingThread? = .current
    }

    /// nil: every topic.
    let topic: String?
    private let state: Lock<State>

    /// - Parameter present: the events that come first, by `begin`.
    package init(topic: String?, present: [Event], handler: @escaping Handler) {
        self.topic = topic
        state = Lock(State(handler: handler, waiting: Line(present)))
    }

    func wants(_ topic: String) -> Bool { self.topic?.isExactly(topic) ?? true }

    /// Receives the present values, and what has come since.
    func begin() {
        while let (handler, event) = next() { handler(event.topic, event.json) }
    }

    func receive(_ event: Event) {
        let isFree = state.withLock { state in
            state.waiting.add(event)
            guard !(state.receiver?.isAlive ?? false) else { return false }
            state.receiver = .current
            return true
        }
        if isFree { begin() }
    }

    private func next() -> (Handler, Event)? {
        state.withLock { state in
            guard let handler = state.handler, let event = state.waiting.next() else {
                state.receiver = nil
                state.waiting = Line()
                return nil
            }
            return (handler, event)
        }
    }

    /// No call begins after this.
    func cancel() {
        // The last reference goes outside of the lock, as it may run code of the host.
        let last = state.withLock { state in
            defer { state.handler = nil }
            return state.handler
        }
        withExtendedLifetime(last) {}
    }
}

/// What somebody may listen to.
package protocol Observable: AnyObject, Sendable {
    func remove(_ observer: Observer)
}
