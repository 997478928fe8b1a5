// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// All objects that the host holds, by ticket.  This is the only global state of the library.
///
/// Objects are released outside the lock, because their release may run a callback of the host.
enum HandleTable {
    private struct Slot: Sendable {
        var generation: UInt32
        var kind: HandleKind
        /// Lent to a callback: the host does not free it, so it is not counted.
        var isBorrowed = false
        var target: (any HandleTarget)?
    }

    private struct State: Sendable {
        var slots: [Slot] = []
        var free: [UInt32] = []
        var live: [Int] = Array(repeating: 0, count: 16)
    }

    private static let state = Lock(State())

    static func insert<T: HandleTarget>(_ target: T, isBorrowed: Bool = false) throws(Failure) -> OpaquePointer? {
        let ticket = state.withLock { state -> Ticket? in
            let kind = T.handleKind
            let count = isBorrowed ? 0 : 1
            if let slot = state.free.popLast() {
                state.slots[Int(slot)].kind = kind
                state.slots[Int(slot)].isBorrowed = isBorrowed
                state.slots[Int(slot)].target = target
                state.live[Int(kind.rawValue)] += count
                return Ticket(kind: kind, generation: state.slots[Int(slot)].generation, slot: slot)
            }
            guard state.slots.count < Ticket.maxSlots else { return nil }
            state.slots.append(Slot(generation: 1, kind: kind, isBorrowed: isBorrowed, target: target))
            state.live[Int(kind.rawValue)] += count
            return Ticket(kind: kind, generation: 1, slot: UInt32(truncatingIfNeeded: state.slots.count - 1))
        }
        guard let ticket else {
            throw Failure(
                .limit, "The limit of \(Ticket.maxSlots) handles is reached; free handles that are no longer needed.")
        }
        return ticket.handle
    }

    static func target<T: HandleTarget>(_ handle: OpaquePointer?, _ type: T.Type = T.self) throws(Failure) -> T {
        if T.handleKind.leadsToCallbacks { try CallbackDepth.check() }
        let found = state.withLock { state in slot(of: handle, T.self, in: state).map { state.slots[$0].target } }
        guard let target = found as? T else { throw mismatch(handle, T.handleKind) }
        return target
    }

    /// Removes the object, unless it is borrowed and the host tries to free it.  A slot that has used all its
    /// generations is retired.
    static func remove<T: HandleTarget>(
        _ handle: OpaquePointer?, _ type: T.Type, isBorrowed: Bool = false
    ) throws(Failure) {
        let removed = state.withLock { state -> (any HandleTarget)? in
            guard let slot = slot(of: handle, T.self, in: state), state.slots[slot].isBorrowed == isBorrowed else {
                return nil
            }
            let target = state.slots[slot].target
            state.slots[slot].target = nil
            if !state.slots[slot].isBorrowed { state.live[Int(T.handleKind.rawValue)] -= 1 }
            if state.slots[slot].generation < Ticket.maxGeneration {
                state.slots[slot].generation += 1
                state.free.append(UInt32(truncatingIfNeeded: slot))
            }
            return target
        }
        guard removed != nil else { throw mismatch(handle, T.handleKind) }
    }

    /// The number of live handles of each kind.
    static var live: [(kind: HandleKind, count: Int)] {
        let counts = state.withLock { $0.live }
        return HandleKind.allCases.map { ($0, counts[Int($0.rawValue)]) }
    }

    private static func slot<T: HandleTarget>(of handle: OpaquePointer?, _ type: T.Type, in state: State) -> Int? {
        guard let ticket = Ticket(handle), ticket.kind == T.handleKind, ticket.slot < state.slots.count else {
            return nil
        }
        let slot = state.slots[Int(ticket.slot)]
        return slot.generation == ticket.generation && slot.target != nil ? Int(ticket.slot) : nil
    }

    private static func mismatch(_ handle: OpaquePointer?, _ wanted: HandleKind) -> Failure {
        guard handle != nil else { return Failure(.handle, "The \(wanted.name) handle is NULL.") }
        guard let ticket = Ticket(handle) else { return Failure(.handle, "This is not a Lectern handle.") }
        return Failure(
            .handle,
            ticket.kind == wanted
                ? "The \(wanted.name) handle was freed."
                : "This is a \(ticket.kind.name) handle, not a \(wanted.name) handle.")
    }
}
