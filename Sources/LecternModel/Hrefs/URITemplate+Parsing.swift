// SPDX-License-Identifier: BSD-3-Clause

extension URITemplate {
    /// Parses a template (RFC 6570, section 2).
    static func parts(of text: String) throws(Failure) -> [Part] {
        var parts: [Part] = []
        var rest = text.utf8[...]
        while let first = rest.first {
            if first == UInt8(ascii: "{") {
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    throw malformed(rest, "the expression is not closed")
                }
                let expression = rest[..<rest.index(after: end)]
                rest = rest[rest.index(after: end)...]
                parts.append(try part(expression))
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: "{")) ?? rest.endIndex
                parts.append(.literal(try literal(rest[..<end])))
                rest = rest[end...]
            }
        }
        return parts
    }

    private static func malformed(_ text: Substring.UTF8View, _ reason: String) -> Failure {
        Failure(.argument, "The URI template is malformed at \"\(Substring(text).prefix(80))\": \(reason).")
    }

    /// Parses literal text.  Non-ASCII characters are encoded; ASCII characters that are invalid in URIs are
    /// rejected.
    private static func literal(_ text: Substring.UTF8View) throws(Failure) -> [UInt8] {
        var rest = text
        while let byte = rest.first {
            let isEscape = byte == UInt8(ascii: "%") && rest.dropFirst().prefix(2).filter(isHexDigit).count == 2
            guard byte >= 0x80 || isEscape || PercentEncoding.Allowed.url.contains(byte) else {
                throw malformed(rest, "this character is not allowed in a URI")
            }
            rest = rest.dropFirst()
        }
        var out: [UInt8] = []
        PercentEncoding.normalize(String(Substring(text)), .url, into: &out)
        return out
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { ASCII.hexValue(byte) != nil }

    /// Parses an expression, including its braces.
    private static func part(_ expression: Substring.UTF8View) throws(Failure) -> Part {
        let inside = expression.dropFirst().dropLast()
        guard let first = inside.first else { throw malformed(expression, "expected a variable") }
        guard !"=,!@|".utf8.contains(first) else {
            throw malformed(expression, "this operator is reserved")
        }
        let op = Operator.all.first { $0.mark == first }
        var variables: [Variable] = []
        let list = op == nil ? inside : inside.dropFirst()
        for text in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let variable = variable(text) else {
                throw malformed(expression, "\"\(Substring(text).prefix(80))\" is not a variable")
            }
            variables.append(variable)
        }
        return .expression(op ?? .simple, variables)
    }

    /// Parses a name, optionally followed by `:` and a length, or by `*`.
    private static func variable(_ text: Substring.UTF8View) -> Variable? {
        if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let digits = text[text.index(after: colon)...]
            guard (1...4).contains(digits.count), digits.allSatisfy(ASCII.isDigit), digits.first != UInt8(ascii: "0"),
                let prefix = Int(String(Substring(digits))), let name = name(text[..<colon])
            else { return nil }
            return Variable(name: name, prefix: prefix)
        }
        let explodes = text.last == UInt8(ascii: "*")
        return name(explodes ? text.dropLast() : text).map { Variable(name: $0, explodes: explodes) }
    }

    /// Parses a name: letters, digits, underscores and escapes, with single dots between them.
    private static func name(_ text: Substring.UTF8View) -> String? {
        for part in text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty else { return nil }
            var rest = part
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%") {
                    guard rest.prefix(2).filter(isHexDigit).count == 2 else { return nil }
                    rest = rest.dropFirst(2)
                } else if !ASCII.isLetter(byte), !ASCII.isDigit(byte), byte != UInt8(ascii: "_") {
                    return nil
                }
            }
        }
        return String(Substring(text))
    }
}
