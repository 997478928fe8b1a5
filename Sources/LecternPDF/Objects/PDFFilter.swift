// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The supported filters (ISO 32000-1, 7.4.4).  Object streams and nearly all content streams use no others: the
/// remaining ones are obsolete, or for images.
///
/// Decoding is strict, because readers differ in how they interpret damaged data.
enum PDFFilter {
    typealias Decode = @Sendable ([UInt8], _ parameters: PDFObject, PDFInput) throws(Failure) -> [UInt8]

    static let all: [PDFName: Decode] = [PDFName("FlateDecode"): flate, PDFName("Fl"): flate]

    private static func flate(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[1] & 0x20 == 0 else { throw PDFInput.damaged }
        let source = bytes.withUnsafeBytes { MemorySource(copying: $0) }
        let stream = try InflateStream(source, range: 2..<UInt64(bytes.count))
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { part.deallocate() }
        var result: [UInt8] = []
        while true {
            let count = try stream.read(into: part)
            try input.charge(bytes: count)
            result.append(contentsOf: part[..<count])
            if count < part.count { return try PDFPredictor(parameters).undone(result) }
        }
    }
}
