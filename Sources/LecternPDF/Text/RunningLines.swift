// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Running heads and feet: lines at the top or the bottom of a page that a page nearby has, too, and page numbers.
extension PDFPageText {
    /// The maximum number of lines of a running head.
    private static let mostRunningLines = 3

    /// The range of the text without the running head and foot.
    ///
    /// - Parameter others: the two pages before and the two behind, since left and right pages may have different heads.
    public func body(beside others: [PDFPageText]) -> Range<Int> {
        let heads = Set(others.flatMap { $0.edge.head.compactMap { $0.line } })
        let feet = Set(others.flatMap { $0.edge.foot.compactMap { $0.line } })
        let head = edge.head.prefix { $0.line.map(heads.contains) ?? false }.last?.range.upperBound ?? 0
        let foot = edge.foot.prefix { $0.line.map(feet.contains) ?? false }.last?.range.lowerBound ?? bytes.count
        let isSpace = { (place: Int) in self.bytes[place] <= 0x20 }
        // A page has something to read besides.
        guard head < foot, let start = (head..<foot).first(where: { !isSpace($0) }),
            let last = (head..<foot).last(where: { !isSpace($0) })
        else { return 0..<bytes.count }
        return start..<last + 1
    }

    /// The first lines, and the last ones, beginning with the last.
    private var edge: (head: [(line: RunningLine?, range: Range<Int>)], foot: [(line: RunningLine?, range: Range<Int>)])
    {
        let lines = lineStarts.indices.map { index in
            lineStarts[index]..<(index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count)
        }
        let described = { (range: Range<Int>) in (RunningLine(self.bytes[range]), range) }
        return (
            lines.prefix(PDFPageText.mostRunningLines).map(described),
            lines.suffix(PDFPageText.mostRunningLines).reversed().map(described)
        )
    }
}

/// What the running heads of different pages have in common.
private enum RunningLine: Hashable {
    case pageNumber
    /// The text without digits and spaces.
    case text([UInt8])

    /// In bytes.
    private static let longest = 160
    private static let longestNumeral = 8

    init?(_ line: ArraySlice<UInt8>) {
        guard line.count <= RunningLine.longest else { return nil }
        let text = line.filter { $0 > 0x20 && !ASCII.isDigit($0) }
        let letters = text.filter { ASCII.isLetter($0) || $0 >= 0x80 }
        let numbers = line.split { !ASCII.isDigit($0) }
        if letters.isEmpty {
            guard numbers.count == 1 else { return nil }
            self = .pageNumber
        } else if numbers.isEmpty, RunningLine.isRomanNumeral(letters) {
            self = .pageNumber
        } else {
            self = .text(text)
        }
    }

    private static func isRomanNumeral(_ letters: [UInt8]) -> Bool {
        letters.count <= longestNumeral
            && (letters.allSatisfy("ivxlc".utf8.contains) || letters.allSatisfy("IVXLC".utf8.contains))
    }
}
