// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Scans JSON text that is read in chunks, so that only one value is in memory at a time.
///
/// It only finds the end of each value; the contents are checked when the value is parsed.
struct JSONStream {
    /// Reads bytes at an offset, and returns how many; 0 at the end.
    typealias Read = (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    private let read: Read
    /// The name of the text in error paths.
    let source: String
    private var buffer: [UInt8] = []
    /// The offset of the first byte in the buffer.
    private var base: UInt64
    private var at = 0
    /// The start of the bytes that must be kept in the buffer.
    private var mark: Int?
    private var isAtEnd = false

    private static let piece = 64 << 10

    init(source: String, at offset: UInt64 = 0, read: @escaping Read) {
        self.read = read
        self.source = source
        base = offset
    }

    /// The offset of the next byte.
    var offset: UInt64 { base &+ UInt64(at) }

    func failure(_ message: String) -> Failure { Failure(.json, "\(message) at byte \(offset).", path: [source]) }

    /// Returns the next byte, or 0 at the end.
    private mutating func current() throws(Failure) -> UInt8 {
        if at < buffer.count { return buffer[at] }
        guard !isAtEnd else { return 0 }
        // A value that is too large is discarded.
        if let start = mark, at - start > NoteLimits.maxNote { mark = nil }
        let kept = mark ?? at
        buffer.removeFirst(kept)
        base &+= UInt64(kept)
        at -= kept
        mark = mark.map { _ in 0 }
        let start = buffer.count
        guard base &+ UInt64(start) <= UInt64(NoteLimits.maxFile) else {
            throw Failure(.limit, "The file has more than \(NoteLimits.maxFile) bytes.", path: [source])
        }
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

    /// Skips a byte order mark at the beginning of the text.
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

    /// Returns the next byte after white space, or 0 at the end.
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
        guard try take(character) else { throw failure("Expected \"\(character)\"") }
    }

    /// Skips a value without parsing it.
    mutating func skipValue() throws(Failure) {
        try space()
        try skip()
    }

    /// Reads and parses a value.
    ///
    /// - Parameter steps: the steps of the JSON Pointer, for failures.
    mutating func value(_ steps: [String]) throws(Failure) -> JSON { try item(steps).get() }

    /// Reads and parses a value.  An error within the value is returned rather than thrown, since reading can
    /// continue after it.
    mutating func item(_ steps: [String]) throws(Failure) -> Result<JSON, Failure> {
        try space()
        mark = at
        defer { mark = nil }
        try skip()
        let path = steps.isEmpty ? [source] : [source, JSONPointer.text(steps)]
        guard let start = mark, at - start <= NoteLimits.maxNote else {
            return .failure(Failure(.limit, "The item has more than \(NoteLimits.maxNote) bytes.", path: path))
        }
        return buffer[start..<at].withUnsafeBufferPointer { bytes in
            Result { () throws(Failure) in
                do throws(Failure) {
                    return try JSONParser.parse(UnsafeRawBufferPointer(bytes), source: "", maxDepth: 64)
                } catch {
                    let below = error.path.dropFirst().first ?? ""
                    let pointer = JSONPointer.text(steps) + below
                    throw Failure(error.status, error.message, path: pointer.isEmpty ? path : [source, pointer])
                }
            }
        }
    }

    /// Whether `current` returned 0 because the text has ended.
    private var isBehindEnd: Bool { isAtEnd && at >= buffer.count }

    /// Skips a value: a string, an array or object, or a word.
    private mutating func skip() throws(Failure) {
        var depth = 0
        repeat {
            switch try current() {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw failure("Expected a JSON value") }
                depth -= 1
                at += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                guard depth > 0 else { throw failure("Expected a JSON value") }
                at += 1
            case 0 where isBehindEnd: throw failure("Unexpected end of the JSON text")
            default: try skipWord()
            }
        } while depth > 0
    }

    private mutating func skipString() throws(Failure) {
        at += 1
        while true {
            _ = try current()
            guard !isBehindEnd else { throw failure("Unterminated string") }
            at = buffer.withUnsafeBufferPointer { [at] bytes in
                bytes[at...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
            }
            guard at < buffer.count else { continue }
            at += 1
            if buffer[at - 1] == UInt8(ascii: "\"") { return }
            _ = try current()
            at = Swift.min(at + 1, buffer.count)
        }
    }

    /// Skips a number, true, false, null, or an invalid token, which is detected when it is parsed.
    private mutating func skipWord() throws(Failure) {
        let ends = ",:{}[]\" \n\r\t".utf8
        while try !ends.contains(current()), !isBehindEnd { at += 1 }
    }
}
