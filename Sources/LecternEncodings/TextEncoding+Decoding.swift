// SPDX-License-Identifier: BSD-3-Clause

extension TextEncoding {
    /// The text in UTF-8, or nil if it is that already.
    public func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8:
            let invalid = UTF8Encoding.firstInvalid(in: text)
            return invalid == text.count ? nil : TextEncoding.repaired(text, from: invalid)
        case .utf16(let isBigEndian): return TextEncoding.utf16(text, isBigEndian: isBigEndian)
        case .singleByte(let encoding): return TextEncoding.singleByte(text, encoding.table)
        case .multiByte(let encoding): return encoding.decoded(text)
        case .replacement: return text.isEmpty ? nil : Array("\u{FFFD}".utf8)
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
