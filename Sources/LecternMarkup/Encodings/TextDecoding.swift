// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Converts a document to UTF-8 from the encoding that it uses or declares.
public enum TextDecoding {
    /// - Parameter body: receives valid UTF-8 without a byte order mark: the original bytes if they are valid, otherwise a
    ///   copy in which U+FFFD replaces everything that cannot be decoded.
    public static func withUTF8<T>(
        of bytes: UnsafeRawBufferPointer, as kind: TextKind,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> T
    ) throws(Failure) -> T {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return try body(UnsafeBufferPointer(start: nil, count: 0))
        }
        let source = UnsafeBufferPointer(start: base, count: bytes.count)
        let (encoding, skipped) = TextEncoding.of(source, as: kind)
        let text = UnsafeBufferPointer(rebasing: source[skipped...])
        guard let decoded = decoded(text, encoding) else { return try body(text) }
        // `withUnsafeBufferPointer` of an array does not support typed throws.
        let result = decoded.withUnsafeBufferPointer { (decoded) -> Result<T, Failure> in
            do throws(Failure) { return .success(try body(decoded)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The text in UTF-8, or nil if it is that already.
    public static func decoded(_ text: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding) -> [UInt8]? {
        switch encoding {
        case .utf8:
            let invalid = UTF8Encoding.firstInvalid(in: text)
            return invalid == text.count ? nil : repaired(text, from: invalid)
        case .utf16(let isBigEndian): return utf16(text, isBigEndian: isBigEndian)
        case .singleByte(let encoding): return singleByte(text, encoding.table)
        case .multiByte(let encoding): return encoding.decoded(text)
        case .replacement: return text.isEmpty ? nil : Array("\u{FFFD}".utf8)
        }
    }

    /// Applies the charset of a media type, which takes precedence over declarations in the text.  If it differs from them,
    /// the text is converted to UTF-8 and marked with a byte order mark.
    public static func marked(_ text: ByteBuffer, as kind: TextKind, charset: String?) -> ByteBuffer {
        // The value of a parameter may be a quoted string.
        guard let label = charset?.filter({ $0 != "\"" }), let encoding = TextEncoding(label: label) else {
            return text
        }
        return text.withBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            let (declared, skipped) = TextEncoding.of(bytes, as: kind)
            if skipped > 0 || encoding.isUTF8 && declared.isUTF8 { return text }
            let marked = [0xEF, 0xBB, 0xBF] + (decoded(bytes, encoding) ?? Array(bytes))
            return marked.withUnsafeBytes(ByteBuffer.init(copying:))
        }
    }

    private static func utf16(_ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let high = isBigEndian ? 0 : 1
        var index = 0
        var lead: UInt32?
        while index + 1 < bytes.count {
            let unit = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + 1 - high])
            index += 2
            if let first = lead {
                lead = nil
                if unit & 0xFC00 == 0xDC00 {
                    UTF8Encoding.encode(0x10000 + ((first & 0x3FF) << 10 | unit & 0x3FF)) { result.append($0) }
                    continue
                }
                UTF8Encoding.encode(first) { result.append($0) }
            }
            if unit & 0xFC00 == 0xD800 { lead = unit } else { UTF8Encoding.encode(unit) { result.append($0) } }
        }
        if lead != nil || index < bytes.count { UTF8Encoding.encode(0xFFFD) { result.append($0) } }
        return result
    }

    private static func singleByte(_ bytes: UnsafeBufferPointer<UInt8>, _ table: [Int32]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        table.withUnsafeBufferPointer { table in
            for byte in bytes {
                // Undefined bytes are -1, which becomes a number beyond the range of Unicode.
                UTF8Encoding.encode(UInt32(bitPattern: table[Int(byte)])) { result.append($0) }
            }
        }
        return result
    }

    private static func repaired(_ bytes: UnsafeBufferPointer<UInt8>, from firstInvalid: Int) -> [UInt8] {
        guard let base = bytes.baseAddress else { return [] }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var valid = 0
        var invalid = firstInvalid
        while invalid < bytes.count {
            result.append(contentsOf: bytes[valid..<invalid])
            UTF8Encoding.encode(0xFFFD) { result.append($0) }
            valid = invalid - UTF8Encoding.sequenceLength(base + invalid, bytes.count - invalid)
            invalid = UTF8Encoding.firstInvalid(in: bytes, from: valid)
        }
        result.append(contentsOf: bytes[valid...])
        return result
    }
}
