// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The amount of text in words and characters.
public struct TextCount: Sendable, Equatable {
    /// Words (UAX #29, "Word Boundaries"), except those that consist of Han or Kana.
    public private(set) var words: Int
    /// User-perceived characters (UAX #29, "Grapheme Clusters"), without white space.
    public private(set) var characters: Int
    /// Han and Kana characters, which are written without spaces between words.
    public private(set) var ideographs: Int

    public init(words: Int = 0, characters: Int = 0, ideographs: Int = 0) {
        self.words = words
        self.characters = characters
        self.ideographs = ideographs
    }

    public static func += (a: inout TextCount, b: TextCount) {
        a.words += b.words
        a.characters += b.characters
        a.ideographs += b.ideographs
    }

    /// - Parameter text: UTF-8, a whole block of text.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            var end = start
            var (isPlain, isASCII) = (true, true)
            // No word continues across a space or a line feed.
            while end < text.count, text[end] != 0x20, text[end] != 0x0A {
                if !ASCII.isLetter(text[end]) {
                    isPlain = false
                    if text[end] >= 0x80 { isASCII = false }
                }
                end += 1
            }
            if isPlain {
                words += end > start ? 1 : 0
                characters += end - start
            } else {
                addWords(UnsafeBufferPointer(rebasing: text[start..<end]))
                // Includes the preceding space, because a combining mark would combine with it.
                let first = isASCII ? start : max(0, start - 1)
                addCharacters(UnsafeBufferPointer(rebasing: text[first..<end]))
            }
            start = end + 1
        }
    }

    private mutating func addWords(_ text: UnsafeBufferPointer<UInt8>) {
        for segment in WordSegments(text) where segment.isWord {
            var at = segment.range.lowerBound
            var isWord = false
            while at < segment.range.upperBound, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
                if scalar.isIdeograph {
                    ideographs += 1
                } else if !isWord {
                    isWord = BreakTable.shared[scalar].isOfWords
                }
                at += count
            }
            if isWord { words += 1 }
        }
    }

    /// Counts grapheme clusters.  An ASCII character between two ASCII characters is a cluster; the text around
    /// non-ASCII characters is segmented.
    private mutating func addCharacters(_ text: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < text.count {
            if text[at] < 0x80 && (at + 1 == text.count || text[at + 1] < 0x80) {
                if !ASCII.isSpace(text[at]) { characters += 1 }
                at += 1
                continue
            }
            // Up to and including the first ASCII character that follows another.
            var end = at + 1
            while end < text.count, text[end - 1] >= 0x80 || text[end] >= 0x80 { end += 1 }
            addClusters(UnsafeBufferPointer(rebasing: text[at..<end]))
            at = end
        }
    }

    private mutating func addClusters(_ text: UnsafeBufferPointer<UInt8>) {
        var (at, found) = (0, 0)
        while let (scalar, count) = UTF8Scalar.decode(text, at: at), scalar.isCluster {
            if !UTF8Scalar.isSpace(scalar) { found += 1 }
            at += count
        }
        if at < text.count {
            found = String(decoding: text, as: UTF8.self).reduce(0) { $0 + ($1.isWhitespace ? 0 : 1) }
        }
        characters += found
    }
}

extension Unicode.Scalar {
    /// Whether two of these characters in a row are always two clusters.
    fileprivate var isCluster: Bool {
        switch value {
        // Latin, Greek and Cyrillic; punctuation; Kana and Han.
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x373, 0x376...0x377, 0x37A...0x37D, 0x386, 0x388...0x38A,
            0x38E...0x3A1, 0x3A3...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2030...0x203B, 0x2043...0x2048,
            0x3001...0x3029, 0x3041...0x3096, 0x309D...0x30FF, 0x3400...0x9FFF, 0xFF01...0xFF9D:
            true
        default: false
        }
    }

    /// Whether it is a Han or Kana character (Unicode scripts Han, Hiragana and Katakana), or the mark of a long vowel.
    public var isIdeograph: Bool {
        guard value >= 0x2E80 else { return false }
        switch value {
        case 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B,
            0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x32D0...0x32FE,
            0x3300...0x3357, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFA6D, 0xFA70...0xFAD9, 0xFF66...0xFF9D,
            0x16FE2, 0x16FE3, 0x16FF0...0x16FF6, 0x1AFF0...0x1AFFE, 0x1B000...0x1B122, 0x1B132, 0x1B150...0x1B155,
            0x1B164...0x1B167, 0x1F200, 0x20000...0x2A6DF, 0x2A700...0x2EE5D, 0x2F800...0x2FA1D, 0x30000...0x3347F:
            return true
        default: return false
        }
    }
}
