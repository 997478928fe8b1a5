// SPDX-License-Identifier: BSD-3-Clause

/// What is copied when the graphics state changes while something that was painted still needs the one before it
/// (ISO 32000-1, 8.4): all of the clipping paths that are in force, or a pattern of dashes.
///
/// Paths are added wherever an operator for that may be seen, and only go away where it is certain that a state is
/// restored: not inside of what may be a string, a comment, an array, a dictionary, or an image.
struct PDFStateCopies {
    private var clips = 0
    private var saved: [Int] = []
    private var copiedClips = 0
    private var changes = 0
    private var hasDashes = false
    private var clipsToText = false
    private var arrayLength = 0
    private var longestArray = 0

    // Where it is.
    /// Its last bytes, and how many it has.
    private var word: UInt32 = 0
    private var length = 0
    private var lastWord: UInt32 = 0
    /// Arrays and dictionaries, by what begins them.
    private var open: [UInt8] = []
    private var parentheses = 0
    private var isEscaped = false
    private var isHexadecimal = false
    private var isComment = false
    /// Behind an image, whose bytes may look like anything.
    private var isUnclear = false

    private static let bytesOfClip = 32
    private static let bytesOfDash = 4
    private static let maxOpen = 200_000

    /// Of memory that it takes.
    var bytes: Int {
        let dashes = hasDashes ? limited(longestArray * PDFStateCopies.bytesOfDash, changes) : 0
        return limited(copiedClips, PDFStateCopies.bytesOfClip) + dashes
    }

    private func limited(_ count: Int, _ size: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        return overflow ? 1 << 40 : min(product, 1 << 40)
    }

    /// The next part of a content.
    mutating func read(_ bytes: [UInt8]) {
        for byte in bytes {
            if PDFContent.isRegular(byte) {
                word = word << 8 | UInt32(byte)
                length += 1
            } else if length > 0 {
                endWord()
            }
            follow(byte)
        }
        if length > 0 { endWord() }
    }

    private var isCertain: Bool {
        parentheses == 0 && !isHexadecimal && !isComment && open.isEmpty && !isUnclear
    }

    private mutating func follow(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if parentheses > 0 {
            switch byte {
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"): parentheses -= 1
            case UInt8(ascii: "\\"): isEscaped = true
            default: break
            }
        } else if isComment {
            isComment = byte != 0x0A && byte != 0x0D
        } else {
            followOutside(byte)
        }
    }

    private mutating func followOutside(_ byte: UInt8) {
        let wasAngle = lastAngle == byte
        lastAngle = 0
        switch byte {
        case UInt8(ascii: ">") where isHexadecimal: isHexadecimal = false
        case UInt8(ascii: "<") where wasAngle && isHexadecimal:
            isHexadecimal = false
            begin(byte)
        case _ where isHexadecimal: break
        case UInt8(ascii: "<"): (isHexadecimal, lastAngle) = (true, byte)
        case UInt8(ascii: ">") where wasAngle: end(UInt8(ascii: "<"))
        case UInt8(ascii: ">"): lastAngle = byte
        case UInt8(ascii: "("): parentheses = 1
        case UInt8(ascii: "%"): isComment = true
        case UInt8(ascii: "["): begin(byte)
        case UInt8(ascii: "]"): end(UInt8(ascii: "["))
        // Of a name: what follows is no operator.
        case UInt8(ascii: "/"): (word, length) = (UInt32(byte), 1)
        default: break
        }
    }

    /// "<" or ">" if that was the last byte, and may be half of something.
    private var lastAngle: UInt8 = 0

    private mutating func begin(_ byte: UInt8) {
        if open.count < PDFStateCopies.maxOpen { open.append(byte) } else { isUnclear = true }
    }

    private mutating func end(_ byte: UInt8) {
        guard open.last == byte else { return }
        open.removeLast()
        if open.isEmpty, !isUnclear { arrayLength = 0 }
    }

    private mutating func endWord() {
        // Longer ones are no operators.
        if length > 2 { word = 0 }
        if isUnclear || !open.isEmpty {
            arrayLength += 1
            longestArray = max(longestArray, arrayLength)
        }
        switch word {
        case PDFStateCopies.clip, PDFStateCopies.clipEvenOdd: addClip()
        case PDFStateCopies.save: save()
        case PDFStateCopies.restore: if isCertain { clips = saved.popLast() ?? clips }
        case PDFStateCopies.image: isUnclear = true
        case PDFStateCopies.mode: if !PDFStateCopies.modes.contains(lastWord) { clipsToText = true }
        default:
            if PDFStateCopies.changing.contains(word) { changes += 1 }
            if word == PDFStateCopies.dash { hasDashes = true }
            if clipsToText, PDFStateCopies.showing.contains(word) { addClip() }
        }
        (lastWord, word, length) = (word, 0, 0)
    }

    private mutating func addClip() {
        clips += 1
        copiedClips = min(copiedClips + clips, 1 << 40)
    }

    private mutating func save() {
        if saved.count < PDFStateCopies.maxOpen { saved.append(clips) } else { isUnclear = true }
    }

    private static let clip = word("W"), clipEvenOdd = word("W*"), save = word("q"), restore = word("Q")
    private static let image = word("BI"), dash = word("d")
    /// How text is shown, which may be as a clipping path (9.3.6); these are not.
    private static let mode = word("Tr")
    private static let modes: Set<UInt32> = [word("0"), word("1"), word("2"), word("3")]
    private static let showing: Set<UInt32> = [word("Tj"), word("TJ"), word("'"), word("\""), word("ET")]
    private static let changing: Set<UInt32> = [word("w"), word("J"), word("j"), word("M"), word("d"), word("gs")]

    private static func word(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
