// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A selector as used in locators: names, ids, classes and child indices of nested elements (a subset of Selectors
/// Level 3).  Other selectors do not parse.
public struct CSSSelector {
    /// The conditions for one element.
    struct Compound {
        var name: String?
        var id: String?
        var classes: Set<ExactText> = []
        /// The position among all siblings, and among siblings with the same name.
        var number: Int?
        var numberOfName: Int?
        var isRoot = false
        /// Whether the element is a child of the one in the previous step, rather than any descendant.
        var isChild = false
    }

    private(set) var compounds: [Compound] = []
    /// Compounds are bits of an integer.
    private static let maxCompounds = 64
    /// In bytes, because every element may be compared with the whole selector.
    private static let maxLength = 1 << 16

    public init?(_ text: String) {
        guard text.utf8.count <= CSSSelector.maxLength else { return nil }
        var parser = Parser(Array(text.unicodeScalars))
        guard let compounds = parser.compounds(most: CSSSelector.maxCompounds), !compounds.isEmpty else { return nil }
        self.compounds = compounds
    }

    private struct Parser {
        private let text: [Unicode.Scalar]
        private var at = 0

        init(_ text: [Unicode.Scalar]) { self.text = text }

        private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

        mutating func compounds(most: Int) -> [Compound]? {
            var list: [Compound] = []
            skipSpace()
            while next != nil {
                var isChild = false
                if !list.isEmpty, next == ">" {
                    at += 1
                    skipSpace()
                    isChild = true
                }
                guard list.count < most, var compound = compound() else { return nil }
                compound.isChild = isChild
                list.append(compound)
                skipSpace()
            }
            return list
        }

        /// Only ASCII white space separates: in CSS, a no-break space is part of a name (CSS Syntax, 4.2).
        private var isAtSpace: Bool { next.flatMap { UInt8(exactly: $0.value) }.map(ASCII.isSpace) ?? false }

        private mutating func skipSpace() {
            while isAtSpace { at += 1 }
        }

        private mutating func compound() -> Compound? {
            var compound = Compound()
            let start = at
            if next == "*" { at += 1 } else { compound.name = identifier() }
            while let mark = next, mark == "#" || mark == "." || mark == ":" {
                at += 1
                guard let name = identifier() else { return nil }
                switch mark {
                case "#": compound.id = name
                case ".": compound.classes.insert(ExactText(name))
                default: guard pseudoClass(name, &compound) else { return nil }
                }
            }
            return at > start ? compound : nil
        }

        private mutating func pseudoClass(_ name: String, _ compound: inout Compound) -> Bool {
            switch name.asciiLowercased {
            case "root": compound.isRoot = true
            case "first-child": compound.number = 1
            case "first-of-type": compound.numberOfName = 1
            case "nth-child":
                compound.number = number()
                return compound.number != nil
            case "nth-of-type":
                compound.numberOfName = number()
                return compound.numberOfName != nil
            default: return false
            }
            return true
        }

        /// Parses an integer in parentheses.
        private mutating func number() -> Int? {
            guard next == "(" else { return nil }
            at += 1
            skipSpace()
            var value = 0
            while let digit = next.flatMap({ UInt8(exactly: $0.value) }), ASCII.isDigit(digit), value < 1 << 32 {
                value = value * 10 + Int(digit - 0x30)
                at += 1
            }
            skipSpace()
            guard next == ")" else { return nil }
            at += 1
            return value
        }

        private mutating func identifier() -> String? {
            var name = String.UnicodeScalarView()
            while let scalar = next {
                switch scalar {
                case "0"..."9", "a"..."z", "A"..."Z", "-", "_", "\u{80}"...:
                    name.append(scalar)
                    at += 1
                case "\\":
                    at += 1
                    guard let escaped = escaped() else { return nil }
                    name.append(escaped)
                default: return name.isEmpty ? nil : String(name)
                }
            }
            return name.isEmpty ? nil : String(name)
        }

        private mutating func escaped() -> Unicode.Scalar? {
            var value: UInt32 = 0
            var digits = 0
            while digits < 6, let digit = next.flatMap({ UInt8(exactly: $0.value) }).flatMap(ASCII.hexValue) {
                value = value << 4 | UInt32(digit)
                digits += 1
                at += 1
            }
            guard digits == 0 else {
                if isAtSpace { at += 1 }
                return Unicode.Scalar(value) ?? "\u{FFFD}"
            }
            defer { at += 1 }
            return next
        }
    }
}
