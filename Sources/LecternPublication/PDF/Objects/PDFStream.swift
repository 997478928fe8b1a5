// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The bytes of a stream (ISO 32000-1, 7.3.8): as they are, or inflated.  No other filter is used for objects.
enum PDFStream {
    /// - Parameter cursor: behind the dictionary.
    static func bytes(
        _ cursor: inout PDFCursor, _ dictionary: PDFDictionary, length: Int
    ) throws(Failure) -> [UInt8] {
        guard try cursor.token() == .keyword(.stream) else { throw PDFInput.damaged }
        _ = try cursor.skip(0x0D)
        guard try cursor.skip(0x0A), length >= 0 else { throw PDFInput.damaged }
        let stored = try cursor.input.read(at: cursor.offset, count: length)
        guard stored.count == length else { throw PDFInput.damaged }
        switch try only(dictionary[.filter]) {
        case .null: return stored
        case .name(.flateDecode):
            let inflated = try inflated(stored, cursor.input)
            return try PDFPredictor(try only(dictionary[.decodeParms])).undone(inflated)
        default: throw PDFInput.damaged
        }
    }

    /// A single value may be in an array.
    private static func only(_ object: PDFObject?) throws(Failure) -> PDFObject {
        guard case .array(let list) = object else { return object ?? .null }
        guard list.count <= 1 else { throw PDFInput.damaged }
        return list.first ?? .null
    }

    /// Inflates data with the header of zlib.
    private static func inflated(_ stored: [UInt8], _ input: PDFInput) throws(Failure) -> [UInt8] {
        guard stored.count > 2, stored[0] & 0x0F == 8, stored[1] & 0x20 == 0 else { throw PDFInput.damaged }
        let source = stored.withUnsafeBytes { MemorySource(copying: $0) }
        let stream = try InflateStream(source, range: 2..<UInt64(stored.count))
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { part.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try stream.read(into: part)
            try input.charge(bytes: count)
            bytes.append(contentsOf: part[..<count])
            if count < part.count { return bytes }
        }
    }
}
