// SPDX-License-Identifier: BSD-3-Clause

/// A text directive of a fragment (WICG, URL Fragment Text Directives): `id:~:text=prefix-,start,end,-suffix`.
struct TextFragment: Sendable, Equatable {
    /// The text, or its beginning if `end` is present.
    let start: Locator.Text
    /// The end of the text, for a range.
    let end: Locator.Text?

    private static let delimiter = ":~:", directive = "text="

    /// Parses the first well-formed text directive.
    ///
    /// - Parameter directives: the part of the fragment after the delimiter.
    private init?(_ directives: Substring) {
        let found = directives.utf8.split(separator: UInt8(ascii: "&")).lazy.map(Substring.init)
            .filter { $0.hasPrefix(TextFragment.directive) }
            .compactMap { TextFragment(value: $0.dropFirst(TextFragment.directive.utf8.count)) }.first
        guard let found else { return nil }
        self = found
    }

    private init?(value: Substring) {
        var parts = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Substring.init)
        guard 1...4 ~= parts.count else { return nil }
        var before: Substring?, after: Substring?
        if let first = parts.first, first.hasSuffix("-") {
            before = first.dropLast()
            parts.removeFirst()
        }
        if let last = parts.last, last.hasPrefix("-") {
            after = last.dropFirst()
            parts.removeLast()
        }
        let texts = parts.compactMap { $0.isEmpty ? nil : PercentEncoding.decoded($0) }
        let prefix = before.flatMap(PercentEncoding.decoded), suffix = after.flatMap(PercentEncoding.decoded)
        guard 1...2 ~= texts.count, texts.count == parts.count, before?.isEmpty != true, after?.isEmpty != true,
            (before == nil) == (prefix == nil), (after == nil) == (suffix == nil)
        else { return nil }
        let isWhole = texts.count == 1
        start = Locator.Text(before: prefix, highlight: texts.first, after: isWhole ? suffix : nil)
        end = isWhole ? nil : Locator.Text(highlight: texts.last, after: suffix)
    }

    /// Removes the directives from fragments, leaving any ids before them.
    ///
    /// - Returns: the first text directive.
    static func take(from fragments: inout [String]) -> TextFragment? {
        var found: TextFragment?
        fragments = fragments.compactMap { fragment in
            let bytes = fragment.utf8
            guard let index = bytes.indices.first(where: { bytes[$0...].starts(with: delimiter.utf8) }) else {
                return fragment
            }
            found = found ?? TextFragment(fragment[index...].dropFirst(delimiter.utf8.count))
            let id = fragment[..<index]
            return id.isEmpty || id == "#" ? nil : String(id)
        }
        return found
    }
}
