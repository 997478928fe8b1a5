// SPDX-License-Identifier: BSD-3-Clause

/// The grammar of language tags (RFC 5646, 2.1).
extension LanguageTag {
    /// Returns the trimmed text if it is well-formed.  Readium's schemas accept no other languages.
    public static func wellFormed(_ text: String) -> String? {
        let tag = text.trimmed
        if 2...3 ~= tag.utf8.count && tag.utf8.allSatisfy(ASCII.isLetter) { return tag }
        var subtags = Subtags(tag)
        return irregular.contains(tag) || subtags.isLanguageTag() ? tag : nil
    }

    /// Grandfathered tags that the grammar does not cover.
    private static let irregular: Set<String> = [
        "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
    ]

    /// The subtags that have not been consumed yet.
    private struct Subtags {
        private var rest: ArraySlice<String.UTF8View.SubSequence>

        init(_ tag: String) {
            rest = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        }

        mutating func isLanguageTag() -> Bool {
            if isPrivateUse() { return rest.isEmpty }
            guard isLanguage() else { return false }
            _ = take { $0.count == 4 && $0.allSatisfy(ASCII.isLetter) }
            _ = take {
                $0.count == 2 && $0.allSatisfy(ASCII.isLetter) || $0.count == 3 && $0.allSatisfy(ASCII.isDigit)
            }
            while take(Self.isVariant) {}
            while isExtension() {}
            _ = isPrivateUse()
            return rest.isEmpty
        }

        private mutating func isLanguage() -> Bool {
            if take({ 2...3 ~= $0.count && $0.allSatisfy(ASCII.isLetter) }) {
                for _ in 0..<3 where !take({ $0.count == 3 && $0.allSatisfy(ASCII.isLetter) }) { break }
                return true
            }
            return take { 4...8 ~= $0.count && $0.allSatisfy(ASCII.isLetter) }
        }

        private static func isVariant(_ subtag: String.UTF8View.SubSequence) -> Bool {
            guard subtag.allSatisfy(isAlphanumeric) else { return false }
            return 5...8 ~= subtag.count || subtag.count == 4 && ASCII.isDigit(subtag.first ?? 0)
        }

        private mutating func isExtension() -> Bool {
            takeSequence {
                $0.count == 1 && $0.allSatisfy(Self.isAlphanumeric)
                    && ASCII.lowercased($0.first ?? 0) != UInt8(ascii: "x")
            } of: {
                2...8 ~= $0.count && $0.allSatisfy(Self.isAlphanumeric)
            }
        }

        private mutating func isPrivateUse() -> Bool {
            takeSequence {
                $0.count == 1 && ASCII.lowercased($0.first ?? 0) == UInt8(ascii: "x")
            } of: {
                1...8 ~= $0.count && $0.allSatisfy(Self.isAlphanumeric)
            }
        }

        /// Consumes a singleton and at least one subtag after it, or no subtags.
        private mutating func takeSequence(
            _ isSingleton: (String.UTF8View.SubSequence) -> Bool, of isWanted: (String.UTF8View.SubSequence) -> Bool
        ) -> Bool {
            let start = rest
            guard take(isSingleton), take(isWanted) else {
                rest = start
                return false
            }
            while take(isWanted) {}
            return true
        }

        /// Consumes the next subtag if it satisfies the predicate.
        private mutating func take(_ isWanted: (String.UTF8View.SubSequence) -> Bool) -> Bool {
            guard let next = rest.first, isWanted(next) else { return false }
            rest.removeFirst()
            return true
        }

        private static func isAlphanumeric(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
    }
}
