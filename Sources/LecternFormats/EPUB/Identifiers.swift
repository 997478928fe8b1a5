// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The identifiers of the publication besides the unique one (EPUB 3.3, 5.5.3.1 and D.3.8: identifier-type; OPF 2.0.1,
/// 2.2.10: scheme).
extension PackageMetadata {
    /// The other identifiers.  An ISBN is a URN, also if it is the unique identifier in another form, because catalogues
    /// compare it.
    func alternativeIdentifiers(besides unique: String?) -> [JSON] {
        var seen: Set<String> = unique.map { [$0] } ?? []
        var found: [JSON] = []
        for item in all(.identifier) {
            let scheme = legacyAttribute(.scheme, of: item) ?? refinement(of: item, .identifierType)?.value
            let value = ISBN.urn(item.value, scheme: scheme) ?? PackageMetadata.uuid(item.value, scheme) ?? item.value
            guard item.value != unique || ISBN.isURN(value), seen.insert(value).inserted else { continue }
            found.append(PackageMetadata.identifier(value, scheme))
        }
        return found
    }

    /// RWPM has URIs as strings, and anything else as an object.  The name of a scheme becomes that of the URI, as in
    /// the package documents of calibre: "amazon:B000…".
    private static func identifier(_ value: String, _ scheme: String?) -> JSON {
        if Href.isAbsolute(value) { return .string(value) }
        guard let scheme else { return ["value": .string(value)] }
        if Href.isAbsolute(scheme) { return ["value": .string(value), "scheme": .string(scheme)] }
        let named = scheme.asciiLowercased + ":" + value
        return Href.isAbsolute(named) && Href.isURL(named) ? .string(named) : ["value": .string(value)]
    }

    private static func uuid(_ value: String, _ scheme: String?) -> String? {
        guard scheme?.asciiLowercased == "uuid", value.utf8.count == 36 else { return nil }
        return "urn:uuid:" + value
    }
}

/// International Standard Book Numbers (ISO 2108; RFC 8254, 4.1: the URN namespace).
enum ISBN {
    private static let prefix = "urn:isbn:"
    /// "ISBN", and its codes in the code list 5 of ONIX.
    private static let schemes: Set<String> = [
        "isbn", "isbn-10", "isbn-13", "isbn10", "isbn13", "urn:isbn", "02", "15",
    ]

    static func isURN(_ value: String) -> Bool { value.hasPrefix(prefix) }

    /// The URN of an ISBN that its scheme, its prefix or its check digit shows to be one.
    static func urn(_ text: String, scheme: String?) -> String? {
        var rest = text.asciiLowercased.utf8[...]
        var isDeclared = scheme.map { schemes.contains($0.asciiLowercased) } ?? false
        if rest.starts(with: "urn:".utf8) { rest = rest.dropFirst(4) }
        if rest.starts(with: "isbn".utf8) {
            isDeclared = true
            rest = rest.dropFirst(4)
            // "ISBN-13: 978-…"
            let length = rest.starts(with: "-1".utf8) ? 3 : rest.starts(with: "1".utf8) && rest.contains(colon) ? 2 : 0
            rest = rest.dropFirst(length).drop { $0 == colon || ASCII.isSpace($0) }
        }
        let marks = rest.filter { $0 != UInt8(ascii: "-") && !ASCII.isSpace($0) }
        guard isNumber(marks), isDeclared || marks.count == 13 && isValid(marks) else { return nil }
        return prefix + String(decoding: marks, as: UTF8.self).uppercased()
    }

    private static let colon = UInt8(ascii: ":")

    private static func isNumber(_ marks: [UInt8]) -> Bool {
        switch marks.count {
        case 10: marks.dropLast().allSatisfy(ASCII.isDigit) && marks.last.map(isLastOfTen) ?? false
        case 13: marks.allSatisfy(ASCII.isDigit)
        default: false
        }
    }

    private static func isLastOfTen(_ mark: UInt8) -> Bool { ASCII.isDigit(mark) || mark == UInt8(ascii: "x") }

    /// Checks the prefix and the check digit of 13 digits.
    private static func isValid(_ digits: [UInt8]) -> Bool {
        guard digits.starts(with: "978".utf8) || digits.starts(with: "979".utf8) else { return false }
        let sum = digits.enumerated().reduce(0) { $0 + Int($1.element & 15) * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }
}
