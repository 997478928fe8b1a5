// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// Delivers events one after the other, with no lock held.
///
/// Whoever delivers while another event is being delivered, from inside a listener or from another thread, only leaves
/// the event here: it is delivered after the current one.
package final class EventQueue: Sendable {
    private struct State: Sendable {
        /// Each with those who listened when it happened: who comes later knows it from the present value.
        var waiting = Line<(event: Event, observers: [Observer])>()
        var observers: [Observer] = []
        /// It may have ended inside of a listener: then others go on.
        var deliverer: CallingThread?

        var isDelivering: Bool { deliverer?.isAlive ?? false }
    }

    private let state = Lock(State())

    package init() {}

    package func remove(_ observer: Observer) {
        state.withLock { $0.observers.removeAll { $0 === observer } }
        observer.cancel()
    }

    func isObserved(_ topic: String) -> Bool { state.withLock { $0.observers.contains { $0.wants(topic) } } }

    /// - Parameter json: is made only when somebody listens.
    package func add(_ topic: String, _ json: () -> ByteBuffer) {
        let observers = state.withLock { $0.observers.filter { $0.wants(topic) } }
        guard !observers.isEmpty else { return }
        let event = Event(topic: topic, json: json())
        state.withLock { $0.waiting.add((event, observers)) }
    }

    package func deliver() {
        while let (event, observers) = next() {
            for observer in observers { observer.receive(event) }
            state.withLock { $0.deliverer = nil }
        }
    }

    private func next() -> (event: Event, observers: [Observer])? {
        state.withLock { state in
            guard !state.isDelivering, let next = state.waiting.next() else { return nil }
            state.deliverer = .current
            return next
        }
    }

    // MARK: A new observer

    /// From now on, events reach it behind the present values that it brings along.
    package func add(_ observer: Observer) { state.withLock { $0.observers.append(observer) } }

    /// Gives it the present values.  This waits for nobody, as the thread that delivers may be waiting for this one; what
    /// a listener changes meanwhile is delivered after them.
    package func begin(_ observer: Observer) {
        let isFirst = state.withLock { state in
            guard !state.isDelivering else { return false }
            state.deliverer = .current
            return true
        }
        observer.begin()
        guard isFirst else { return }
        state.withLock { $0.deliverer = nil }
        deliver()
    }
}
