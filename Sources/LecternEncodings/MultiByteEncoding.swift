// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The legacy multi-byte encodings of the Encoding Standard (10 to 13).
public enum MultiByteEncoding: CaseIterable, Sendable {
    /// Includes gbk, which has the same decoder.
    case gb18030
    case big5, shiftJIS, eucJP, eucKR, iso2022JP

    /// The labels of the Encoding Standard.
    var labels: String {
        switch self {
        case .gb18030:
            "gb18030 gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk"
        case .big5: "big5 big5-hkscs cn-big5 csbig5 x-x-big5"
        case .shiftJIS: "shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"
        case .eucJP: "euc-jp cseucpkdfmtjapanese x-euc-jp"
        case .eucKR:
            """
            euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
            """
        case .iso2022JP: "iso-2022-jp csiso2022jp"
        }
    }

    /// Converts a text to UTF-8.  Each error becomes U+FFFD.
    func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 2)
        if self == .iso2022JP {
            ISO2022JPDecoder.decode(bytes, into: &result)
            return result
        }
        var position = 0
        while position < bytes.count {
            let start = position
            while position < bytes.count && bytes[position] < 0x80 { position += 1 }
            result.append(contentsOf: bytes[start..<position])
            guard position < bytes.count else { break }
            let character = character(bytes, at: position)
            UTF8Encoding.encode(character.codePoint ?? 0xFFFD) { result.append($0) }
            if let mark = character.mark { UTF8Encoding.encode(mark) { result.append($0) } }
            position += character.length
        }
        return result
    }

    /// A decoded character, or an error.
    struct Character {
        /// Nil for an error.
        let codePoint: UInt32?
        /// The combining character that completes it.
        var mark: UInt32?
        /// The number of bytes to consume.
        let length: Int

        init(_ codePoint: UInt32?, length: Int) {
            self.codePoint = codePoint
            self.length = length
        }

        /// - Parameter trail: the last byte.  If the code is invalid and this byte is ASCII, it is not consumed.
        fileprivate init(_ codePoint: UInt32?, length: Int, trail: UInt8) {
            self.init(codePoint, length: codePoint == nil && trail < 0x80 ? length - 1 : length)
        }
    }

    /// Decodes the character at a byte that is not ASCII.
    func character(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Character {
        let lead = bytes[position]
        if let codePoint = single(lead) { return Character(codePoint, length: 1) }
        guard isLead(lead), position + 1 < bytes.count else { return Character(nil, length: 1) }
        let trail = bytes[position + 1]
        switch self {
        case .gb18030 where ASCII.isDigit(trail): return MultiByteEncoding.fourBytes(bytes, at: position)
        case .eucJP where lead == 0x8E:
            let codePoint = 0xA1...0xDF ~= trail ? 0xFF61 - 0xA1 + UInt32(trail) : nil
            return Character(codePoint, length: 2, trail: trail)
        case .eucJP where lead == 0x8F && 0xA1...0xFE ~= trail:
            guard position + 2 < bytes.count else { return Character(nil, length: 2) }
            let last = bytes[position + 2]
            let pointer = MultiByteEncoding.pointer(trail, 0xA1, last, 0xA1...0xFE)
            return Character(pointer.flatMap { EncodingIndex.jis0212[$0] }, length: 3, trail: last)
        case .big5:
            let pointer = pointer(lead, trail)
            var character = Character(pointer.flatMap(MultiByteEncoding.big5), length: 2, trail: trail)
            switch pointer {
            case 1133, 1164: character.mark = 0x304
            case 1135, 1166: character.mark = 0x30C
            default: break
            }
            return character
        default:
            return Character(pointer(lead, trail).flatMap(codePoint), length: 2, trail: trail)
        }
    }

    /// Returns the character of a single-byte code.
    private func single(_ byte: UInt8) -> UInt32? {
        switch (self, byte) {
        case (.gb18030, 0x80): 0x20AC
        case (.shiftJIS, 0x80): 0x80
        case (.shiftJIS, 0xA1...0xDF): 0xFF61 - 0xA1 + UInt32(byte)
        default: nil
        }
    }

    private func isLead(_ byte: UInt8) -> Bool {
        switch self {
        case .shiftJIS: 0x81...0x9F ~= byte || 0xE0...0xFC ~= byte
        case .eucJP: 0x8E...0x8F ~= byte || 0xA1...0xFE ~= byte
        default: 0x81...0xFE ~= byte
        }
    }

    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int? {
        switch self {
        case .gb18030: MultiByteEncoding.pointer(lead, 0x81, trail, 0x40...0x7E, 0x80...0xFE)
        case .big5: MultiByteEncoding.pointer(lead, 0x81, trail, 0x40...0x7E, 0xA1...0xFE)
        case .shiftJIS: MultiByteEncoding.pointer(lead, lead < 0xA0 ? 0x81 : 0xC1, trail, 0x40...0x7E, 0x80...0xFC)
        case .eucJP: lead < 0xA1 ? nil : MultiByteEncoding.pointer(lead, 0xA1, trail, 0xA1...0xFE)
        case .eucKR: MultiByteEncoding.pointer(lead, 0x81, trail, 0x41...0xFE)
        case .iso2022JP: nil
        }
    }

    /// - Parameters:
    ///   - trails: the first range of trail bytes.
    ///   - more: the second range, whose columns follow those of the first.
    private static func pointer(
        _ lead: UInt8, _ first: UInt8, _ trail: UInt8, _ trails: ClosedRange<UInt8>, _ more: ClosedRange<UInt8>? = nil
    ) -> Int? {
        let row = Int(lead) - Int(first)
        let columns = trails.count + (more?.count ?? 0)
        if trails ~= trail { return row * columns + Int(trail - trails.lowerBound) }
        guard let more, more ~= trail else { return nil }
        return row * columns + trails.count + Int(trail - more.lowerBound)
    }

    private func codePoint(_ pointer: Int) -> UInt32? {
        switch self {
        case .gb18030: EncodingIndex.gb18030[pointer]
        case .shiftJIS where 8836...10715 ~= pointer: 0xE000 + UInt32(pointer - 8836)
        case .shiftJIS, .eucJP, .iso2022JP: EncodingIndex.jis0208[pointer]
        case .eucKR: EncodingIndex.eucKR[pointer]
        case .big5: MultiByteEncoding.big5(pointer)
        }
    }

    /// The letter of a pointer; four pointers also have a combining character.
    private static func big5(_ pointer: Int) -> UInt32? {
        switch pointer {
        case 1133, 1135: 0xCA
        case 1164, 1166: 0xEA
        default: EncodingIndex.big5[pointer]
        }
    }

    /// Decodes a code whose second byte is a digit.  Only the first byte of an invalid code is consumed.
    private static func fourBytes(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Character {
        let rest = bytes[position...].prefix(4)
        if rest.count > 2, !(0x81...0xFE ~= rest[position + 2]) { return Character(nil, length: 1) }
        guard rest.count == 4 else { return Character(nil, length: rest.count) }
        guard ASCII.isDigit(rest[position + 3]) else { return Character(nil, length: 1) }
        let row = Int(rest[position] - 0x81) * 10 + Int(rest[position + 1] - 0x30)
        let pointer = (row * 126 + Int(rest[position + 2] - 0x81)) * 10 + Int(rest[position + 3] - 0x30)
        let codePoint =
            pointer < 189_000 ? EncodingIndex.gb18030Ranges[pointer] : 0x10000 + UInt32(pointer - 189_000)
        return Character(codePoint.flatMap { $0 > 0x10FFFF ? nil : $0 }, length: 4)
    }
}
