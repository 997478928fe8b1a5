// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternFormats

@Suite struct NaturalOrderTests {
    private func sorted(_ names: [String]) -> [String] { NaturalOrder.sorted(names) { $0 } }

    /// Every permutation of the names is sorted to this order.
    private func expectOrder(_ names: String...) {
        #expect(sorted(names.reversed()) == names)
        #expect(sorted(names.sorted()) == names)
        #expect(sorted(names) == names)
    }

    @Test func digitsAreNumbers() {
        expectOrder("page1.png", "page2.png", "page10.png", "page20.png", "page100.png")
        expectOrder("1", "2a", "2b", "10", "a")
        expectOrder("v1p9", "v1p10", "v2p1", "v10p1")
    }

    @Test func numbersHaveAnyLength() {
        let long = String(repeating: "9", count: 400)
        expectOrder("99999999999999999998", "99999999999999999999", "100000000000000000000", long, "1" + long)
    }

    @Test func leadingZerosDoNotCount() {
        expectOrder("1", "002", "3", "0010")
        // Equal numbers are ordered by their bytes, so that the order is always the same.
        expectOrder("01", "1")
    }

    @Test func caseDoesNotCount() { expectOrder("gtr.mp3", "Latin.mp3", "vln.mp3") }

    @Test func foldersAreComparedLevelByLevel() {
        expectOrder("Vol 1/2.png", "Vol 1/10.png", "Vol 1 extra/1.png", "Vol 2/1.png", "Vol 10/1.png")
    }

    @Test func otherScriptsKeepTheOrderOfTheirCharacters() { expectOrder("été/à", "第1話/頁2", "第1話/頁10", "第2話/頁1") }
}
