// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

/// Entries that cannot be read, and archives with arbitrary damage.
@Suite struct ZipDamageTests {
    private typealias Entry = ZipBuilder.Entry
    private let text = Array("hello hello hello hello\n".utf8)
    private let deflated: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]

    private func builder() -> ZipBuilder {
        var builder = ZipBuilder()
        builder.add("first", "one")
        builder.add("second", deflated: deflated, of: text)
        builder.add("third", "three")
        return builder
    }

    /// The status thrown by reading the second entry after a change to it.
    private func problem(_ change: (inout Entry) -> Void) throws -> Status? {
        var builder = builder()
        change(&builder.entries[1])
        let container = try open(builder.build())
        #expect(try container.text("first") == "one")
        #expect(try container.text("third") == "three")
        return failure { () throws(Failure) in try container.text("second") }?.status
    }

    @Test func damagedEntries() throws {
        #expect(try problem { _ in } == nil)
        #expect(try problem { $0.data += [1, 2, 3] } == nil)
        #expect(try problem { $0.checksum ^= 1 } == .format)
        #expect(try problem { $0.data[3] ^= 1 } == .format)
        #expect(try problem { $0.data.removeLast(2) } == .format)
        #expect(try problem { $0.data = [] } == .format)
        #expect(try problem { $0.size = 23 } == .format)
        #expect(try problem { $0.size = 25 } == .format)
        #expect(try problem { $0.size = 0 } == .format)
        #expect(try problem { $0.size = 0xFFFF_FFFE } == .format)
        #expect(try problem { $0.size = .max } == .format)
        #expect(try problem { $0.storedSize = .max } == .format)
        #expect(try problem { $0.storedSize = 50_000_000 } == .format)
        #expect(try problem { $0.offset = 5 } == .format)
        #expect(try problem { $0.offset = 0x7FFF_FFF0 } == .format)
        #expect(try problem { $0.method = 0 } == .format)
    }

    @Test func entriesThatAreNotForUs() throws {
        #expect(try problem { $0.flags = 1 } == .protected)
        #expect(try problem { $0.flags = 1 << 13 } == .protected)
        for method: UInt16 in [1, 6, 9, 12, 14, 93, 95, 98, 99, 0xFFFF] {
            #expect(try problem { $0.method = method } == .unsupported)
        }
        var builder = builder()
        builder.entries[0].flags = 1
        builder.entries[1].method = 12
        #expect(try open(builder.build()).warnings.map(\.severity) == [.major, .major])
    }

    @Test func positionsCannotBeBlownUp() throws {
        var builder = builder()
        builder.entries[1].storedSize = 0xFFFF_FFFE
        let bytes = builder.build()
        #expect(try open(bytes).entry(at: "second")?.storedLength == UInt64(bytes.count))
    }

    @Test func localHeaders() throws {
        var builder = builder()
        builder.entries[1].localName = Array("another name".utf8)
        builder.entries[2].localExtra = [UInt8](repeating: 0, count: 5000)
        let container = try open(builder.build())
        #expect(container.warnings.isEmpty)
        #expect(try container.text("second")?.utf8.count == 24)
        #expect(try container.text("second")?.utf8.count == 24)
        #expect(try container.text("third") == "three")
        #expect(container.warnings.map(\.path) == [["second"]])
    }

    @Test func overlaps() throws {
        // The first entry claims to extend into the second.
        var builder = builder()
        builder.entries[0].data = Array("one".utf8)
        builder.entries[0].storedSize = 60
        builder.entries[0].size = 60
        let container = try open(builder.build())
        #expect(container.warnings.map(\.path) == [["first"]])
        #expect(failure { () throws(Failure) in try container.text("first") }?.status == .format)
        #expect(try container.text("second")?.utf8.count == 24)
        #expect(container.warnings.map(\.severity) == [.major])
        // Two entries that share their data can be read, and are known to be the same.
        builder = self.builder()
        builder.entries[2] = builder.entries[1]
        builder.entries[2].name = Array("copy".utf8)
        builder.entries[2].offset = 30 + 5 + 3
        let sharing = try open(builder.build())
        #expect(sharing.warnings.map(\.severity) == [.major])
        #expect(try sharing.text("copy")?.utf8.count == 24)
        let places = try sharing.entries.map { sharing.place(of: $0) }
        #expect(places.count == 3 && places[1] == places[2] && places[0] != places[1])
    }

    /// Opens an archive and reads everything possible.  It must merely return.
    private func tryEverything(_ bytes: [UInt8]) {
        guard let container = try? open(bytes), let entries = try? container.entries else { return }
        for entry in entries {
            _ = try? container.read(entry, limits: Limits())
            _ = try? container.read(entry, range: 1..<UInt64.max, limits: Limits())
            _ = container.entry(at: entry.path)
        }
        _ = container.warnings
    }

    @Test(arguments: [false, true]) func survivesEveryTruncation(isLarge: Bool) {
        var builder = builder()
        builder.isLarge = isLarge
        let bytes = builder.build()
        for count in bytes.indices {
            tryEverything(Array(bytes[..<count]))
            tryEverything(Array(bytes[count...]))
        }
    }

    @Test(arguments: [false, true]) func survivesEveryWrongByte(isLarge: Bool) {
        var builder = builder()
        builder.isLarge = isLarge
        let bytes = builder.build()
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF, bytes[place] ^ 1, bytes[place] &+ 1] {
                var changed = bytes
                changed[place] = value
                tryEverything(changed)
            }
        }
    }

    @Test func survivesEveryWrongNumber() {
        var builder = builder()
        builder.isLarge = true
        builder.entries[1].extra = numbers16(1, 24) + numbers64(24, 11, 38)
        builder.entries[1].size = .max
        builder.entries[1].storedSize = .max
        builder.entries[1].offset = .max
        let bytes = builder.build()
        for place in 0..<(bytes.count - 8) {
            for value: UInt64 in [0, .max, .max >> 1, 1 << 63, .max - 22, 1 << 32] {
                var changed = bytes
                changed.replaceSubrange(place..<(place + 8), with: numbers64(value))
                tryEverything(changed)
            }
        }
    }
}
