// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The bytes of a document for the object reader of Lectern, and the budget for reading them.
///
/// Every byte, value and object that is read is counted, so that a crafted document costs no more than the largest real one.
public final class PDFInput {
    private let bytes: PDFBytes
    /// The number of bytes before the header.  Offsets do not include them.
    private let origin: Int
    /// The length without these bytes.
    let length: Int
    private var remainingBytes = 0
    private var remainingValues = 0
    private var remainingObjects = 0
    /// The number of bytes that may still be read from a source that is not in memory.
    private var mostFetched: UInt64 = 0

    private static let maxBytes = 32 << 20

    public init(_ bytes: PDFBytes) throws(Failure) {
        self.bytes = bytes
        let head = try bytes.read(at: 0, count: 1024)
        let header = Array("%PDF-".utf8)
        origin = head.indices.first { head[$0...].starts(with: header) } ?? 0
        // Prevents overflow when offsets are added.
        length = Swift.min(Int(clamping: bytes.length), 1 << 60) - origin
        renew()
    }

    /// Resets the budget, for the next part of a document that is read in parts.
    func renew(times: Int = 1) {
        remainingBytes = times * PDFInput.maxBytes
        remainingValues = times * 500_000
        remainingObjects = times * 20_000
        mostFetched = bytes.fetched + UInt64(times * PDFInput.maxBytes)
    }

    /// Reads `count` bytes at `offset`, or fewer at the end of the file.
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

    static let tooMuch = Failure(.limit, "The limit for reading the PDF was reached.")
    static let damaged = Failure(.format, "The objects of the PDF are damaged.")
}
