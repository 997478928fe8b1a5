// SPDX-License-Identifier: BSD-3-Clause
import Synchronization

/// Delivers events one after the other, with no lock held.
///
/// Whoever posts while another event is being delivered, from inside a listener or from another thread, only leaves the
/// event here: it is delivered after the current one.
final class EventQueue: Sendable {
    private struct State: Sendable {
        var waiting: [Event] = []
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

    func post(_ events: [Event]) {
        state.withLock { $0.waiting += events }
        while let (event, observers) = next() {
            for observer in observers { observer.receive(event) }
            state.withLock { $0.isDelivering = false }
        }
    }

    private func next() -> (Event, [Observer])? {
        state.withLock { state in
            guard !state.isDelivering, !state.waiting.isEmpty else { return nil }
            state.isDelivering = true
            let event = state.waiting.removeFirst()
            return (event, state.observers.filter { $0.wants(event.topic) })
        }
    }
}
