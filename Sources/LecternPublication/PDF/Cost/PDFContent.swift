// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the content of a page or a form asks for at most (ISO 32000-1, 7.8.2).
///
/// Nothing is run.  Operators are counted wherever they may be seen, be it in a string: whoever runs the content finds
/// no more of them.
struct PDFContent {
    /// What a name stands for, as the operator behind it tells.
    enum Kind {
        case xObject, pattern, state, shading
    }

    /// One name, or any that there is.
    struct Use: Hashable {
        let kind: Kind
        let name: PDFName?
    }

    private var counts: [Use: Int] = [:]
    /// What is asked for, and how often, in the order in which it was seen first.
    var uses: [(use: Use, count: Int)] { order.map { ($0, counts[$0] ?? 0) } }
    private var order: [Use] = []
    /// Operators that make something visible.
    private(set) var paints = 0
    /// Bytes of strings, each of which may be a letter.
    private(set) var letters = 0
    /// Of the longest string.
    private(set) var longestString = 0
    /// Operators that show strings, and those that mark what follows them (14.6).
    private(set) var texts = 0
    private(set) var marks = 0
    /// Operators that save the graphics state.
    private(set) var saves = 0
    /// Whether a mark may say what text it stands for (14.9.4).
    private(set) var replacesText = false
    private(set) var choosesFonts = false
    /// Whether images may be in it.
    private(set) var hasImages = false
    /// Operators that choose a colour or what it is made of.
    private(set) var colors = 0
    let length: Int

    /// What was in front of an operator.
    private enum Operand {
        /// Exactly this name.
        case name(PDFName)
        /// A number, or another operator.
        case word
        /// A string, say, which some take for a name.
        case something
    }

    private static let kinds: [[UInt8]: Kind] = [
        Array("Do".utf8): .xObject, Array("gs".utf8): .state, Array("scn".utf8): .pattern, Array("SCN".utf8): .pattern,
        Array("sh".utf8): .shading,
    ]
    private static let painting: Set<[UInt8]> = Set(
        ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "Tj", "TJ", "'", "\"", "EI"].map { Array($0.utf8) })
    private static let showing: Set<[UInt8]> = Set(["Tj", "TJ", "'", "\""].map { Array($0.utf8) })
    private static let marking: Set<[UInt8]> = Set(["BDC", "BMC"].map { Array($0.utf8) })
    private static let coloring: Set<[UInt8]> = Set(["sc", "SC", "scn", "SCN", "cs", "CS"].map { Array($0.utf8) })
    private static let saving = Array("q".utf8)
    private static let font = Array("Tf".utf8)
    private static let image = Array("BI".utf8)
    private static let longestOperator = 3

    init(_ bytes: [UInt8]) {
        length = bytes.count
        (letters, longestString) = PDFContent.letters(bytes)
        var last = Operand.something
        var isComment = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if PDFCursor.isSpace(byte) {
                if byte == 0x0A || byte == 0x0D { isComment = false }
            } else if byte == UInt8(ascii: "%") {
                (isComment, last) = (true, .something)
            } else if byte == UInt8(ascii: "/") {
                let start = place
                while place < bytes.count, PDFContent.isRegular(bytes[place]) { place += 1 }
                let name = PDFContent.name(bytes[start..<place])
                if name == nil || name == .actualText { replacesText = true }
                last = isComment ? .something : name.map { .name($0) } ?? .something
            } else if PDFCursor.isDelimiter(byte) || PDFContent.isSpaceToSome(byte) {
                last = .something
            } else {
                let start = place - 1
                while place < bytes.count, PDFContent.isRegular(bytes[place]) { place += 1 }
                if place - start <= PDFContent.longestOperator { add(Array(bytes[start..<place]), behind: last) }
                last = isComment ? .something : .word
            }
        }
    }

    private mutating func add(_ word: [UInt8], behind operand: Operand) {
        if PDFContent.painting.contains(word) { paints += 1 }
        if PDFContent.showing.contains(word) { texts += 1 }
        if PDFContent.marking.contains(word) { marks += 1 }
        if word == PDFContent.saving { saves += 1 }
        if PDFContent.coloring.contains(word) { colors += 1 }
        if word == PDFContent.image { hasImages = true }
        if word == PDFContent.font { choosesFonts = true }
        guard let kind = PDFContent.kinds[word] else { return }
        switch operand {
        case .name(let name): count(Use(kind: kind, name: name))
        case .something: count(Use(kind: kind, name: nil))
        case .word: break
        }
    }

    private mutating func count(_ use: Use) {
        if counts[use] == nil { order.append(use) }
        counts[use, default: 0] += 1
    }

    /// Not fewer than there are: what looks like the beginning of a string is one, be it in a comment or in an image.
    private static func letters(_ bytes: [UInt8]) -> (all: Int, longest: Int) {
        var (letters, longest, depth) = (0, 0, 0)
        // Of the string that it is in; of one in hexadecimal there are two for each letter.
        var (length, digits) = (0, 0)
        var (isHexadecimal, isEscaped) = (false, false)
        func end() {
            length += (digits + 1) / 2
            letters += length
            longest = max(longest, length)
            (length, digits) = (0, 0)
        }
        for byte in bytes {
            if depth > 0 { length += 1 } else if isHexadecimal { digits += 1 } else if length > 0 || digits > 0 { end() }
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: "\\"): isEscaped = depth > 0
            case UInt8(ascii: "<"): isHexadecimal = true
            case UInt8(ascii: ">"): isHexadecimal = false
            default: break
            }
        }
        end()
        return (letters, longest)
    }

    /// pdfium takes two bytes for white space that are none.
    private static func isSpaceToSome(_ byte: UInt8) -> Bool { byte == 0x80 || byte == 0xFF }

    static func isRegular(_ byte: UInt8) -> Bool {
        !PDFCursor.isSpace(byte) && !PDFCursor.isDelimiter(byte) && !isSpaceToSome(byte)
    }

    /// nil for one that may be understood in several ways.
    private static func name(_ bytes: ArraySlice<UInt8>) -> PDFName? {
        guard bytes.count <= PDFName.most, bytes.contains(UInt8(ascii: "#")) else {
            return bytes.count <= PDFName.most ? PDFName(Array(bytes)) : nil
        }
        var name: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "#") {
                guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
                else { return nil }
                name.append(high << 4 | low)
            } else {
                name.append(byte)
            }
        }
        return PDFName(name)
    }
}
