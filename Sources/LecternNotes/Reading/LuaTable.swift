// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Parses the Lua tables that KOReader writes: only constants, no code.
///
/// A table with the keys 1, 2, 3 … becomes an array, any other an object.
struct LuaTable {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0
    private var values = 0
    private static let maxDepth = 64

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, source: String) throws(Failure) -> JSON {
        var parser = LuaTable(bytes: bytes)
        parser.space()
        let value = parser.word("return") ? parser.value(depth: 0) : nil
        guard parser.values <= NoteLimits.maxValues else {
            throw Failure(.limit, "The table has more than \(NoteLimits.maxValues) values.", path: [source])
        }
        guard let value else {
            throw Failure(
                .json, "Expected a Lua table; unexpected character at byte \(parser.at).", path: [source])
        }
        parser.space()
        guard parser.at >= bytes.count else {
            throw Failure(.json, "Unexpected text after the table at byte \(parser.at).", path: [source])
        }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var current: UInt8 { at < bytes.count ? bytes[at] : 0 }

    /// Skips white space and line comments.
    private mutating func space() {
        while at < bytes.count {
            if ASCII.isSpace(bytes[at]) {
                at += 1
            } else if bytes[at] == UInt8(ascii: "-"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "-") {
                while at < bytes.count, bytes[at] != 0x0A { at += 1 }
            } else {
                return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        space()
        guard current == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func word(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - at >= count, (0..<count).allSatisfy({ bytes[at + $0] == text.utf8Start[$0] }) else {
            return false
        }
        if at + count < bytes.count, ASCII.isLetter(bytes[at + count]) { return false }
        at += count
        return true
    }

    private mutating func value(depth: Int) -> JSON? {
        values += 1
        guard values <= NoteLimits.maxValues else { return nil }
        space()
        switch current {
        case UInt8(ascii: "{"): return depth < LuaTable.maxDepth ? table(depth: depth + 1) : nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
        case UInt8(ascii: "t"): return word("true") ? true : nil
        case UInt8(ascii: "f"): return word("false") ? false : nil
        case UInt8(ascii: "n"): return word("nil") ? .null : nil
        default: return number()
        }
    }

    private mutating func table(depth: Int) -> JSON? {
        guard take("{") else { return nil }
        var list: [JSON] = []
        var members: [ExactText: JSON] = [:]
        var order: [String] = []
        while !take("}") {
            guard let (key, value) = field(depth: depth) else { return nil }
            if key == nil || key?.integer == Int64(list.count) + 1 {
                list.append(value)
            } else {
                let name = key?.string ?? key?.integer.map { "\($0)" } ?? ""
                if members.updateValue(value, forKey: ExactText(name)) == nil { order.append(name) }
            }
            guard take(",") || take(";") else {
                guard take("}") else { return nil }
                break
            }
        }
        if members.isEmpty { return list.isEmpty ? .object(JSONObject()) : .array(list) }
        let own = order.map { JSONObject.Member(key: $0, value: members[ExactText($0)] ?? .null) }
        let numbered = list.enumerated().filter { members[ExactText("\($0.offset + 1)")] == nil }
        return .object(JSONObject(numbered.map { .init(key: "\($0.offset + 1)", value: $0.element) } + own))
    }

    /// Parses `[key] = value`, `name = value` or a single value.
    private mutating func field(depth: Int) -> (key: JSON?, value: JSON)? {
        if take("[") {
            guard let key = value(depth: depth), key.string != nil || key.integer != nil, take("]"), take("="),
                let value = value(depth: depth)
            else { return nil }
            return (key, value)
        }
        let start = at
        if ASCII.isLetter(current) || current == UInt8(ascii: "_") {
            while ASCII.isLetter(current) || ASCII.isDigit(current) || current == UInt8(ascii: "_") { at += 1 }
            let name = String(decoding: bytes[start..<at], as: UTF8.self)
            if take("=") { return value(depth: depth).map { (.string(name), $0) } }
            at = start
        }
        return value(depth: depth).map { (nil, $0) }
    }

    private mutating func number() -> JSON? {
        let start = at
        while at < bytes.count, ASCII.isDigit(bytes[at]) || "+-.eE".utf8.contains(bytes[at]) { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if let value = Int64(text) { return .integer(value) }
        return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    }

    /// A string that is not UTF-8, or has too many combining characters, becomes null, so that only its item is lost.
    private mutating func string() -> JSON? {
        let quote = current
        at += 1
        var text: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == quote {
                let text = String(validating: text, as: UTF8.self).flatMap { StreamSafeText.contains($0) ? $0 : nil }
                return text.map(JSON.string) ?? .null
            }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = escape() else { return nil }
            text.append(escaped)
        }
        return nil
    }

    private mutating func escape() -> UInt8? {
        let letter = current
        if ASCII.isDigit(letter) {
            var value = 0
            var digits = 0
            while digits < 3, ASCII.isDigit(current) {
                value = value * 10 + Int(current & 15)
                digits += 1
                at += 1
            }
            return UInt8(exactly: value)
        }
        guard at < bytes.count else { return nil }
        at += 1
        let known: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "a"): 0x07,
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
        ]
        return known[letter] ?? letter
    }
}
