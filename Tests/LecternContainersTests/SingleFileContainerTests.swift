// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import Testing

@Suite struct SingleFileContainerTests {
    private func container() throws -> SingleFileContainer {
        try SingleFileContainer(MemorySource(ByteBuffer("0123456789")), name: "book.bin", path: "publication.bin")
    }

    @Test func hasOneEntryWithTheNameOfTheFormat() throws {
        let container = try container()
        #expect(container.entries.map(\.path) == ["publication.bin"])
        #expect(container.entry(at: "publication.bin")?.length == 10)
        #expect(container.entry(at: "publication.bin")?.storedLength == 10)
        #expect(container.entry(at: "book.bin") == nil)
        #expect(container.entry(at: "") == nil)
    }

    @Test func rangesEndWithTheFile() throws {
        let container = try container()
        let entry = try #require(container.entry(at: "publication.bin"))
        func text(_ range: Range<UInt64>) throws -> String {
            try container.read(entry, range: range, limits: Limits()).text
        }
        #expect(try text(3..<5) == "34")
        #expect(try text(8..<UInt64.max) == "89")
        #expect(try text(10..<20) == "")
        #expect(try text(100..<UInt64.max) == "")
    }

    @Test func isReadWithinTheLimits() throws {
        let container = try container()
        let entry = try #require(container.entry(at: "publication.bin"))
        var limits = Limits()
        limits.maxEntrySize = 9
        #expect(throws: Failure.self) { try container.read(entry, limits: limits) }
        #expect(try container.read(entry, range: 0..<9, limits: limits).count == 9)
    }
}
