// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A token of the object syntax (ISO 32000-1, 7.2 and 7.3).
public enum PDFToken: Equatable {
    case integer(Int)
    /// A real number.  Its value is never needed.
    case real
    case name(PDFName)
    case string([UInt8])
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    /// nil for an unknown keyword.
    case keyword(PDFKeyword?)
    case end
}

public enum PDFKeyword: String {
    case obj, stream, endstream, xref, trailer, startxref, null
    case isTrue = "true"
    case isFalse = "false"
    /// The third token of "12 0 R".
    case reference = "R"
}

extension PDFCursor {
    /// Longer keywords and numbers are not recognised.
    private static let maxWord = 24
    /// Longer strings are truncated.
    private static let maxString = 1024

    public mutating func token() throws(Failure) -> PDFToken {
        try skipSpace()
        guard let byte = try next() else { return .end }
        switch byte {
        case UInt8(ascii: "/"): return .name(PDFName(try word([], most: PDFName.most, escapes: true)))
        case UInt8(ascii: "["): return .arrayStart
        case UInt8(ascii: "]"): return .arrayEnd
        case UInt8(ascii: "("): return .string(try literalString())
        case UInt8(ascii: "<"):
            return try skip(UInt8(ascii: "<")) ? .dictionaryStart : .string(try hexadecimalString())
        case UInt8(ascii: ">") where try skip(UInt8(ascii: ">")): return .dictionaryEnd
        case _ where PDFCursor.isDelimiter(byte): throw PDFInput.damaged
        default: return PDFCursor.meaning(of: try word([byte], most: PDFCursor.maxWord + 1, escapes: false))
        }
    }

    /// Reads up to the next white space or delimiter.  At most `most` bytes of the word are kept.
    private mutating func word(_ beginning: [UInt8], most: Int, escapes: Bool) throws(Failure) -> [UInt8] {
        var bytes = beginning
        while let byte = try peek(), !PDFCursor.isSpace(byte), !PDFCursor.isDelimiter(byte) {
            _ = try next()
            let value = escapes && byte == UInt8(ascii: "#") ? try escapedInName() : byte
            if bytes.count < most { bytes.append(value) }
        }
        return bytes
    }

    /// Reads the two digits after a # (7.3.5).
    private mutating func escapedInName() throws(Failure) -> UInt8 {
        guard let high = try next().flatMap(ASCII.hexValue), let low = try next().flatMap(ASCII.hexValue) else {
            throw PDFInput.damaged
        }
        return high << 4 | low
    }

    private static func meaning(of bytes: [UInt8]) -> PDFToken {
        guard bytes.count <= maxWord, bytes.allSatisfy({ $0 < 0x80 }) else { return .keyword(nil) }
        let word = String(decoding: bytes, as: UTF8.self)
        if let integer = Int(word) { return .integer(integer) }
        let isNumber = word.utf8.allSatisfy { ASCII.isDigit($0) || "+-.".utf8.contains($0) }
        return isNumber ? .real : .keyword(PDFKeyword(rawValue: word))
    }

    // MARK: Strings

    private mutating func literalString() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var depth = 1
        while let byte = try next() {
            var value: UInt8? = byte
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return bytes }
            case UInt8(ascii: "\\"): value = try escaped()
            default: break
            }
            if let value, bytes.count < PDFCursor.maxString { bytes.append(value) }
        }
        throw PDFInput.damaged
    }

    /// Reads the rest of an escape sequence (7.3.4.2); nil for an escaped end of line.
    private mutating func escaped() throws(Failure) -> UInt8? {
        guard let byte = try next() else { throw PDFInput.damaged }
        switch byte {
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case 0x0A: return nil
        case 0x0D:
            _ = try skip(0x0A)
            return nil
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = byte & 7
            for _ in 0..<2 {
                guard let digit = try peek(), digit & 0xF8 == 0x30 else { break }
                _ = try next()
                value = value << 3 | digit & 7
            }
            return value
        default: return byte
        }
    }

    private mutating func hexadecimalString() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        while let byte = try next() {
            if byte == UInt8(ascii: ">") { return bytes + (high.map { [$0 << 4] } ?? []) }
            if PDFCursor.isSpace(byte) { continue }
            guard let digit = ASCII.hexValue(byte) else { throw PDFInput.damaged }
            if let first = high, bytes.count < PDFCursor.maxString { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        throw PDFInput.damaged
    }
}
