// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// Delivers events one at a time, with no lock held.
///
/// If an event is being delivered, by this thread or another, a new event is only queued, and delivered after the
/// current one.
public final class EventQueue: Sendable {
    private struct State: Sendable {
        /// Events with the observers at the time of the event: later observers get the current value instead.
        var waiting = FIFOQueue<(event: Event, observers: [Observer])>()
        var observers: [Observer] = []
        /// The delivering thread.  If it does not exist after `fork`, another thread takes over.
        var deliverer: CallingThread?

        var isDelivering: Bool { deliverer?.isAlive ?? false }
    }

    private let state = Lock(State())

    public init() {}

    public func remove(_ observer: Observer) {
        state.withLock { $0.observers.removeAll { $0 === observer } }
        observer.cancel()
    }

    /// - Parameter byName: ignores listeners to all topics.
    public func isObserved(_ topic: String, byName: Bool = false) -> Bool {
        state.withLock { $0.observers.contains { $0.wants(topic) && !(byName && $0.topic == nil) } }
    }

    /// The observed topics, and whether a listener observes all.
    public var topics: (named: [String], isAll: Bool) {
        let topics = state.withLock { $0.observers.map(\.topic) }
        return (topics.compactMap { $0 }, topics.contains(nil))
    }

    /// - Parameter json: called only if there is a listener.
    public func add(_ topic: String, _ json: () -> ByteBuffer) {
        let observers = state.withLock { $0.observers.filter { $0.wants(topic) } }
        guard !observers.isEmpty else { return }
        let event = Event(topic: topic, json: json())
        state.withLock { $0.waiting.add((event, observers)) }
    }

    public func deliver() {
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

    /// Registers an observer.  It receives its initial values first, then all events from now on.
    public func add(_ observer: Observer) { state.withLock { $0.observers.append(observer) } }

    /// Delivers the initial values of an observer.  Never waits for another thread, which might be waiting for this
    /// one; events that a listener causes meanwhile are delivered afterwards.
    public func begin(_ observer: Observer) {
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
