// SPDX-License-Identifier: BSD-3-Clause

extension URITemplate {
    /// A row of the table in appendix A of RFC 6570.
    struct Operator {
        let mark: UInt8
        let first: String
        let separator: String
        /// Whether each value is preceded by `name=`.
        var isNamed = false
        /// Written after the name of an empty value.
        var ifEmpty = ""
        /// Whether reserved characters and escapes in a value are kept.
        var keepsReserved = false

        static let simple = Operator(mark: 0, first: "", separator: ",")

        static let all = [
            Operator(mark: UInt8(ascii: "+"), first: "", separator: ",", keepsReserved: true),
            Operator(mark: UInt8(ascii: "#"), first: "#", separator: ",", keepsReserved: true),
            Operator(mark: UInt8(ascii: "."), first: ".", separator: "."),
            Operator(mark: UInt8(ascii: "/"), first: "/", separator: "/"),
            Operator(mark: UInt8(ascii: ";"), first: ";", separator: ";", isNamed: true),
            Operator(mark: UInt8(ascii: "?"), first: "?", separator: "&", isNamed: true, ifEmpty: "="),
            Operator(mark: UInt8(ascii: "&"), first: "&", separator: "&", isNamed: true, ifEmpty: "="),
        ]

        func append(_ variable: Variable, _ value: URITemplateValue, to out: inout [UInt8]) throws(Failure) {
            guard variable.explodes else {
                let joined = joined(value, prefix: variable.prefix)
                return try append([(variable.name, joined)], areNamed: isNamed, to: &out)
            }
            // List items have the name of the variable; map items have their own.
            switch value {
            case .text(let text): try append([(variable.name, encoded(text))], areNamed: isNamed, to: &out)
            case .list(let items):
                try append(items.lazy.map { (variable.name, encoded($0)) }, areNamed: isNamed, to: &out)
            case .map(let pairs):
                let items = pairs.lazy.map { (String(decoding: encoded($0.name), as: UTF8.self), encoded($0.value)) }
                try append(items, areNamed: true, to: &out)
            }
        }

        private func append(
            _ items: some Sequence<(String, [UInt8])>, areNamed: Bool, to out: inout [UInt8]
        ) throws(Failure) {
            var separator = ""
            for (name, value) in items {
                out += separator.utf8
                separator = self.separator
                if areNamed { out += (name + (isNamed && value.isEmpty ? ifEmpty : "=")).utf8 }
                out += value
                try URITemplate.check(out.count)
            }
        }

        /// Returns the unexploded form of a value: lists and maps are joined with commas.
        private func joined(_ value: URITemplateValue, prefix: Int?) -> [UInt8] {
            let comma = [UInt8(ascii: ",")]
            switch value {
            case .text(let text): return encoded(prefix.map { beginning(of: text, $0) } ?? text)
            case .list(let items): return Array(items.map(encoded).joined(separator: comma))
            case .map(let pairs):
                return Array(pairs.map { encoded($0.name) + comma + encoded($0.value) }.joined(separator: comma))
            }
        }

        private func encoded(_ text: String) -> [UInt8] {
            var out: [UInt8] = []
            if keepsReserved {
                PercentEncoding.normalize(text, .url, into: &out)
            } else {
                PercentEncoding.encode(text, .unreserved, into: &out)
            }
            return out
        }

        /// Returns the first `count` characters.  If escapes are kept, those of one character count as one.
        private func beginning(of text: String, _ count: Int) -> String {
            guard keepsReserved else { return String(text.unicodeScalars.prefix(count)) }
            var rest = text.unicodeScalars[...]
            for _ in 0..<count where !rest.isEmpty {
                guard let lead = escape(rest) else {
                    rest = rest.dropFirst()
                    continue
                }
                rest = rest.dropFirst(3)
                // The number of leading ones of the first byte is the length of a UTF-8 sequence.
                for _ in 1..<max(2, min(4, (~lead).leadingZeroBitCount)) {
                    guard lead >= 0xC0, let next = escape(rest), next & 0xC0 == 0x80 else { break }
                    rest = rest.dropFirst(3)
                }
            }
            return String(text.unicodeScalars[..<rest.startIndex])
        }

        /// Returns the byte encoded by an escape at the start of the text.
        private func escape(_ text: Substring.UnicodeScalarView) -> UInt8? {
            let digits = text.dropFirst().prefix(2).compactMap { UInt8(exactly: $0.value).flatMap(ASCII.hexValue) }
            guard text.first == "%", digits.count == 2 else { return nil }
            return digits[0] << 4 | digits[1]
        }
    }
}
