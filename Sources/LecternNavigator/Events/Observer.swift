// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// A listener to one topic, or to all.  It gets one event at a time, in order.
public final class Observer: Sendable {
    public typealias Handler = @Sendable (_ topic: String, _ json: ByteBuffer) -> Void

    private struct State: Sendable {
        /// nil after cancellation, so that the handler and all that it holds are released at once.
        var handler: Handler?
        var waiting: FIFOQueue<Event>
        /// The thread that calls the handler, unless it has ended there.  Other threads leave their events in the queue
        /// and do not wait.
        var receiver: CallingThread? = .current
    }

    /// nil: every topic.
    let topic: String?
    private let state: Lock<State>

    /// - Parameter present: the events that come first, by `begin`.
    public init(topic: String?, present: [Event], handler: @escaping Handler) {
        self.topic = topic
        state = Lock(State(handler: handler, waiting: FIFOQueue(present)))
    }

    func wants(_ topic: String) -> Bool { self.topic?.isExactly(topic) ?? true }

    /// Delivers the present values, and the events since then.
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

    /// After this, no call of the handler begins.
    func cancel() {
        // The last reference is released outside of the lock, because that may run code of the host.
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
