// SPDX-License-Identifier: BSD-3-Clause

import LecternContainers
import LecternModel

/// Writes valid and invalid ZIP archives byte by byte.
public struct ZipBuilder {
    public init() {}

    public struct Entry {
        public var name: [UInt8]
        /// The stored data.
        public var data: [UInt8]
        public var method: UInt16 = 0
        public var flags: UInt16 = 0
        public var checksum: UInt32
        /// The declared uncompressed size; the stored size if nil.
        public var size: UInt32?
        public var storedSize: UInt32?
        public var offset: UInt32?
        public var extra: [UInt8] = []
        public var localName: [UInt8]?
        public var localExtra: [UInt8] = []

        public init(
            name: [UInt8], data: [UInt8], method: UInt16 = 0, flags: UInt16 = 0, checksum: UInt32, size: UInt32? = nil,
            storedSize: UInt32? = nil, offset: UInt32? = nil, extra: [UInt8] = [], localName: [UInt8]? = nil,
            localExtra: [UInt8] = []
        ) {
            self.name = name
            self.data = data
            self.method = method
            self.flags = flags
            self.checksum = checksum
            self.size = size
            self.storedSize = storedSize
            self.offset = offset
            self.extra = extra
            self.localName = localName
            self.localExtra = localExtra
        }
    }

    public var entries: [Entry] = []
    public var comment: [UInt8] = []
    /// Data before the archive, and whether the offsets include it.
    public var prefix: [UInt8] = []
    public var prefixIsCounted = false
    /// Whether there is a ZIP64 end record.
    public var isLarge = false
    /// Overrides the number of entries in the end record.
    public var declaredEntries: UInt16?
    public var declaredSize: UInt32?
    public var declaredOffset: UInt32?
    public var disk: UInt16 = 0

    /// Adds a stored entry.
    public mutating func add(_ name: String, _ text: String) {
        add(name, Array(text.utf8))
    }

    public mutating func add(_ name: String, _ data: [UInt8]) {
        entries.append(Entry(name: Array(name.utf8), data: data, checksum: crc32(data)))
    }

    /// Adds a compressed entry; `data` is the DEFLATE stream.
    public mutating func add(_ name: String, deflated data: [UInt8], of text: [UInt8]) {
        entries.append(
            Entry(
                name: Array(name.utf8), data: data, method: 8, checksum: crc32(text), size: UInt32(text.count)))
    }

    public func build() -> [UInt8] {
        var bytes = prefix
        var directory: [UInt8] = []
        let base = prefixIsCounted ? 0 : prefix.count
        for entry in entries {
            let offset = UInt32(bytes.count - base)
            let localName = entry.localName ?? entry.name
            bytes += [0x50, 0x4B, 3, 4] + numbers16(20, entry.flags, entry.method, 0, 0) + fields(entry)
            bytes += numbers16(UInt16(localName.count), UInt16(entry.localExtra.count))
            bytes += localName + entry.localExtra + entry.data
            directory += [0x50, 0x4B, 1, 2] + numbers16(20, 20, entry.flags, entry.method, 0, 0) + fields(entry)
            directory += numbers16(UInt16(entry.name.count), UInt16(entry.extra.count), 0, 0, 0, 0, 0)
            directory += numbers32(entry.offset ?? offset) + entry.name + entry.extra
        }
        let start = bytes.count - base
        bytes += directory
        if isLarge { bytes += largeEnd(start: start, size: directory.count, place: bytes.count - base) }
        let count = declaredEntries ?? (isLarge ? 0xFFFF : UInt16(entries.count))
        bytes += [0x50, 0x4B, 5, 6] + numbers16(disk, disk, count, count)
        bytes += numbers32(declaredSize ?? (isLarge ? 0xFFFF_FFFF : UInt32(directory.count)))
        bytes += numbers32(declaredOffset ?? (isLarge ? 0xFFFF_FFFF : UInt32(start)))
        return bytes + numbers16(UInt16(comment.count)) + comment
    }

    private func fields(_ entry: Entry) -> [UInt8] {
        let stored = entry.storedSize ?? UInt32(entry.data.count)
        return numbers32(entry.checksum, stored, entry.size ?? UInt32(entry.data.count))
    }

    private func largeEnd(start: Int, size: Int, place: Int) -> [UInt8] {
        [0x50, 0x4B, 6, 6] + numbers64(44) + numbers16(45, 45) + numbers32(0, 0)
            + numbers64(UInt64(entries.count), UInt64(entries.count), UInt64(size), UInt64(start))
            + [0x50, 0x4B, 6, 7] + numbers32(0) + numbers64(UInt64(place)) + numbers32(1)
    }
}

public func numbers16(_ numbers: UInt16...) -> [UInt8] { numbers.flatMap { littleEndian($0) } }
public func numbers32(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { littleEndian($0) } }
public func numbers64(_ numbers: UInt64...) -> [UInt8] { numbers.flatMap { littleEndian($0) } }

private func littleEndian<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

/// DEFLATE without compression, which is easy to write.
public func deflateStored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var rest = data[...]
    repeat {
        let block = rest.prefix(0xFFFF)
        rest = rest.dropFirst(block.count)
        stream += [rest.isEmpty ? 1 : 0] + numbers16(UInt16(block.count), ~UInt16(block.count)) + block
    } while !rest.isEmpty
    return stream
}

/// A checksum computed bit by bit, independently of the library.
public func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { state, byte in
        (0..<8).reduce(state ^ UInt32(byte)) { state, _ in state >> 1 ^ (state & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}

// MARK: Reading

extension Container {
    /// The text of an entry, or nil if it does not exist.
    public func text(_ path: String, limits: Limits = Limits()) throws(Failure) -> String? {
        guard let entry = entry(at: path) else { return nil }
        return try read(entry, limits: limits).text
    }
}

/// The failure that `body` throws.
public func failure(_ body: () throws(Failure) -> some Any) -> Failure? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
