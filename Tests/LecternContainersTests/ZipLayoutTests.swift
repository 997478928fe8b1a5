// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

/// Archives with surrounding data, or with a wrong end record.
@Suite struct ZipLayoutTests {
    private func builder() -> ZipBuilder {
        var builder = ZipBuilder()
        builder.add("mimetype", "application/epub+zip")
        builder.add("a/b.txt", "text")
        return builder
    }

    /// Opens the archive, and checks that all entries exist.
    private func warnings(_ bytes: [UInt8]) throws -> [String] {
        let container = try open(bytes)
        #expect(try container.entries.map(\.path) == ["mimetype", "a/b.txt"])
        #expect(try container.text("a/b.txt") == "text")
        #expect(try container.text("mimetype") == "application/epub+zip")
        return container.warnings.map(\.message)
    }

    @Test(arguments: [false, true]) func somethingInFront(isCounted: Bool) throws {
        var builder = builder()
        builder.prefix = Array("#!/bin/sh\n".utf8)
        builder.prefixIsCounted = isCounted
        let found = try warnings(builder.build())
        #expect(found.count == 1)
        #expect(found.first?.contains("10 bytes before") == true)
    }

    @Test(arguments: [false, true]) func large(hasPrefix: Bool) throws {
        var builder = builder()
        builder.isLarge = true
        if hasPrefix { builder.prefix = Array("junk".utf8) }
        #expect(try warnings(builder.build()).count == (hasPrefix ? 1 : 0))
    }

    @Test func largeNumbersOfAnEntry() throws {
        var builder = builder()
        builder.entries[1].extra = numbers16(1, 24) + numbers64(4, 4, UInt64(30 + 8 + 20))
        builder.entries[1].size = .max
        builder.entries[1].storedSize = .max
        builder.entries[1].offset = .max
        #expect(try warnings(builder.build()) == [])
        builder.entries[1].extra = numbers16(1, 16) + numbers64(4, 4)
        let container = try open(builder.build())
        #expect(failure { () throws(Failure) in try container.text("a/b.txt") }?.status == .format)
        #expect(container.warnings.contains { $0.path == ["a/b.txt"] })
    }

    @Test func commentsWithEndRecordsInThem() throws {
        var builder = builder()
        let fake = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
        builder.comment = Array(([UInt8]("PK".utf8) + fake + fake + Array("end".utf8)))
        #expect(try warnings(builder.build()) == [])
        // Ends with a valid end record, but of an empty archive.
        builder.comment = fake
        #expect(try warnings(builder.build()) == [])
        builder.comment = [UInt8](repeating: 0x50, count: 65535)
        #expect(try warnings(builder.build()) == [])
        builder.comment = (0..<2900).flatMap { _ in fake }.dropLast(5)
        #expect(try warnings(builder.build()) == [])
    }

    @Test func somethingBehind() throws {
        let bytes = builder().build()
        for count in [1, 100, 5000, 60_000] {
            #expect(try warnings(bytes + [UInt8](repeating: 0, count: count)).count == 1)
        }
        #expect(
            failure { () throws(Failure) in try open(bytes + [UInt8](repeating: 0, count: 70_000)) }?.status == .format)
    }

    @Test func wrongEndRecords() throws {
        let changes: [(inout ZipBuilder) -> Void] = [
            { $0.declaredEntries = 0 }, { $0.declaredEntries = 1 }, { $0.declaredEntries = 500 },
            { $0.declaredEntries = 0xFFFF }, { $0.declaredSize = 0 }, { $0.declaredSize = 10_000_000 },
            { $0.declaredSize = .max }, { $0.declaredOffset = 0 }, { $0.declaredOffset = 1 },
            { $0.declaredOffset = 0x7FFF_FFFF }, { $0.declaredOffset = .max },
        ]
        for change in changes {
            var builder = builder()
            change(&builder)
            #expect(try warnings(builder.build()).count == 1)
        }
    }

    @Test func theLastOfTwoArchivesCounts() throws {
        var other = ZipBuilder()
        other.add("other", "")
        #expect(try warnings(other.build() + builder().build()).count == 1)
        #expect(try warnings(builder().build() + builder().build()).count == 1)
    }

    @Test func splitArchivesAreRefused() {
        var builder = builder()
        builder.disk = 1
        #expect(failure { () throws(Failure) in try open(builder.build()) }?.status == .unsupported)
    }

    @Test func anEmptyArchiveIsAnArchive() throws {
        #expect(try open(ZipBuilder().build()).entries.isEmpty)
    }
}
