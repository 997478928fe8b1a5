// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct DateTextTests {
    @Test(arguments: [
        ("2024", "2024-01-01T00:00:00Z"), ("2024-04", "2024-04-01T00:00:00Z"), (" 2024-02-29 ", "2024-02-29T00:00:00Z"),
        ("2024-04-10T10:58", "2024-04-10T10:58:00Z"), ("2024-04-10 10:58:44.5", "2024-04-10T10:58:44.500Z"),
        ("2024-04-10T10:58:44.12345678901234567890Z", "2024-04-10T10:58:44.123Z"),
        ("2024-01-01T00:30:00+0100", "2023-12-31T23:30:00Z"),
        ("1969-12-31T23:59:59.999-00:30", "1970-01-01T00:29:59.999Z"),
        ("0001-01-01", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func datesAreWrittenInUTC(_ text: String, _ expected: String) {
        #expect(DateText.rfc3339(text) == expected)
    }

    @Test(arguments: [
        "", "invalid", "24", "2024-13", "2023-02-29", "2024-04-10T", "2024-04-10T25:00", "2024-04-10T10:58:44+1",
        "2024-04-10x",
        "0000-01-01", "0001-01-01T00:00+05:00", "9999-12-31T23:59-05:00", "20240-01-01", "-2024-01-01", "１９９９",
    ])
    func whatIsNoDateIsNone(_ text: String) {
        #expect(DateText.rfc3339(text) == nil)
    }

    @Test(arguments: [Int64.min, Int64.max, -62_135_596_800_001, 253_402_300_800_000])
    func momentsOutOfRangeCannotBeWritten(_ milliseconds: Int64) {
        #expect(DateText.rfc3339(epochMilliseconds: milliseconds) == nil)
    }

    @Test func momentsBefore1970() {
        #expect(DateText.rfc3339(epochMilliseconds: -1) == "1969-12-31T23:59:59.999Z")
        #expect(DateText.epochMilliseconds("1969-12-31T23:59:59.999Z") == -1)
    }
}
