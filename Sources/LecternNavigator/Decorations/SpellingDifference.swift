// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Compares the values of two JSON texts at the first place where the texts differ.
enum SpellingDifference {
    /// Whether two valid JSON texts are the same value; nil when it takes more than a look at where they begin to
    /// differ, because members stand in another order or white space is in the way.
    static func isSameValue(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool? {
        // Everything before it is the same in both, so it lies at the same place of the same structure.
        let at = a.sharedPrefix(with: b)
        if at == a.count && at == b.count { return true }
        guard at < a.count, at < b.count else { return nil }
        let areDifferent: Bool
        if let start = stringStart(before: at, in: a) {
            areDifferent = differAsStrings(a, b, from: start, at)
        } else {
            areDifferent = isWord(a[at]) && isWord(b[at]) || differAsNumbers(a, b, around: at)
        }
        return areDifferent ? false : nil
    }

    /// Where the string begins that a byte belongs to; nil outside of strings.
    private static func stringStart(before place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var start: Int?
        var at = 0
        while at < place {
            if text[at] == UInt8(ascii: "\\") {
                at += 1
            } else if text[at] == UInt8(ascii: "\"") {
                start = start == nil ? at + 1 : nil
            }
            at += 1
        }
        return start
    }

    private static func differAsStrings(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, from start: Int, _ place: Int
    ) -> Bool {
        // An escape has up to six bytes, and may spell the same character in another way.
        let mayBeEscape = a[max(start, place - 6)..<place].contains(UInt8(ascii: "\\"))
        guard !mayBeEscape, let x = plainValue(a, from: start, place), let y = plainValue(b, from: start, place) else {
            return false
        }
        // A tint has several spellings: letters in either case, and with or without an opacity that changes nothing.
        let mayBeColor = x.first == UInt8(ascii: "#") && (x.count != y.count || a[place] | 0x20 == b[place] | 0x20)
        guard mayBeColor else { return true }
        let color = Color(hex: String(decoding: x, as: UTF8.self))
        return color == nil || color != Color(hex: String(decoding: y, as: UTF8.self))
    }

    /// The string, if the rest of it has no escapes and no colon follows: then it is not the name of a member.
    private static func plainValue(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ place: Int
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        guard let end = text[place...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
            text[end] == UInt8(ascii: "\""), end + 1 < text.count
        else { return nil }
        let next = text[end + 1]
        let isValue = next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
        return isValue ? text[start..<end] : nil
    }

    /// Whether true, false or null begins here: of two, no other letters are compared first.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") || byte == UInt8(ascii: "n")
    }

    private static func differAsNumbers(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, around place: Int
    ) -> Bool {
        guard let x = number(in: a, around: place), let y = number(in: b, around: place) else { return false }
        return x != y
    }

    private static func number(in text: UnsafeBufferPointer<UInt8>, around place: Int) -> Double? {
        let start = text[..<place].lastIndex { !isNumeric($0) }.map { $0 + 1 } ?? 0
        let end = text[place...].firstIndex { !isNumeric($0) } ?? text.count
        return Double(String(decoding: text[start..<end], as: UTF8.self))
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte | 0x20 == UInt8(ascii: "e")
    }
}
