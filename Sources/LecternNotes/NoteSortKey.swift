// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A sort key for the notes of a publication, in reading order, compared byte by byte.
public struct NoteSortKey: Sendable, Comparable {
    public let text: String

    /// - Parameter readingOrder: the index of each resource; other resources are sorted by href.
    public init(of note: Note, in readingOrder: [ExactText: Int] = [:]) {
        let href = note.href ?? ""
        let path = String(Href.path(href))
        let number = readingOrder[ExactText(path)].map { NoteSortKey.padded(Int64($0), 7) } ?? "~"
        let locations = note.locations
        let progression = locations.progression.map { NoteSortKey.padded(Int64(($0 * 1e9).rounded()), 10) } ?? ""
        let steps = locations.partialCfi.map(NoteSortKey.steps) ?? ""
        let id = note.id
        text = [number, number == "~" ? path : "", progression, steps, id].joined(separator: "\u{1}")
    }

    public static func < (a: NoteSortKey, b: NoteSortKey) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    public static func == (a: NoteSortKey, b: NoteSortKey) -> Bool { a.text.isExactly(b.text) }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }

    /// Returns the numbers of a CFI, without assertions; of a range, those of its start.
    private static func steps(_ cfi: String) -> String {
        var text = ""
        var number: Int64 = 0
        var hasNumber = false
        var depth = 0
        var commas = 0
        var isEscaped = false
        func end() { if hasNumber { text += padded(number, 8) + "/" } }
        for byte in cfi.utf8.prefix(4096) {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "^") where depth > 0: isEscaped = true
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth = Swift.max(0, depth - 1)
            case _ where depth > 0: break
            case _ where ASCII.isDigit(byte):
                number = Swift.min(99_999_999, number * 10 + Int64(byte & 15))
                hasNumber = true
            default:
                end()
                number = 0
                hasNumber = false
                if byte == UInt8(ascii: ",") { commas += 1 }
            }
            if commas == 2 { break }
        }
        end()
        return text
    }
}
