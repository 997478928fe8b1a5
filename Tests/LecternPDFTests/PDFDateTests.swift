// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternPDF

@Suite struct PDFDateTests {
    @Test(arguments: [
        ("D:20060319140515-04'00'", "2006-03-19T18:05:15Z"),
        ("D:20060319140515-04'00", "2006-03-19T18:05:15Z"),
        ("D:20230423175904+08'00'", "2023-04-23T09:59:04Z"),
        ("D:20200101000000Z", "2020-01-01T00:00:00Z"),
        ("D:20200101000000Z00'00'", "2020-01-01T00:00:00Z"),
        ("D:20220415120134", "2022-04-15T12:01:34Z"),
        ("20220415", "2022-04-15T00:00:00Z"),
        ("D:2021", "2021-01-01T00:00:00Z"),
        ("D:202102031415+05", "2021-02-03T09:15:00Z"),
        ("2021-02-03T04:05:06Z", "2021-02-03T04:05:06Z"),
        ("2021-02-03", "2021-02-03T00:00:00Z"),
    ])
    func datesAreWrittenAsOnTheWeb(date: String, expected: String) {
        #expect(PDFDate.rfc3339(date) == expected)
    }

    @Test(arguments: [
        "", "D:", "D:20", "yesterday", "D:99999999999999", "D:20210231", "D:20210203040506x", "D:20210203040506+1",
        "D:20210203040506+aa'bb'", "D:2021\u{301}", "D:202", "D:00000000",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(PDFDate.rfc3339(text) == nil)
    }
}
