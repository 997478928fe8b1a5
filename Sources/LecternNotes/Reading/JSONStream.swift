// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Steps over a JSON text that is read in pieces: one value of it is in memory at a time.
///
/// It finds where a value ends, and no more; what is inside is checked when the value is parsed.
struct JSONStream {
    /// Reads bytes at an offset, and returns how many; 0 at the end.
    typealias Read = (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    private let read: Read
    /// What error paths call the text.
    let source: String
    private var buffer: [UInt8] = []
    /// The offset of the first byte in the buffer.
    private var base: UInt64
    private var at = 0
    /// The bytes from here on have to stay in the buffer.
    private var mark: Int?
    private var isAtEnd = false

    private static let piece = 64 << 10

    init(source: String, at offset: UInt64 = 0, read: @escaping Read) {
        self.read = read
        self.source = source
        base = offset
    }

    /// Where the next byte is.
    var offset: UInt64 { base &+ UInt64(at) }

    func failure(_ message: String) -> Failure { Failure(.json, "\(message) at byte \(offset).", path: [source]) }

    /// The next byte, 0 at the end.
    private mutating func current() throws(Failure) -> UInt8 {
        if at < buffer.count { return buffer[at] }
        guard !isAtEnd else { return 0 }
        let kept = mark ?? at
        buffer.removeFirst(kept)
        base &+= UInt64(kept)
        at -= kept
        mark = mark.map { _ in 0 }
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: JSONStream.piece))
        var count = 0
        var problem: Failure?
        buffer.withUnsafeMutableBytes { bytes in
            do throws(Failure) {
                count = try read(base &+ UInt64(start), UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        count = Swift.max(0, Swift.min(count, JSONStream.piece))
        buffer.removeLast(JSONStream.piece - count)
        if count == 0 { isAtEnd = true }
        return at < buffer.count ? buffer[at] : 0
    }

    /// A byte order mark at the beginning of the text.
    mutating func skipMark() throws(Failure) {
        if try current() == 0xEF { at = Swift.min(at + 3, buffer.count) }
    }

    mutating func space() throws(Failure) {
        while true {
            let byte = try current()
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at += 1
        }
    }

    /// The byte behind white space, 0 at the end.
    mutating func peek() throws(Failure) -> UInt8 {
        try space()
        return try current()
    }

    mutating func take(_ character: Unicode.Scalar) throws(Failure) -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
        guard try take(character) else { throw failure("There is no \"\(character)\"") }
    }

    /// Steps over one value without reading it.
    mutating func skipValue(_ steps: [String]) throws(Failure) {
        try space()
        try skip(steps)
    }

    /// Steps over one value, and parses it.
    ///
    /// - Parameter steps: of the JSON pointer, for failures.
    mutating func value(_ steps: [String]) throws(Failure) -> JSON {
        try space()
        mark = at
        defer { mark = nil }
        try skip(steps)
        let start = mark ?? at
        let path = steps.isEmpty ? [source] : [source, JSONPointer.text(steps)]
        let text = Array(buffer[start..<at])
        return try text.withUnsafeBufferPointer { bytes throws(Failure) in
            do throws(Failure) {
                return try JSONParser.parse(UnsafeRawBufferPointer(bytes), source: "", maxDepth: 64)
            } catch {
                let below = error.path.dropFirst().first ?? ""
                let pointer = JSONPointer.text(steps) + below
                throw Failure(error.status, error.message, path: pointer.isEmpty ? path : [source, pointer])
            }
        }
    }

    /// Steps to the end of a value: of a string, of what is in brackets, or of a word.
    private mutating func skip(_ steps: [String]) throws(Failure) {
        var depth = 0
        let start = offset
        repeat {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""): try skipString(from: start, steps)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw failure("There is no JSON value") }
                depth -= 1
                at += 1
            case 0: throw failure("The JSON text ends too early")
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                guard depth > 0 else { throw failure("There is no JSON value") }
                at += 1
            default: try skipWord()
            }
            try check(from: start, steps)
        } while depth > 0
    }

    private func check(from start: UInt64, _ steps: [String]) throws(Failure) {
        guard offset &- start <= UInt64(NoteLimits.maxNote) else {
            throw Failure(
                .limit, "It has more than \(NoteLimits.maxNote) bytes.", path: [source, JSONPointer.text(steps)])
        }
    }

    private mutating func skipString(from start: UInt64, _ steps: [String]) throws(Failure) {
        at += 1
        while true {
            let byte = try current()
            guard byte >= 0x20 else { throw failure("A string is not closed") }
            try check(from: start, steps)
            at += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                _ = try current()
                at = Swift.min(at + 1, buffer.count)
            }
        }
    }

    /// A number, or true, false, null.
    private mutating func skipWord() throws(Failure) {
        var length = 0
        while length < 400 {
            let byte = try current()
            guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+-.".utf8.contains(byte) else { break }
            at += 1
            length += 1
        }
        guard length > 0, length < 400 else { throw failure("There is no JSON value") }
    }
}
