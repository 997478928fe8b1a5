// SPDX-License-Identifier: BSD-3-Clause

extension String {
    /// Escaped as HTML text, or for a quoted attribute.
    public var htmlEscaped: String {
        guard utf8.contains(where: { HTMLEscaping.reference(for: $0) != nil }) else { return self }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count + 16)
        for byte in utf8 {
            if let reference = HTMLEscaping.reference(for: byte) {
                escaped.append(contentsOf: reference.utf8)
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

private enum HTMLEscaping {
    static func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): return "&amp;"
        case UInt8(ascii: "<"): return "&lt;"
        case UInt8(ascii: ">"): return "&gt;"
        case UInt8(ascii: "\""): return "&quot;"
        case UInt8(ascii: "'"): return "&#39;"
        default: return nil
        }
    }
}
