// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import Testing

@testable import LecternC

@Suite struct TicketTests {
    @Test func aTicketSurvivesTheWayThroughAPointer() {
        for kind in HandleKind.allCases {
            for generation in [1, Ticket.maxGeneration] {
                let ticket = Ticket(kind: kind, generation: generation, slot: UInt32(Ticket.maxSlots - 1))
                #expect(Ticket(ticket.handle) == ticket)
                #expect(UInt(bitPattern: ticket.handle) < 1 << 47)
            }
        }
        #expect(Ticket(nil) == nil)
        #expect(Ticket(OpaquePointer(bitPattern: UInt.max)) == nil)
    }

    @Test func theStatusesAreThoseOfTheHeader() {
        let numbers = [
            LECTERN_OK, LECTERN_END, LECTERN_PASS, LECTERN_ERROR_INTERNAL, LECTERN_ERROR_HANDLE, LECTERN_ERROR_ARGUMENT,
            LECTERN_ERROR_JSON, LECTERN_ERROR_ABI, LECTERN_ERROR_NOT_FOUND, LECTERN_ERROR_UNSUPPORTED, LECTERN_ERROR_IO,
            LECTERN_ERROR_FORMAT, LECTERN_ERROR_PROTECTED, LECTERN_ERROR_LIMIT, LECTERN_ERROR_CANCELLED,
            LECTERN_ERROR_CALLBACK, LECTERN_ERROR_BUSY,
        ].map { Int32($0) }
        #expect(Status.allCases.map(\.rawValue) == numbers)
        #expect(String(cString: lectern_version()) == LECTERN_VERSION)
    }
}
