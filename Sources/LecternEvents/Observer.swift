// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// A listener to one topic or all topics.  It receives one event at a time, in order.
public final class Observer: Sendable {
    public typealias Handler = @Sendable (_ topic: String, _ json: ByteBuffer) -> Void

    private struct State: Sendable {
        /// nil after cancellation, so that the handler and everything it captures are released immediately.
        var handler: Handler?
        var waiting: FIFOQueue<Event>
        /// The thread that calls the handler, unless it has exited there.  Other threads add their events to the
        /// queue and do not wait.
        var receiver: CallingThread? = .current
    }

    /// nil for all topics.
    let topic: String?
    private let state: Lock<State>

    /// - Parameter present: the initial events, which `begin` delivers.
    public init(topic: String?, present: [Event], handler: @escaping Handler) {
        self.topic = topic
        state = Lock(State(handler: handler, waiting: FIFOQueue(present)))
    }

    func wants(_ topic: String) -> Bool { self.topic?.isExactly(topic) ?? true }

    /// Delivers the initial values and the events since then.
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
                state.waiting = FIFOQueue()
                return nil
            }
            return (handler, event)
        }
    }

    /// Prevents further calls of the handler.
    func cancel() {
        // The last reference is released outside the lock, because that may run code of the host.
        let last = state.withLock { state in
            defer { state.handler = nil }
            return state.handler
        }
        withExtendedLifetime(last) {}
    }
}

/// A source of events.
public protocol Observable: AnyObject, Sendable {
    func remove(_ observer: Observer)
}
