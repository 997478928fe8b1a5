// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Guesses the encoding of a text that does not declare one.
public enum TextGuess {
    private struct Candidate {
        let encoding: MultiByteEncoding
        /// The two-byte codes of common characters and punctuation, which make up nearly all of a text.
        let common: [ClosedRange<UInt16>]
        var firstTrail: UInt8 = 0xA1
        /// The minimum number of different codes.  The codes of a few hangul or kana can also be those of hanzi.
        var leastDistinct = 1

        /// - Parameter isInWord: whether the code follows or precedes an ASCII letter.  If its trail byte is ASCII as well,
        ///   it is probably an accented letter inside a Western word.
        func isCommon(_ code: UInt16, isInWord: Bool) -> Bool {
            let trail = UInt8(truncatingIfNeeded: code)
            return trail >= firstTrail && !(isInWord && trail < 0x80) && common.contains { $0 ~= code }
        }
    }

    private static let candidates = [
        Candidate(encoding: .eucKR, common: [0xA1A1...0xA3FE, 0xB0A1...0xC8FE], leastDistinct: 8),
        Candidate(encoding: .gb18030, common: [0xA1A1...0xA3FE, 0xB0A1...0xD7FE]),
        Candidate(
            encoding: .shiftJIS,
            common: [0x8140...0x81FC, 0x824F...0x8258, 0x829F...0x82F1, 0x8340...0x8396, 0x889F...0x9872],
            firstTrail: 0x40),
        Candidate(encoding: .eucJP, common: [0xA1A1...0xA5FE, 0xB0A1...0xCFFE], leastDistinct: 8),
        Candidate(encoding: .big5, common: [0xA140...0xC67E], firstTrail: 0x40),
    ]

    /// How much of a text is examined.
    private static let reach = 1 << 16

    /// - Returns: UTF-8 if most sequences are valid, or a multi-byte encoding; nil if the text looks like neither.
    public static func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return .utf8 }
        let sample = UnsafeBufferPointer(rebasing: bytes[max(0, first - 1)...].prefix(reach))
        return isMostlyUTF8(sample) ? .utf8 : multiByte(sample).map(TextEncoding.multiByte)
    }

    /// The encoding that a text or a list of names looks like.
    public static func multiByte(_ sample: UnsafeBufferPointer<UInt8>) -> MultiByteEncoding? {
        var best: (encoding: MultiByteEncoding, share: Double)?
        for candidate in candidates {
            let share = share(of: candidate, in: sample)
            if share > max(0.9, best?.share ?? 0) { best = (candidate.encoding, share) }
        }
        return best?.encoding
    }

    private static func isMostlyUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var position = 0
        var balance = 0
        while position < bytes.count {
            let length = UTF8Encoding.sequenceLength(base + position, bytes.count - position)
            if length != 1 { balance += length > 0 ? 1 : -1 }
            position += abs(length)
        }
        return balance > 0
    }

    /// The share of common characters among those that are not ASCII.
    private static func share(of candidate: Candidate, in bytes: UnsafeBufferPointer<UInt8>) -> Double {
        var common = 0
        var all = 0
        var distinct: Set<UInt16> = []
        var position = 0
        var isAfterLetter = false
        while position < bytes.count {
            guard bytes[position] >= 0x80 else {
                isAfterLetter = ASCII.isLetter(bytes[position])
                position += 1
                continue
            }
            let character = candidate.encoding.character(bytes, at: position)
            let next = position + character.length
            let isInWord = isAfterLetter || next < bytes.count && ASCII.isLetter(bytes[next])
            if let code = code(of: character, bytes, at: position), candidate.isCommon(code, isInWord: isInWord) {
                common += 1
                distinct.insert(code)
            }
            all += 1
            isAfterLetter = false
            position = next
        }
        return all > 0 && distinct.count >= candidate.leastDistinct ? Double(common) / Double(all) : 0
    }

    private static func code(
        of character: MultiByteEncoding.Character, _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
    ) -> UInt16? {
        guard character.codePoint != nil, character.length == 2 else { return nil }
        return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }
}
