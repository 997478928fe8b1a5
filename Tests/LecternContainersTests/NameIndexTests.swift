// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

@Suite struct NameIndexTests {
    /// Places names one after the other in a buffer, and returns their ranges.
    private func layOut(_ names: [String]) -> (bytes: [UInt8], ranges: [Range<Int>]) {
        var bytes: [UInt8] = []
        let ranges = names.map { name in
            let start = bytes.count
            bytes += Array(name.utf8)
            return start..<bytes.count
        }
        return (bytes, ranges)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 100, 3000])
    func findsEveryName(count: Int) throws {
        let names = (0..<count).map { "chapter-" + String($0, radix: 7) + String(repeating: "x", count: $0 % 23) }
        let (bytes, ranges) = layOut(names)
        try bytes.withUnsafeBytes { (buffer) throws in
            // A capacity that is too small only costs time.
            var index = NameIndex(capacity: count / 10)
            for (value, range) in ranges.enumerated() {
                #expect(try index.insert(range, value: Int32(value), in: buffer) == nil)
            }
            #expect(index.count == count)
            for (value, name) in names.enumerated() {
                #expect(index.value(of: name, in: buffer) == Int32(value))
            }
            #expect(index.value(of: "chapter", in: buffer) == nil)
            #expect(index.value(of: "", in: buffer) == nil)
        }
    }

    @Test func firstOrLastWins() throws {
        let (bytes, ranges) = layOut(["a", "b", "a"])
        try bytes.withUnsafeBytes { (buffer) throws in
            var first = NameIndex(capacity: 3)
            var last = NameIndex(capacity: 3, winner: .last)
            for (value, range) in ranges.enumerated() {
                let before: Int32? = value == 2 ? 0 : nil
                #expect(try first.insert(range, value: Int32(value), in: buffer) == before)
                #expect(try last.insert(range, value: Int32(value), in: buffer) == before)
            }
            #expect(first.value(of: "a", in: buffer) == 0)
            #expect(last.value(of: "a", in: buffer) == 2)
            #expect(first.count == 2)
        }
    }

    @Test func theEmptyNameIsAName() throws {
        try [UInt8]("x".utf8).withUnsafeBytes { (buffer) throws in
            var index = NameIndex(capacity: 1)
            try index.insert(1..<1, value: 5, in: buffer)
            #expect(index.value(of: "", in: buffer) == 5)
        }
    }

    @Test func refusesRangesOutside() {
        [UInt8]("x".utf8).withUnsafeBytes { buffer in
            var index = NameIndex(capacity: 1)
            #expect(failure { () throws(Failure) in try index.insert(0..<2, value: 0, in: buffer) }?.status == .limit)
            #expect(failure { () throws(Failure) in try index.insert(-1..<1, value: 0, in: buffer) }?.status == .limit)
        }
    }

    @Test func anotherBufferGivesNoAnswer() throws {
        var index = NameIndex(capacity: 1)
        try [UInt8]("abc".utf8).withUnsafeBytes { (buffer) throws in
            _ = try index.insert(0..<3, value: 0, in: buffer)
        }
        [UInt8]("a".utf8).withUnsafeBytes { #expect(index.value(of: "abc", in: $0) == nil) }
    }
}
