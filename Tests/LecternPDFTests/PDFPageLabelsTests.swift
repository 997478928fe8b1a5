// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPDF

@Suite struct PDFPageLabelsTests {
    private func labels(_ tree: String, pages: Int = 3) throws -> (titles: [String], warnings: Int) {
        var log = WarningLog()
        let bytes = try PDFFile.bytes(PDFFile.text(["<</PageLabels \(tree)>>"]))
        let list = try PDFPageLabels.pageList(bytes, pageCount: pages, path: "a.pdf", &log)
        return (list.map { $0.title ?? "" }, log.all.count)
    }

    @Test func labelsAreTitles() throws {
        #expect(try labels("<</Nums[0<</S/r>>2<</P(x)>>]>>") == (["i", "ii", "x"], 0))
        #expect(try labels("<</Nums[0<</S/D>>]>>") == ([], 0))
        #expect(try labels("null") == ([], 0))
    }

    @Test func thereMayBeTooManyPages() throws {
        #expect(try labels("<</Nums[0<</S/r>>]>>", pages: 100_000).titles.count == 100_000)
        #expect(try labels("<</Nums[0<</S/r>>]>>", pages: 100_001) == ([], 1))
        #expect(try labels("<</Nums[0<</S/r>>]>>", pages: 0) == ([], 0))
    }

    @Test func longPrefixesAreRefused() throws {
        func prefix(_ marks: Int) -> String { "<</Nums[0<</P<FEFF0041\(String(repeating: "0301", count: marks))>>>]>>" }
        let label = try #require(try labels(prefix(127)).titles.first)
        #expect(label.unicodeScalars.count == 128 && StreamSafeText.contains(label))
        #expect(try labels(prefix(128)) == ([], 1))
        #expect(try labels(prefix(400)) == ([], 1))
    }

    @Test(arguments: [
        (PDFPageNumbering.Style.lowerRoman, 3888, "mmmdccclxxxviii"), (.upperRoman, 4, "IV"),
        (.upperRoman, 48_999, String(repeating: "M", count: 48) + "CMXCIX"), (.upperRoman, 49_000, "49000"),
        (.upperRoman, 0, "0"), (.lowerLetters, 26, "z"), (.lowerLetters, 27, "aa"), (.upperLetters, 53, "AAA"),
        (.upperLetters, 26 * 64, String(repeating: "Z", count: 64)), (.upperLetters, 26 * 64 + 1, "1665"),
        (.lowerLetters, Int.min, "\(Int.min)"), (.decimal, Int.max, "\(Int.max)"),
    ])
    func styles(style: PDFPageNumbering.Style, start: Int, expected: String) {
        #expect(PDFPageNumbering(style: style, start: start).label(at: 0) == expected)
    }

    @Test func numbersEnd() {
        #expect(PDFPageNumbering(prefix: "x ", style: .decimal, start: Int.max).label(at: 1) == "x")
    }

    @Test(arguments: [
        ([0x41, 0xE9, 0xA0, 0x92, 0x18, 0x9E], "Aé€™˘ž"), ([0xFE, 0xFF, 0, 0x41, 0xD8], "A\u{FFFD}"),
        ([0xFF, 0xFE, 0x41, 0], "A"), ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9, 0xFF], "é\u{FFFD}"), ([], ""),
        ([0x9F, 0xAD, 0x7F], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
    func text(bytes: [UInt8], expected: String) {
        #expect(PDFText.decoded(bytes) == expected)
    }
}
