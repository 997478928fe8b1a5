// SPDX-License-Identifier: BSD-3-Clause

/// Decodes ISO-2022-JP, where escape sequences select a character set (Encoding Standard, 12.2.1).
struct ISO2022JPDecoder {
    private enum Mode {
        case ascii, roman, katakana, kanji
    }

    private var mode = Mode.ascii
    /// Whether a character or an error has followed the last escape sequence.
    private var hasOutput = true

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
        var decoder = ISO2022JPDecoder()
        var position = 0
        while position < bytes.count {
            let (codePoint, length) = decoder.next(bytes, at: position)
            if let codePoint { UTF8Encoding.encode(codePoint) { result.append($0) } }
            position += length
        }
    }

    private static let escape: UInt8 = 0x1B
    private static let error: UInt32 = 0xFFFD

    private mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (
        codePoint: UInt32?, length: Int
    ) {
        let byte = bytes[position]
        guard byte != ISO2022JPDecoder.escape else { return escaped(bytes[position...].dropFirst().prefix(2)) }
        hasOutput = true
        switch (mode, byte) {
        case (.roman, 0x5C): return (0xA5, 1)
        case (.roman, 0x7E): return (0x203E, 1)
        case (.ascii, 0..<0x80), (.roman, 0..<0x80):
            return (byte == 0x0E || byte == 0x0F ? ISO2022JPDecoder.error : UInt32(byte), 1)
        case (.katakana, 0x21...0x5F): return (0xFF61 - 0x21 + UInt32(byte), 1)
        case (.kanji, 0x21...0x7E):
            guard position + 1 < bytes.count, bytes[position + 1] != ISO2022JPDecoder.escape else {
                return (ISO2022JPDecoder.error, 1)
            }
            let trail = bytes[position + 1]
            guard 0x21...0x7E ~= trail else { return (ISO2022JPDecoder.error, 2) }
            return (EncodingIndex.jis0208[Int(byte - 0x21) * 94 + Int(trail - 0x21)] ?? ISO2022JPDecoder.error, 2)
        default: return (ISO2022JPDecoder.error, 1)
        }
    }

    /// Handles an escape character.  Two escape sequences in a row are an error.  So is an unknown sequence, whose bytes are
    /// then decoded as text.
    ///
    /// - Parameter sequence: the two bytes after the escape character.
    private mutating func escaped(_ sequence: UnsafeBufferPointer<UInt8>.SubSequence) -> (
        codePoint: UInt32?, length: Int
    ) {
        guard let mode = ISO2022JPDecoder.mode(sequence) else {
            hasOutput = true
            return (ISO2022JPDecoder.error, 1)
        }
        defer { (self.mode, hasOutput) = (mode, false) }
        return (hasOutput ? nil : ISO2022JPDecoder.error, 3)
    }

    private static func mode(_ sequence: UnsafeBufferPointer<UInt8>.SubSequence) -> Mode? {
        switch String(decoding: sequence, as: UTF8.self) {
        case "(B": .ascii
        case "(J": .roman
        case "(I": .katakana
        case "$@", "$B": .kanji
        default: nil
        }
    }
}
