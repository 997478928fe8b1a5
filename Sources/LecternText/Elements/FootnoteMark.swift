// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Texts that refer to notes: numbers, letters and signs.
enum FootnoteMark {
    private static let signs = scalars("*\u{2020}\u{2021}\u{A7}\u{B6}\u{2051}#\u{2042}") + raised
    private static let brackets = scalars("[](){}<>.")
    private static let raised = scalars("\u{B9}\u{B2}\u{B3}\u{2070}\u{2074}\u{2075}\u{2076}\u{2077}\u{2078}\u{2079}")
    private static let roman = scalars("ivxlIVXL")
    /// ASCII, Arabic, Persian, Devanagari, Bengali, full width.
    private static let zeros: [UInt32] = [0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xFF10]

    /// A number, one or two letters, or signs, also in brackets, or with the arrow of a link back.
    static func isMark(_ text: String) -> Bool {
        let scalars = scalars(text).filter {
            !brackets.contains($0) && !UTF8Scalar.isSpace($0) && !isArrow($0)
        }
        guard !scalars.isEmpty, scalars.count <= 5 else { return false }
        return scalars.allSatisfy { signs.contains($0) || isDigit($0) || isCircledNumber($0) }
            || scalars.allSatisfy(roman.contains)
            || scalars.count <= 2 && scalars.allSatisfy { $0.isASCII && isLetter($0) }
    }

    /// Whether a mark is a reference without further evidence: in square brackets, a sign, a superscript digit, or a
    /// number in a circle.
    static func isSign(_ text: String) -> Bool {
        let scalars = scalars(text).filter { !UTF8Scalar.isSpace($0) }
        guard let first = scalars.first, let last = scalars.last else { return false }
        return first == "[" && last == "]"
            || scalars.allSatisfy { signs.contains($0) || brackets.contains($0) || isCircledNumber($0) }
    }

    /// The maximum length of a mark in bytes, and the maximum number of its nodes.
    static let longest = 32
    private static let mostNodes: MarkupTree.Node = 16

    /// Whether an element is a link whose only text is a mark, or which is a picture.  It can be left out of the text.
    static func isMark(_ node: MarkupTree.Node, of tree: MarkupTree) -> Bool {
        guard tree.isLink(node), case let end = tree.end(of: node), end - node <= mostNodes else { return false }
        var label: [UInt8] = []
        for part in node..<end where !tree.isElement(part) {
            let isShort = tree.withBytes(of: tree.nodes[Int(part)].slice) { text in
                guard label.count + text.count <= longest else { return false }
                label.append(contentsOf: text)
                return true
            }
            if !isShort { return false }
        }
        return isMarkOrSign(label) || tree.isPicture(node)
    }

    static func isMarkOrSign(_ label: [UInt8]) -> Bool {
        let label = String(decoding: label, as: UTF8.self)
        return isMark(label) || isSign(label)
    }

    /// The closing bracket for an opening one.
    static func end(of bracket: UInt8) -> UInt8? {
        switch bracket {
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: nil
        }
    }

    private static let separators = scalars(" ,;-\u{2013}")
    /// In bytes, without brackets.
    static let longestSeparator = 6

    /// Whether a text between two marks only separates them, as in "1, 2" and "1\u{2013}3".
    static func isSeparator(_ text: some Collection<UInt8>) -> Bool {
        text.count <= longestSeparator
            && String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy(separators.contains)
    }

    /// Whether a text begins with a number or a sign, such as "12. " or "* ".
    static func isNumbering(_ text: String) -> Bool {
        let first = text.unicodeScalars.drop { UTF8Scalar.isSpace($0) }.prefix { !UTF8Scalar.isSpace($0) }
        return first.contains { signs.contains($0) || isDigit($0) }
            && first.count <= 8
            && first.allSatisfy { signs.contains($0) || brackets.contains($0) || isDigit($0) || isArrow($0) }
    }

    /// Whether a text consists of brackets only.
    static func isBracket(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { "[](){}".unicodeScalars.contains($0) }
    }

    /// Whether a text may end with this character, which is not a letter, a digit or a comma.
    static func isPause(_ scalar: Unicode.Scalar) -> Bool { !isLetter(scalar) && !isDigit(scalar) && scalar != "," }

    /// Whether a text has neither letters nor digits, such as an arrow.
    static func isSymbol(_ text: String) -> Bool { !text.unicodeScalars.contains { isLetter($0) || isDigit($0) } }

    private static func isCircledNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2460...0x2473, 0x24EA...0x24F4, 0x2776...0x2793, 0x3251...0x325F, 0x32B1...0x32BF: true
        default: false
        }
    }

    private static func isArrow(_ scalar: Unicode.Scalar) -> Bool { 0x2190...0x21FF ~= scalar.value }

    private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        zeros.contains { $0 <= scalar.value && scalar.value < $0 + 10 }
    }

    /// Whether a character is not punctuation, an arrow or another symbol.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0...0xBF, 0x2000...0x2BFF, 0xFE00...0xFE0F, 0x1F000...0x1FFFF: false
        default: true
        }
    }
}
