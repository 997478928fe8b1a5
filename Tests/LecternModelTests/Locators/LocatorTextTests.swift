// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct LocatorTextTests {
    private let text = Locator.Text(before: "before", highlight: "highlight", after: "after")

    @Test(arguments: [
        (Int.min..<Int.max, "highlight"), (Int.min..<0, ""), (9..<Int.max, ""), (Int.max - 1..<Int.max, ""),
        (0..<0, ""), (4..<7, "lig"),
    ])
    func aPartIsWithinTheWhole(_ range: Range<Int>, _ expected: String) {
        let part = text.substring(range)
        #expect(part.highlight == expected)
        #expect((part.before ?? "") + expected + (part.after ?? "") == "beforehighlightafter")
    }

    @Test func charactersOfMoreThanOneByteCountOnce() {
        let part = Locator.Text(highlight: "a\u{1F600}e\u{301}\r\nb").substring(1..<3)
        #expect(part.before == "a" && part.highlight == "\u{1F600}e" && part.after == "\u{301}\r\nb")
        #expect(Locator.Text(before: "b").substring(1..<3) == Locator.Text(before: "b"))
    }

    @Test func whiteSpaceIsOneSpace() {
        let text = Locator.Text(before: " \t\n", highlight: "\r\n a \u{A0} b\u{600} ", after: "\u{600} ")
        #expect(text.sanitized().before == "")
        #expect(text.sanitized().highlight == " a \u{A0} b\u{600} ")
        #expect(text.sanitized().after == "\u{600}")
        #expect(text.sanitized().sanitized() == text.sanitized())
        #expect(Locator.Text().sanitized().json.isEmpty)
    }

    @Test func unknownMembersStay() throws {
        let json: JSON = ["highlight": "  a", "mine": [1]]
        let text = Locator.Text(json.object ?? JSONObject()).sanitized()
        #expect(JSONWriter.text(of: .object(text.json)).text == #"{"highlight":" a","mine":[1]}"#)
    }
}
