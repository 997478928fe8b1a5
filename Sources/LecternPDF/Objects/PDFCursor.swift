// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A position in a document, or in one of its streams, from which bytes are read in order.
public struct PDFCursor {
    let input: PDFInput
    private var window: [UInt8]
    private var index: Int
    /// The end of the part of the window that was charged.
    private var end: Int
    /// The offset of the window; nil if the window is the whole data.
    private var start: Int?
    private var step = PDFCursor.firstStep

    /// Objects are small and rarely adjacent, so the first read is small.
    private static let firstStep = 512
    private static let maxStep = 64 << 10

    public init(_ input: PDFInput, at offset: Int) {
        self.input = input
        window = []
        index = 0
        end = 0
        start = offset
    }

    /// Creates a cursor in bytes that are in memory.
    init(_ input: PDFInput, in bytes: [UInt8], at offset: Int) {
        self.input = input
        window = bytes
        index = Swift.max(0, Swift.min(offset, bytes.count))
        end = index
    }

    /// The offset in the document or in the bytes.
    var offset: Int { (start ?? 0) + index }

    /// The next byte, without consuming it; nil at the end.
    mutating func peek() throws(Failure) -> UInt8? {
        if index >= end {
            try advance()
            guard index < end else { return nil }
        }
        return window[index]
    }

    private mutating func advance() throws(Failure) {
        if start == nil {
            let count = Swift.min(step, window.count - end)
            try input.charge(bytes: count)
            end += count
        } else {
            let offset = offset
            window = try input.read(at: offset, count: step)
            (start, index, end) = (offset, 0, window.count)
        }
        step = Swift.min(step * 2, PDFCursor.maxStep)
    }

    mutating func next() throws(Failure) -> UInt8? {
        let byte = try peek()
        if byte != nil { index += 1 }
        return byte
    }

    /// Consumes the next byte if it is `byte`, and returns whether it was.
    mutating func skip(_ byte: UInt8) throws(Failure) -> Bool {
        guard try peek() == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space and comments (ISO 32000-1, 7.2.2 and 7.2.3).
    mutating func skipSpace() throws(Failure) {
        while let byte = try peek() {
            if byte == UInt8(ascii: "%") {
                while let byte = try next(), byte != 0x0A, byte != 0x0D {}
            } else {
                guard PDFCursor.isSpace(byte) else { return }
                index += 1
            }
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0 || ASCII.isSpace(byte) }

    static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
