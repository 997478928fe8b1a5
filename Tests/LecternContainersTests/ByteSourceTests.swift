// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternContainers
import LecternModel
import Synchronization
import TestArchives
import Testing

/// Reads `count` bytes at `offset`.
private func bytes(_ source: any ByteSource, at offset: UInt64, _ count: Int) throws(Failure) -> [UInt8] {
    let buffer = try ByteBuffer(capacity: count) { (space) throws(Failure) in try source.read(at: offset, into: space) }
    return buffer.withBytes { Array($0) }
}

/// A counter for several threads.
private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add(_ difference: Int) -> Int {
        number.withLock {
            $0 += difference
            return $0
        }
    }
}

@Suite struct MemorySourceTests {
    @Test func readsToTheEnd() throws {
        let source = Array("0123456789".utf8).withUnsafeBytes { MemorySource(copying: $0) }
        #expect(source.size() == 10)
        #expect(try bytes(source, at: 3, 4) == Array("3456".utf8))
        #expect(try bytes(source, at: 8, 4) == Array("89".utf8))
        #expect(try bytes(source, at: 10, 4) == [])
        #expect(try bytes(source, at: .max, 4) == [])
    }

    @Test func releasesOnce() throws {
        let released = Counter()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: Array("abcd".utf8))
        do {
            let source = MemorySource(UnsafeRawBufferPointer(memory)) { _ = released.add(1) }
            let part = source.bytes?.slice(1..<3)
            #expect(part?.withBytes { Array($0) } == Array("bc".utf8))
            #expect(source.bytes?.slice(1..<5) == nil)
            #expect(released.value == 0)
        }
        #expect(released.value == 1)
    }
}

@Suite struct FileSourceTests {
    @Test func refusesWhatIsNotAFile() {
        #expect(failure { () throws(Failure) in try FileSource(path: "/dev/zero") }?.status == .io)
        #expect(failure { () throws(Failure) in try FileSource(path: "/") }?.status == .io)
        #expect(failure { () throws(Failure) in try FileSource(path: "/no/such/file") }?.status == .notFound)
        #expect(failure { () throws(Failure) in try FileSource(path: "a\0b") }?.status == .argument)
    }

    @Test func readsAndNoticesAShorterFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("file", Array("0123456789".utf8))
        let source = try FileSource(path: path)
        #expect(source.size() == 10)
        #expect(try bytes(source, at: 7, 10) == Array("789".utf8))
        #expect(try bytes(source, at: .max, 10) == [])
        #expect(truncate(path, 5) == 0)
        #expect(failure { () throws(Failure) in try source.buffer(at: 0, count: 10) }?.status == .io)
    }

    @Test func doesNotWaitForAFIFO() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(failure { () throws(Failure) in try FileSource(path: path) }?.status == .io)
        #expect(failure { () throws(Failure) in try openContainer(path: path, limits: Limits()) }?.path == ["fifo"])
    }
}

@Suite struct StreamSourceTests {
    private let text = Array("0123456789".utf8)

    @Test func putsShortReadsTogether() throws {
        let text = text
        let source = StreamSource(
            size: { 10 },
            read: { offset, space in
                guard offset < 10 else { return 0 }
                space[0] = text[Int(offset)]
                return 1
            })
        #expect(try source.size() == 10)
        #expect(try bytes(source, at: 2, 5) == Array("23456".utf8))
        #expect(try bytes(source, at: 8, 5) == Array("89".utf8))
    }

    @Test(arguments: [-1, 5])
    func distrustsTheHost(count: Int) {
        let source = StreamSource(size: { 10 }, read: { _, _ in count })
        #expect(failure { () throws(Failure) in try bytes(source, at: 0, 4) }?.status == .callback)
    }

    @Test func asksForTheSizeOnce() throws {
        let asked = Counter()
        let source = StreamSource(size: { UInt64(asked.add(1)) }, read: { _, _ in 0 })
        #expect(try source.size() == 1)
        #expect(try source.size() == 1)
    }

    @Test func cannotBeReadFromInside() {
        /// Holds the source for its own read function.
        final class Place: Sendable {
            let source = Mutex<StreamSource?>(nil)
        }
        let place = Place()
        let source = StreamSource(
            size: { 10 },
            read: { (_, _) throws(Failure) in
                let inner = place.source.withLock { $0 }
                return try inner.map { (inner) throws(Failure) in try bytes(inner, at: 0, 1).count } ?? 0
            })
        place.source.withLock { $0 = source }
        #expect(failure { () throws(Failure) in try bytes(source, at: 0, 1) }?.status == .busy)
        // The source remains usable after the failure.
        #expect(failure { () throws(Failure) in try source.size() } == nil)
        place.source.withLock { $0 = nil }
    }

    @Test func letsOneThreadInAtATime() async {
        let inside = Counter()
        let tooMany = Counter()
        let source = StreamSource(
            size: { 10 },
            read: { _, _ in
                if inside.add(1) > 1 { _ = tooMany.add(1) }
                usleep(100)
                _ = inside.add(-1)
                return 0
            })
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 { #expect(failure { () throws(Failure) in try bytes(source, at: 0, 1) } == nil) }
                }
            }
        }
        #expect(tooMany.value == 0)
    }
}
