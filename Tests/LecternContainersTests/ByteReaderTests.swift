// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

@Suite struct ByteReaderTests {
    @Test func readsLittleEndianNumbers() throws {
        try Array(2...15).map(UInt8.init).withUnsafeBytes { (bytes) throws in
            var reader = ByteReader(bytes)
            #expect(try reader.u16() == 0x0302)
            #expect(try reader.u32() == 0x0706_0504)
            #expect(try reader.u64() == 0x0F0E_0D0C_0B0A_0908)
            #expect(reader.remaining == 0)
        }
    }

    @Test func throwsAtTheEndAndStaysThere() throws {
        [1, 2, 3].map(UInt8.init).withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            #expect(failure { () throws(Failure) in try reader.u32() }?.status == .format)
            #expect(failure { () throws(Failure) in try reader.u64() }?.status == .format)
            #expect(failure { () throws(Failure) in try reader.slice(4) }?.status == .format)
            #expect(failure { () throws(Failure) in try reader.skip(-1) }?.status == .format)
            #expect(failure { () throws(Failure) in try reader.slice(.max) }?.status == .format)
            #expect(reader.position == 0)
            #expect(failure { () throws(Failure) in try reader.u16() } == nil)
            #expect(failure { () throws(Failure) in try reader.u16() }?.status == .format)
            #expect(reader.position == 2)
        }
    }

    @Test func slices() throws {
        try Array("abcdef".utf8).withUnsafeBytes { (bytes) throws in
            var reader = ByteReader(bytes)
            try reader.skip(1)
            #expect(Array(try reader.slice(3)) == Array("bcd".utf8))
            #expect(Array(try reader.slice(0)).isEmpty)
            #expect(Array(try reader.slice(2)) == Array("ef".utf8))
        }
    }
}
