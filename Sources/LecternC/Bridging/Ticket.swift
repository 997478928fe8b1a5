// SPDX-License-Identifier: BSD-3-Clause

/// A handle: kind, generation and slot, in 47 bits on 64-bit machines, and in 32 bits on smaller ones.
///
/// In C it is a pointer, but it is never dereferenced: an arbitrary value just does not match.
struct Ticket: Equatable {
    #if arch(x86_64) || arch(arm64) || arch(powerpc64) || arch(powerpc64le) || arch(s390x) || arch(riscv64)
        static let slotBits: UInt64 = 20
        static let generationBits: UInt64 = 23
    #else
        static let slotBits: UInt64 = 14
        static let generationBits: UInt64 = 14
    #endif
    static let maxSlots = 1 << Int(slotBits)
    static let maxGeneration = UInt32(1) << UInt32(generationBits) - 1

    let kind: HandleKind
    let generation: UInt32
    let slot: UInt32

    init(kind: HandleKind, generation: UInt32, slot: UInt32) {
        self.kind = kind
        self.generation = generation
        self.slot = slot
    }

    init?(_ handle: OpaquePointer?) {
        let bits = UInt64(UInt(bitPattern: handle))
        let kindBits = bits >> (Ticket.slotBits + Ticket.generationBits)
        guard kindBits < 16, let kind = HandleKind(rawValue: UInt8(truncatingIfNeeded: kindBits)) else { return nil }
        self.kind = kind
        generation = UInt32(truncatingIfNeeded: bits >> Ticket.slotBits) & Ticket.maxGeneration
        slot = UInt32(truncatingIfNeeded: bits & (UInt64(Ticket.maxSlots) - 1))
    }

    var handle: OpaquePointer? {
        let bits =
            (UInt64(kind.rawValue) << Ticket.generationBits | UInt64(generation)) << Ticket.slotBits | UInt64(slot)
        return OpaquePointer(bitPattern: UInt(truncatingIfNeeded: bits))
    }
}
