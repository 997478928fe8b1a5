// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

/// "hello hello hello hello\n", compressed.
private let hello = Array("hello hello hello hello\n".utf8)
private let deflatedHello: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
/// 3000 times "a", compressed by a factor of 142.
private let manyA = [UInt8](repeating: 0x61, count: 3000)
private let deflatedA: [UInt8] = [
    237, 193, 49, 1, 0, 0, 0, 194, 160, 172, 235, 95, 194, 26, 30, 64, 1, 0, 0, 239, 6,
]

@Suite struct ZipReadingTests {
    private func archive(_ change: (inout ZipBuilder) -> Void) throws(Failure) -> any Container {
        var builder = ZipBuilder()
        builder.add("mimetype", "application/epub+zip")
        builder.add("hello.txt", deflated: deflatedHello, of: hello)
        builder.add("OEBPS/a.txt", deflated: deflatedA, of: manyA)
        change(&builder)
        return try open(builder.build())
    }

    @Test func readsStoredAndDeflatedEntries() throws {
        let container = try archive { _ in }
        #expect(container.warnings.isEmpty)
        #expect(container.name == "test.zip")
        #expect(try container.entries.map(\.path) == ["mimetype", "hello.txt", "OEBPS/a.txt"])
        #expect(try container.text("mimetype") == "application/epub+zip")
        #expect(try container.text("hello.txt") == String(decoding: hello, as: UTF8.self))
        #expect(try container.text("OEBPS/a.txt") == String(repeating: "a", count: 3000))
        #expect(container.entry(at: "OEBPS/A.txt") == nil)
        #expect(container.entry(at: "/mimetype") == nil)
        let entry = try #require(container.entry(at: "OEBPS/a.txt"))
        #expect(entry.length == 3000)
        #expect(entry.storedLength == UInt64(deflatedA.count))
        #expect(entry.isCompressed)
        let same = Array("OEBPS/a.txt".utf8).withUnsafeBytes { container.entry(at: $0) }
        #expect(same?.path == "OEBPS/a.txt")
    }

    @Test(arguments: ["mimetype", "hello.txt", "OEBPS/a.txt"])
    func readsEveryRange(path: String) throws {
        let container = try archive { _ in }
        let entry = try #require(container.entry(at: path))
        let all = try container.read(entry, limits: Limits()).withBytes { Array($0) }
        for start in [0, 1, 5, all.count - 1, all.count, all.count + 1, 1 << 40] {
            for end in [start, start + 1, start + 7, all.count, .max] where end >= start {
                let part = try container.read(entry, range: UInt64(start)..<UInt64(end), limits: Limits())
                let expected = start < all.count ? Array(all[start..<min(end, all.count)]) : []
                #expect(part.withBytes { Array($0) } == expected)
            }
        }
    }

    @Test func rangesOfALongEntryGoOnWhereTheLastOneStopped() throws {
        let long = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let container = try archive { $0.add("long", deflated: deflateStored(long), of: long) }
        let entry = try #require(container.entry(at: "long"))
        var read: [UInt8] = []
        while true {
            let range = UInt64(read.count)..<UInt64(read.count + 70_000)
            let part = try container.read(entry, range: range, limits: Limits())
            if part.count == 0 { break }
            read += part.withBytes { Array($0) }
        }
        #expect(read == long)
        // Backwards, far ahead, and at many places.
        for start in [0, 300_000, 100, 599_990, 1, 2, 3, 4, 5, 6, 250_000] {
            let part = try container.read(entry, range: UInt64(start)..<UInt64(start + 10), limits: Limits())
            #expect(part.withBytes { Array($0) } == Array(long[start..<(start + 10)]))
        }
    }

    @Test func manyThreadsReadAtOnce() async throws {
        let long = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 9) }
        let container = try archive { $0.add("long", deflated: deflateStored(long), of: long) }
        let entry = try #require(container.entry(at: "long"))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<10 {
                        let start = (task * 7919 + step * 30_000) % 390_000
                        let range = UInt64(start)..<UInt64(start + 5000)
                        let part = try? container.read(entry, range: range, limits: Limits())
                        #expect(part?.withBytes { $0.elementsEqual(long[start..<(start + 5000)]) } == true)
                        #expect((try? container.text("hello.txt")) == String(decoding: hello, as: UTF8.self))
                    }
                }
            }
        }
    }

    @Test func entriesThatAreEmpty() throws {
        let container = try archive {
            $0.add("stored", "")
            $0.add("deflated", deflated: [3, 0], of: [])
        }
        #expect(try container.text("stored") == "")
        #expect(try container.text("deflated") == "")
    }

    @Test func limitsHold() throws {
        let container = try archive { _ in }
        let entry = try #require(container.entry(at: "OEBPS/a.txt"))
        var limits = Limits()
        limits.maxEntrySize = 2999
        #expect(failure { () throws(Failure) in try container.read(entry, limits: limits) }?.status == .limit)
        #expect(try container.read(entry, range: 1..<3000, limits: limits).count == 2999)
        limits = Limits()
        limits.maxRatio = 142
        #expect(failure { () throws(Failure) in try container.read(entry, limits: limits) }?.status == .limit)
        limits.maxRatio = 143
        #expect(try container.read(entry, limits: limits).count == 3000)
        limits.maxTotalInflated = 8999
        var budget = ReadBudget(limits)
        #expect(try container.read(entry, budget: &budget).count == 3000)
        #expect(try container.read(entry, budget: &budget).count == 3000)
        #expect(budget.remaining == 2999)
        #expect(failure { () throws(Failure) in try container.read(entry, budget: &budget) }?.status == .limit)
        limits = Limits()
        limits.maxEntries = 2
        #expect(
            failure { () throws(Failure) in try open(ZipReadingTests.threeEntries, limits: limits) }?.status == .limit)
        limits.maxEntries = 3
        #expect(try open(ZipReadingTests.threeEntries, limits: limits).entries.count == 3)
    }

    private static var threeEntries: [UInt8] {
        var builder = ZipBuilder()
        for name in ["a", "b", "c"] { builder.add(name, name) }
        return builder.build()
    }

    @Test func aStreamGivesTheSameWithFewCalls() throws {
        var builder = ZipBuilder()
        for number in 0..<300 { builder.add("OEBPS/chapter-\(number).xhtml", deflated: deflatedA, of: manyA) }
        let bytes = builder.build()
        final class Calls: @unchecked Sendable { var count = 0 }
        let calls = Calls()
        let source = StreamSource(
            size: { UInt64(bytes.count) },
            read: { offset, space in
                calls.count += 1
                let part = bytes.dropFirst(Int(offset)).prefix(space.count)
                space.copyBytes(from: part)
                return part.count
            })
        let container = try openContainer(source, name: "stream", limits: Limits())
        // The tail, the head, and the rest of the central directory.
        #expect(calls.count == 3)
        #expect(try container.text("OEBPS/chapter-250.xhtml")?.utf8.count == 3000)
        #expect(calls.count == 4)
        #expect(try container.text("OEBPS/chapter-0.xhtml")?.utf8.count == 3000)
        #expect(calls.count == 4)
    }

    @Test func aSourceThatFailsIsNotADamagedArchive() {
        let broken = Failure(.io, "The cable is out.")
        let unsized = StreamSource(size: { () throws(Failure) in throw broken }, read: { _, _ in 0 })
        let unread = StreamSource(size: { 100_000 }, read: { (_, _) throws(Failure) in throw broken })
        let short = StreamSource(size: { 100_000 }, read: { _, _ in 0 })
        for source in [unsized, unread, short] {
            let error = failure { () throws(Failure) in try openContainer(source, name: "s", limits: Limits()) }
            #expect(error?.status == .io)
            #expect(error?.path == ["s"])
        }
    }
}
