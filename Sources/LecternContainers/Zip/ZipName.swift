// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Functions for the names of entries.
public enum ZipName {
    /// Properties of a name that need further processing.
    struct Traits: OptionSet {
        let rawValue: UInt8
        static let nonASCII = Traits(rawValue: 1)
        static let backslash = Traits(rawValue: 2)
        /// The name may be empty, absolute, contain NUL, or have segments that are empty or dots.
        static let suspicious = Traits(rawValue: 4)
        static let directory = Traits(rawValue: 8)
    }

    /// Examines eight bytes at a time, because it is called for every name of an archive.  The result may have false
    /// positives.
    @inline(__always)
    static func traits(_ name: UnsafeRawBufferPointer) -> Traits {
        let count = name.count
        guard count > 8 else { return traitsOfShort(name) }
        var all: UInt64 = 0
        var backslashes: UInt64 = 0
        var odd: UInt64 = 0
        var offset = 0
        while true {
            // The last two loads may overlap the previous ones, which does no harm.
            let word = name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let next = name.loadUnaligned(fromByteOffset: offset &+ 1, as: UInt64.self)
            all |= word | next
            backslashes |= Word.find(0x5C, in: word) | Word.find(0x5C, in: next)
            odd |= Word.find(0, in: word) | Word.find(0, in: next)
            odd |=
                Word.find(ContainerPath.slash, in: word)
                & (Word.find(ContainerPath.slash, in: next) | Word.find(ContainerPath.dot, in: next))
            if offset &+ 9 >= count { break }
            offset = min(offset &+ 8, count &- 9)
        }
        var traits: Traits = all & Word.highBits == 0 ? [] : .nonASCII
        if backslashes != 0 { traits.insert(.backslash) }
        let first = name[0]
        if odd != 0 || first == ContainerPath.slash || first == ContainerPath.dot { traits.insert(.suspicious) }
        if name[count &- 1] == ContainerPath.slash { traits.insert(.directory) }
        return traits
    }

    private static func traitsOfShort(_ name: UnsafeRawBufferPointer) -> Traits {
        var traits: Traits = name.contains { $0 >= 0x80 } ? .nonASCII : []
        if name.contains(0x5C) { traits.insert(.backslash) }
        if name.last == ContainerPath.slash { traits.insert(.directory) }
        if !ContainerPath.isUsable(name) { traits.insert(.suspicious) }
        return traits
    }

    /// Operations on eight bytes at once.
    private enum Word {
        static let highBits: UInt64 = 0x8080_8080_8080_8080

        /// Returns a value other than 0 if one of the bytes is `byte`.  The lowest set bit belongs to the first such
        /// byte; the bits above it may be wrong.
        @inline(__always)
        static func find(_ byte: UInt8, in word: UInt64) -> UInt64 {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let zeroed = word ^ (ones &* UInt64(byte))
            return (zeroed &- ones) & ~zeroed & highBits
        }
    }

    static func isUsable(_ name: UnsafeRawBufferPointer) -> Bool {
        ContainerPath.isUsable(name) && StreamSafeText.contains(name.assumingMemoryBound(to: UInt8.self))
    }

    /// The name without a leading slash, empty segments and ".", which do not change where it leads.  Returns nil if
    /// that is outside of the archive or nowhere.
    static func plain(_ name: UnsafeRawBufferPointer) -> [UInt8]? {
        let segments = name.split(separator: ContainerPath.slash).filter { !$0.elementsEqual([ContainerPath.dot]) }
        let plain = Array(segments.joined(separator: [ContainerPath.slash]))
        return plain.withUnsafeBytes(isUsable) ? plain : nil
    }

    public static func isUTF8(_ bytes: some Sequence<UInt8>) -> Bool {
        String(validating: Array(bytes), as: UTF8.self) != nil
    }

    /// The name in the Info-ZIP Unicode Path extra field, if the field belongs to this raw name.  (APPNOTE 4.6.9)
    static func unicodePath(of record: ZipRecord, in directory: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let field = ZipExtra.field(ZipExtra.unicodePath, in: record.extra, of: directory), field.count > 5 else {
            return nil
        }
        let start = field.lowerBound
        let checksum = UInt32(littleEndian: directory.loadUnaligned(fromByteOffset: start + 1, as: UInt32.self))
        let path = (start + 5)..<field.upperBound
        guard directory[start] == 1, isUTF8(directory[path]),
            checksum == CRC32.of(UnsafeRawBufferPointer(rebasing: directory[record.name]))
        else { return nil }
        return path
    }
}
