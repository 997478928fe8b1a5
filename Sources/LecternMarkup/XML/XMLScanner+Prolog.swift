// SPDX-License-Identifier: BSD-3-Clause

/// The markup before and after the root element (XML 1.0, 2.8).
extension XMLScanner {
    /// Reads everything before the root element.
    mutating func prolog() -> Bool {
        _ = skip("\u{FEFF}")
        if skip("<?xml ") {
            position -= 1
            guard declaration() else { return false }
        }
        guard misc() else { return false }
        if skip("<!DOCTYPE") {
            guard documentType(), misc() else { return false }
        }
        return byte() == UInt8(ascii: "<") && XMLNames.isNameStart(byte(1))
    }

    /// Reads comments, processing instructions and white space.
    mutating func misc() -> Bool {
        while true {
            _ = skipSpace()
            guard byte() == UInt8(ascii: "<") else { return true }
            switch byte(1) {
            case UInt8(ascii: "?"):
                guard instruction() else { return false }
            case UInt8(ascii: "!") where byte(2) == UInt8(ascii: "-"):
                guard comment() else { return false }
            default: return true
            }
        }
    }

    /// Reads the rest of the XML declaration, after `<?xml`.
    private mutating func declaration() -> Bool {
        guard skipSpace(), let version = setting("version"), version.elementsEqual("1.0".utf8) else { return false }
        var hasSpace = skipSpace()
        if hasSpace, byte() == UInt8(ascii: "e") {
            guard let encoding = setting("encoding"),
                ["utf-8", "utf8"].contains(String(decoding: encoding, as: UTF8.self).asciiLowercased)
            else { return false }
            hasSpace = skipSpace()
        }
        if hasSpace, byte() == UInt8(ascii: "s") {
            guard let standalone = setting("standalone") else { return false }
            isStandalone = standalone.elementsEqual("yes".utf8)
            guard isStandalone || standalone.elementsEqual("no".utf8) else { return false }
            _ = skipSpace()
        }
        return skip("?>")
    }

    private mutating func setting(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard skip(name) else { return nil }
        _ = skipSpace()
        guard skip("=") else { return nil }
        _ = skipSpace()
        return literal()
    }

    /// Reads a quoted literal of printable ASCII.
    private mutating func literal() -> UnsafeBufferPointer<UInt8>? {
        let quote = byte()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let start = position
        find(quote, quote, quote)
        guard byte() == quote else { return nil }
        position += 1
        return UnsafeBufferPointer(start: bytes + start, count: position - 1 - start)
    }

    /// Reads the rest of a document type declaration, which must not have an internal subset.
    private mutating func documentType() -> Bool {
        guard skipSpace(), let name = name() else { return false }
        doctype = name
        if skipSpace(), byte() != UInt8(ascii: ">") {
            if skip("PUBLIC") {
                guard skipSpace(), let identifier = literal(), identifier.allSatisfy(XMLScanner.isPublic) else {
                    return false
                }
            } else if !skip("SYSTEM") {
                return false
            }
            guard skipSpace(), literal() != nil else { return false }
            hasExternalSubset = true
            _ = skipSpace()
        }
        return skip(">")
    }

    /// Whether a public identifier may contain the character.
    private static func isPublic(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        case UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "`"): false
        default: byte < UInt8(ascii: "{")
        }
    }
}
