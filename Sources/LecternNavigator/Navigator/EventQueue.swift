// SPDX-License-Identifier: BSD-3-Clause
import Synchronization

/// Delivers events one after the other, with no lock held.
///
/// Whoever delivers while another event is being delivered, from inside a listener or from another thread, only leaves
/// the event here: it is delivered after the current one.
final class EventQueue: Sendable {
    private struct State: Sendable {
        var waiting: [Event] = []
        /// So many of them have been delivered.
        var delivered = 0
        var observers: [Observer] = []
        var isDelivering = false
    }

    private let state = Mutex(State())

    func add(_ observer: Observer) { state.withLock { $0.observers.append(observer) } }

    func remove(_ observer: Observer) {
        state.withLock { $0.observers.removeAll { $0 === observer } }
        observer.cancel()
    }

    func isObserved(_ topic: String) -> Bool { state.withLock { $0.observers.contains { $0.wants(topic) } } }

    func add(_ events: [Event]) { state.withLock { $0.waiting += events } }

    func deliver() {
        while let (event, observers) = next() {
            for observer in observers { observer.receive(event) }
            state.withLock { $0.isDelivering = false }
        }
    }

    private func next() -> (Event, [Observer])? {
        state.withLock { state in
            guard !state.isDelivering, state.delivered < state.waiting.count else { return nil }
            state.isDelivering = true
            let event = state.waiting[state.delivered]
            state.delivered += 1
            // Taking each one off the front would move all others each time.
            if state.delivered * 2 > state.waiting.count {
                state.waiting.removeFirst(state.delivered)
                state.delivered = 0
            }
            return (event, state.observers.filter { $0.wants(event.topic) })
        }
    }
}
