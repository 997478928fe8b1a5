// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A place in a document, or in a stream of it, from which bytes are taken one after the other.
public struct PDFCursor {
    let input: PDFInput
    private var window: [UInt8]
    private var index: Int
    /// Where the part of the window ends that was paid for.
    private var end: Int
    /// Where the window begins; nil for one that is all there is.
    private var start: Int?
    private var step = PDFCursor.firstStep

    /// Objects are small and rarely beside each other, so it begins with little.
    private static let firstStep = 512
    private static let maxStep = 64 << 10

    public init(_ input: PDFInput, at offset: Int) {
        self.input = input
        window = []
        index = 0
        end = 0
        start = offset
    }

    /// In bytes that are there already.
    init(_ input: PDFInput, in bytes: [UInt8], at offset: Int) {
        self.input = input
        window = bytes
        index = Swift.max(0, Swift.min(offset, bytes.count))
        end = index
    }

    /// In the document, or in the bytes.
    var offset: Int { (start ?? 0) + index }

    /// The next byte, which stays there; nil at the end.
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

    /// Whether the next byte is `byte`, which is taken then.
    mutating func skip(_ byte: UInt8) throws(Failure) -> Bool {
        guard try peek() == byte else { return false }
        index += 1
        return true
    }

    /// White space and comments (ISO 32000-1, 7.2.2 and 7.2.3).
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
