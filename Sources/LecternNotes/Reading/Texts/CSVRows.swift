// SPDX-License-Identifier: BSD-3-Clause

/// The rows of a CSV file (RFC 4180), or of one with another separator.
struct CSVRows {
    private var rest: Substring.UTF8View
    /// Whether the last row had a quotation mark that is never closed.  Reading continues with the line after its first
    /// one.
    private(set) var isUnclosed = false
    /// A second search for the end would take quadratic time.
    private var hasRecovered = false

    private let separator: UInt8

    private static let quote = UInt8(ascii: "\"")

    init(_ text: String, separator: UInt8) {
        rest = Substring(text).utf8
        self.separator = separator
    }

    mutating func next() -> [String]? {
        isUnclosed = false
        guard !rest.isEmpty else { return nil }
        let start = rest
        var row: [String] = []
        while let cell = cell() {
            row.append(cell)
            guard rest.first == separator else {
                endLine()
                return row
            }
            rest = rest.dropFirst()
        }
        isUnclosed = true
        rest = hasRecovered ? start.suffix(0) : start.drop { $0 != 0x0A }.dropFirst()
        hasRecovered = true
        return []
    }

    /// Reads up to a separator or the end of a line; nil if a quotation mark is not closed.
    private mutating func cell() -> String? {
        guard rest.first == CSVRows.quote else {
            let text = rest.prefix { $0 != separator && $0 != 0x0A && $0 != 0x0D }
            rest = rest[text.endIndex...]
            return String(Substring(text))
        }
        var text = ""
        rest = rest.dropFirst()
        while let end = rest.firstIndex(of: CSVRows.quote) {
            text += String(Substring(rest[..<end]))
            rest = rest[rest.index(after: end)...]
            guard rest.first == CSVRows.quote else {
                // Text after the quotation mark belongs to the cell.
                let more = rest.prefix { $0 != separator && $0 != 0x0A && $0 != 0x0D }
                rest = rest[more.endIndex...]
                return text + String(Substring(more))
            }
            text += "\""
            rest = rest.dropFirst()
        }
        return nil
    }

    private mutating func endLine() {
        if rest.first == 0x0D { rest = rest.dropFirst() }
        if rest.first == 0x0A { rest = rest.dropFirst() }
    }
}
