// SPDX-License-Identifier: BSD-3-Clause

/// Parses JSON (RFC 8259): UTF-8, no comments, bounded depth.  Parsing is strict; for documents of a publication, a
/// byte order mark and trailing commas can be allowed, as other reading systems do.
///
/// The last of several members with the same name wins.
public struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0
    private let maxDepth: UInt64
    private let maxValues: Int
    private var valueCount = 0
    private let isForgiving: Bool
    /// Validated once for the whole text, since validating each string costs as much as parsing it.
    private let isUTF8: Bool
    private let isASCII: Bool
    private let isStreamSafe: Bool

    /// - Parameters:
    ///   - source: the name of the text in error paths, such as "preferences".
    ///   - maxValues: the maximum number of values, containers included: two bytes of text can take two hundred bytes
    ///     of memory.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, source: String, maxDepth: UInt64 = Limits().maxJSONDepth,
        maxValues: Int = .max, isForgiving: Bool = false
    ) throws(Failure) -> JSON {
        var parser = JSONParser(
            bytes: bytes.assumingMemoryBound(to: UInt8.self), maxDepth: maxDepth, maxValues: maxValues,
            isForgiving: isForgiving)
        do throws(Problem) {
            return try parser.document()
        } catch {
            throw Failure(
                error.status, "\(error.message) at byte \(parser.at).",
                path: [source] + (error.steps.isEmpty ? [] : [JSONPointer.text(error.steps.reversed())]))
        }
    }

    public static func parse(
        _ text: String, source: String, maxDepth: UInt64 = Limits().maxJSONDepth
    ) throws(Failure) -> JSON {
        try ByteBuffer(text).withBytes { bytes throws(Failure) in
            try parse(bytes, source: source, maxDepth: maxDepth)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, maxDepth: UInt64, maxValues: Int, isForgiving: Bool) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.maxValues = maxValues
        self.isForgiving = isForgiving
        let span = try? UTF8Span(validating: bytes.span)
        isUTF8 = span != nil
        isASCII = span?.isKnownASCII ?? false
        isStreamSafe = StreamSafeText.contains(bytes)
    }

    /// A syntax error.  The steps of its pointer are collected while it propagates, innermost first.
    private struct Problem: Error {
        let message: String
        var status = Status.json
        var steps: [String] = []

        func inside(_ step: String) -> Problem { Problem(message: message, status: status, steps: steps + [step]) }
    }

    /// The byte at the current offset, or 0 at the end, which matches no token of JSON.
    private var current: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func document() throws(Problem) -> JSON {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if isForgiving && bytes.starts(with: mark) { at += mark.count }
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw Problem(message: "Unexpected text after the JSON value") }
        return value
    }

    private mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }

    private mutating func value(depth: UInt64) throws(Problem) -> JSON {
        guard valueCount < maxValues else {
            throw Problem(message: "The JSON text has more than \(maxValues) values", status: .limit)
        }
        valueCount += 1
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default:
            throw Problem(message: at < bytes.count ? "Expected a JSON value" : "Unexpected end of the JSON text")
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSON) throws(Problem) -> JSON {
        let length = text.utf8CodeUnitCount
        let found = bytes.count - at >= length && (0..<length).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
        guard found else { throw Problem(message: "Expected a JSON value") }
        at += length
        return value
    }

    // MARK: Containers

    private func check(depth: UInt64) throws(Problem) {
        guard depth <= maxDepth else {
            throw Problem(message: "The JSON text is nested more than \(maxDepth) levels deep", status: .limit)
        }
    }

    private mutating func array(depth: UInt64) throws(Problem) -> JSON {
        try check(depth: depth)
        at += 1
        var values: [JSON] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            at += 1
            return .array(values)
        }
        while true {
            do throws(Problem) {
                values.append(try value(depth: depth))
            } catch {
                throw error.inside("\(values.count)")
            }
            guard try separator(before: UInt8(ascii: "]")) else { return .array(values) }
        }
    }

    private mutating func object(depth: UInt64) throws(Problem) -> JSON {
        try check(depth: depth)
        at += 1
        skipSpace()
        if current == UInt8(ascii: "}") {
            at += 1
            return .object(JSONObject())
        }
        var members = MemberList()
        while true {
            guard current == UInt8(ascii: "\"") else {
                throw Problem(message: "Expected the name of a member in quotes")
            }
            let key = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw Problem(message: "Expected a colon").inside(key) }
            at += 1
            skipSpace()
            do throws(Problem) {
                members.set(key, try value(depth: depth))
            } catch {
                throw error.inside(key)
            }
            guard try separator(before: UInt8(ascii: "}")) else { return .object(members.object) }
        }
    }

    /// Skips a comma and returns true, or skips the closing bracket and returns false.
    private mutating func separator(before close: UInt8) throws(Problem) -> Bool {
        skipSpace()
        if current == close {
            at += 1
            return false
        }
        guard current == UInt8(ascii: ",") else {
            throw Problem(message: at < bytes.count ? "Expected a comma" : "Unexpected end of the JSON text")
        }
        at += 1
        skipSpace()
        if isForgiving && current == close {
            at += 1
            return false
        }
        return true
    }

    /// Keeps keys unique in linear time: with a linear search while there are few members, then with a dictionary.
    private struct MemberList {
        var object: JSONObject
        private var table: [ExactText: Int] = [:]
        private static let few = 12

        init() {
            var members: [JSONObject.Member] = []
            members.reserveCapacity(4)
            object = JSONObject(members)
        }

        mutating func set(_ key: String, _ value: JSON) {
            if object.count == MemberList.few {
                for (index, member) in object.members.enumerated() { table[ExactText(member.key)] = index }
            }
            if object.count < MemberList.few { return object[key] = value }
            if let known = table[ExactText(key)] { return object.members[known].value = value }
            table[ExactText(key)] = object.count
            object.append(JSONObject.Member(key: key, value: value))
        }
    }

    // MARK: Scalars

    private mutating func number() throws(Problem) -> JSON {
        let start = at
        if current == UInt8(ascii: "-") { at += 1 }
        guard ASCII.isDigit(current) else { throw Problem(message: "Expected a digit") }
        if current == UInt8(ascii: "0") {
            at += 1
            guard !ASCII.isDigit(current) else { throw Problem(message: "Numbers must not have leading zeros") }
        } else {
            skipDigits()
        }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            at += 1
            guard skipDigits() else { throw Problem(message: "Expected a digit") }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            at += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { at += 1 }
            guard skipDigits() else { throw Problem(message: "Expected a digit") }
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
        if isInteger, let value = Int64(text) { return text == "-0" ? .double(-0.0) : .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw Problem(message: "The number is too large")
        }
        return isInteger ? .literal(text) : .double(value)
    }

    @discardableResult
    private mutating func skipDigits() -> Bool {
        let start = at
        while ASCII.isDigit(current) { at += 1 }
        return at > start
    }

    private mutating func string() throws(Problem) -> String {
        at += 1
        let start = at
        if let base = bytes.baseAddress { at = JSONPlainRun.end(in: base, from: at, count: bytes.count) }
        guard at < bytes.count else { throw Problem(message: "Unterminated string") }
        switch bytes[at] {
        case UInt8(ascii: "\""):
            let text = try validated(UnsafeBufferPointer(rebasing: bytes[start..<at]))
            at += 1
            return text
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        default: throw Problem(message: "Control characters in strings must be escaped")
        }
    }

    private static var tooManyAccents: Problem {
        Problem(message: "The string has more than \(StreamSafeText.maxRun) combining characters in a row")
    }

    private func validated(_ text: UnsafeBufferPointer<UInt8>) throws(Problem) -> String {
        guard isStreamSafe || StreamSafeText.contains(text) else { throw JSONParser.tooManyAccents }
        if isUTF8 { return String(copying: UTF8Span(unchecked: text.span, isKnownASCII: isASCII)) }
        guard let text = String(validating: text, as: UTF8.self) else {
            throw Problem(message: "The string is not valid UTF-8")
        }
        return text
    }

    /// The slow path, for strings with escapes; `at` is at the first one.
    private mutating func escapedString(from start: Int) throws(Problem) -> String {
        var text = Array(bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let result = String(validating: text, as: UTF8.self) else {
                    throw Problem(message: "The string is not valid UTF-8")
                }
                guard StreamSafeText.contains(result) else { throw JSONParser.tooManyAccents }
                return result
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw Problem(message: "Control characters in strings must be escaped")
            default: text.append(byte)
            }
        }
        throw Problem(message: "Unterminated string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Problem) {
        let letter = current
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try unicodeEscape()).utf8)
        default: throw Problem(message: "Unknown escape sequence")
        }
    }

    private mutating func unicodeEscape() throws(Problem) -> Character {
        let first = try fourHexDigits()
        var value = UInt32(first)
        if first & 0xFC00 == 0xD800 {
            guard current == UInt8(ascii: "\\") else { throw Problem(message: "Unpaired surrogate") }
            at += 1
            guard current == UInt8(ascii: "u") else { throw Problem(message: "Unpaired surrogate") }
            at += 1
            let second = try fourHexDigits()
            guard second & 0xFC00 == 0xDC00 else { throw Problem(message: "Unpaired surrogate") }
            value = 0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(value) else { throw Problem(message: "Unpaired surrogate") }
        return Character(scalar)
    }

    private mutating func fourHexDigits() throws(Problem) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = ASCII.hexValue(current) else {
                throw Problem(message: "A \\u escape must have four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }
}
