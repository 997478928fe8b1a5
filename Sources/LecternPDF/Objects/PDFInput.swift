// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The bytes of a document for our own reader of objects, and what it may still cost.
///
/// A hostile document costs no more than the largest honest one: every byte that is looked at, every value and every
/// object is counted.
public final class PDFInput {
    private let bytes: PDFBytes
    /// The bytes in front of the header, which no offset counts.
    private let origin: Int
    /// Without these.
    let length: Int
    private var remainingBytes = 0
    private var remainingValues = 0
    private var remainingObjects = 0
    /// What may still be read from a source that does not have its bytes in memory.
    private var mostFetched: UInt64 = 0

    private static let maxBytes = 32 << 20

    public init(_ bytes: PDFBytes) throws(Failure) {
        self.bytes = bytes
        let head = try bytes.read(at: 0, count: 1024)
        let header = Array("%PDF-".utf8)
        origin = head.indices.first { head[$0...].starts(with: header) } ?? 0
        // So that a sum of offsets cannot overflow.
        length = Swift.min(Int(clamping: bytes.length), 1 << 60) - origin
        renew()
    }

    /// Begins to count anew, for the next part of a document that is read in parts.
    func renew(times: Int = 1) {
        remainingBytes = times * PDFInput.maxBytes
        remainingValues = times * 500_000
        remainingObjects = times * 20_000
        mostFetched = bytes.fetched + UInt64(times * PDFInput.maxBytes)
    }

    /// `count` bytes from `offset` on, fewer at the end of the file.
    func read(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
        guard offset >= 0, offset < length, count > 0 else { return [] }
        let count = Swift.min(count, length - offset)
        try charge(bytes: count)
        guard bytes.fetched <= mostFetched else { throw PDFInput.tooMuch }
        return try bytes.read(at: UInt64(origin + offset), count: count)
    }

    func charge(bytes count: Int) throws(Failure) {
        guard count <= remainingBytes else { throw PDFInput.tooMuch }
        remainingBytes -= count
    }

    func chargeValue() throws(Failure) {
        guard remainingValues > 0 else { throw PDFInput.tooMuch }
        remainingValues -= 1
    }

    func chargeObject() throws(Failure) {
        guard remainingObjects > 0 else { throw PDFInput.tooMuch }
        remainingObjects -= 1
    }

    static let tooMuch = Failure(.limit, "Too much of the PDF would have to be read.")
    static let damaged = Failure(.format, "The objects of the PDF are damaged.")
}
