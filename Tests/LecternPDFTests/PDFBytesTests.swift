// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import Synchronization
import Testing

import LecternPDF

@Suite struct PDFBytesTests {
    /// Delivers bytes that depend on their offset, and counts them.
    private final class Host: Sendable {
        let delivered = Mutex<UInt64>(0)

        func source(_ size: UInt64) -> StreamSource {
            StreamSource(size: { size }) { offset, space in
                let count = Int(min(UInt64(space.count), size - min(size, offset)))
                for index in 0..<count { space[index] = Host.byte(offset + UInt64(index)) }
                self.delivered.withLock { $0 += UInt64(count) }
                return count
            }
        }

        static func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: place ^ place >> 8 ^ place >> 16) }
    }

    private func bytes(_ bytes: PDFBytes, _ range: Range<UInt64>) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: range.count)
        return result.withUnsafeMutableBytes { bytes.copy(at: range.lowerBound, to: $0) } ? result : nil
    }

    private func expected(_ range: Range<UInt64>) -> [UInt8] { range.map(Host.byte) }

    @Test func whatIsMissingIsReadAfterwards() throws {
        let host = Host()
        let document = try PDFBytes(host.source(64 << 20), limits: Limits())
        #expect(bytes(document, 0..<100) == expected(0..<100))
        #expect(bytes(document, (64 << 20) - 10..<64 << 20) == expected((64 << 20) - 10..<64 << 20))
        let middle: Range<UInt64> = 30_000_001..<30_000_900
        #expect(bytes(document, middle) == nil)
        #expect(document.missing == middle)
        // Everything fails until the bytes are available.
        #expect(bytes(document, 0..<100) == nil)
        try document.fetchMissing()
        #expect(document.missing == nil)
        #expect(bytes(document, middle) == expected(middle))
        #expect(host.delivered.withLock { $0 } < 1 << 20)
    }

    @Test func aWholeFileIsReadInFewSteps() throws {
        let host = Host()
        let size: UInt64 = 32 << 20
        let document = try PDFBytes(host.source(size), limits: Limits())
        var steps = 0
        var place: UInt64 = 0
        while place < size {
            let range = place..<min(size, place + 512)
            if bytes(document, range) == nil {
                steps += 1
                try document.fetchMissing()
            } else {
                place = range.upperBound
            }
        }
        #expect(steps <= 8)
        #expect(host.delivered.withLock { $0 } < size + (1 << 20))
    }

    @Test func partsMayMeetInTheMiddleOfAnAnswer() throws {
        let document = try PDFBytes(Host().source(4 << 20), limits: Limits())
        let across: Range<UInt64> = 4000..<5000
        #expect(bytes(document, across) == nil)
        #expect(document.missing == 4096..<5000)
        try document.fetchMissing()
        #expect(bytes(document, across) == expected(across))
    }

    @Test func nothingIsBehindTheEnd() throws {
        let document = try PDFBytes(Host().source(100), limits: Limits())
        #expect(bytes(document, 90..<110) == nil)
        #expect(bytes(document, 200..<210) == nil)
        #expect(document.missing == nil)
    }

    @Test func memoryIsLimited() throws {
        var limits = Limits()
        limits.maxEntrySize = 1 << 20
        let document = try PDFBytes(Host().source(1 << 40), limits: limits)
        var failure: Failure?
        var place: UInt64 = 1 << 30
        while failure == nil, place < 1 << 40 {
            place += 1 << 30
            #expect(bytes(document, place..<place + 1) == nil)
            do throws(Failure) { try document.fetchMissing() } catch { failure = error }
        }
        #expect(failure?.status == .limit)
    }
}
