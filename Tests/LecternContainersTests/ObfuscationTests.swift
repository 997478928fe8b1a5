// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

@Suite struct ObfuscationTests {
    private let identifier = "urn:uuid:36d5078e-ff7d-468e-a5f3-f47c14b91f2f"

    /// The result for zeros: the key, repeated.
    private func key(_ obfuscation: Obfuscation?, count: Int, offset: UInt64 = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { obfuscation?.apply(to: $0, offset: offset) }
        return bytes
    }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        ("urn:uuid:36d5078e-ff7d-468e-a5f3-f47c14b91f2f", "d2855e2244f7ae733ab0d7bbadf7f1c2a44a939b"),
        (" urn:uuid:36d5078e-ff7d-\n468e-a5f3-f47c14b91f2f\t\r", "d2855e2244f7ae733ab0d7bbadf7f1c2a44a939b"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
        (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    ])
    func keyOfTheIDPF(identifier: String, digest: String) {
        let obfuscation = Obfuscation(algorithm: Obfuscation.idpf, identifier: identifier)
        let bytes = key(obfuscation, count: 2000)
        #expect(hex(bytes.prefix(20)) == digest)
        #expect(bytes[1020..<1040].elementsEqual(bytes[0..<20]))
        #expect(bytes[1040...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: ["urn:uuid:36d5078e-ff7d-468e-a5f3-f47c14b91f2f", "36D5078EFF7D468EA5F3F47C14B91F2F"])
    func keyOfAdobe(identifier: String) {
        let bytes = key(Obfuscation(algorithm: Obfuscation.adobe, identifier: identifier), count: 2000)
        #expect(hex(bytes.prefix(16)) == "36d5078eff7d468ea5f3f47c14b91f2f")
        #expect(bytes[1008..<1024].elementsEqual(bytes[0..<16]))
        #expect(bytes[1024...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [Obfuscation.idpf, Obfuscation.adobe])
    func everyRangeIsLikeTheWhole(algorithm: String) {
        let obfuscation = Obfuscation(algorithm: algorithm, identifier: identifier)
        let whole = key(obfuscation, count: 1200)
        for (start, count) in [(0, 0), (0, 7), (1, 1100), (20, 20), (39, 1161), (1023, 2), (1039, 2), (1040, 10)] {
            #expect(key(obfuscation, count: count, offset: UInt64(start)) == Array(whole[start..<(start + count)]))
        }
        #expect(key(obfuscation, count: 10, offset: .max) == [UInt8](repeating: 0, count: 10))
    }

    @Test(arguments: [
        (Obfuscation.idpf, ""), (Obfuscation.idpf, "urn:uuid:"), (Obfuscation.adobe, ""),
        (Obfuscation.adobe, "urn:uuid:"),
        (Obfuscation.adobe, "isbn:9780000000000"), (Obfuscation.adobe, "36d5078e"), (Obfuscation.adobe, "36d5078e-f"),
        ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "urn:uuid:36d5078e-ff7d-468e-a5f3-f47c14b91f2f"),
    ])
    func noKey(algorithm: String, identifier: String) {
        #expect(Obfuscation(algorithm: algorithm, identifier: identifier) == nil)
    }

    @Test func resourcesAreRestored() throws {
        let plain = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
        let obfuscation = Obfuscation(algorithm: Obfuscation.idpf, identifier: identifier)
        var spoiled = plain
        spoiled.withUnsafeMutableBytes { obfuscation?.apply(to: $0, offset: 0) }
        #expect(spoiled != plain)
        var builder = ZipBuilder()
        builder.add("font.otf", deflated: deflateStored(spoiled), of: spoiled)
        let container = try open(builder.build())
        let entry = try #require(container.entry(at: "font.otf"))
        let font = ResourceReader(container, entry, obfuscation: obfuscation, limits: Limits())
        #expect(font.size() == 3000)
        #expect(try font.read().withBytes { Array($0) } == plain)
        for (offset, length, expected): (UInt64, UInt64, Range<Int>) in [
            (0, .max, 0..<3000), (1030, 20, 1030..<1050), (5, .max, 5..<3000), (2999, 5, 2999..<3000),
            (3000, 5, 0..<0), (.max, .max, 0..<0), (0, 0, 0..<0),
        ] {
            #expect(try font.read(offset: offset, length: length).withBytes { Array($0) } == Array(plain[expected]))
        }
        let raw = ResourceReader(container, entry, limits: Limits())
        #expect(try raw.read(offset: 0, length: 3000).withBytes { Array($0) } == spoiled)
    }

    @Test func failuresKnowTheirFile() throws {
        var builder = ZipBuilder()
        builder.add("a/b", "text")
        builder.entries[0].checksum ^= 1
        let container = try open(builder.build())
        let entry = try #require(container.entry(at: "a/b"))
        let resource = ResourceReader(container, entry, limits: Limits())
        #expect(failure { () throws(Failure) in try resource.read() }?.path == ["a/b"])
        // A part of a resource has no checksum.
        #expect(try resource.read(offset: 0, length: 2).text == "te")
    }
}
