// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternMarkup
import LecternModel
import Testing

@Suite struct TextDecodingTests {
    private func decode(_ bytes: [UInt8], as kind: TextKind = .html) throws(Failure) -> String {
        try bytes.withUnsafeBytes(ByteBuffer.init(copying:)).withBytes { (bytes) throws(Failure) in
            try TextDecoding.withUTF8(of: bytes, as: kind) { String(validating: $0, as: UTF8.self) ?? "not UTF-8" }
        }
    }

    private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    @Test func validTextIsNotCopied() throws {
        let bytes = Array("a <b>é日😀".utf8)
        try bytes.withUnsafeBytes { bytes in
            try TextDecoding.withUTF8(of: bytes, as: .html) {
                #expect(UnsafeRawPointer($0.baseAddress) == bytes.baseAddress)
            }
        }
    }

    @Test(arguments: [
        "", "a", "é日😀", "<?xml version=\"1.0\" encoding=\"x-unknown\"?>é", "<?xml encoding='UTF-16'?>é",
        "<meta charset=windows-1251>é",
    ])
    func validTextIsUTF8(_ text: String) throws {
        #expect(try decode(Array(text.utf8)) == text)
        #expect(try decode([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ([0xE2, 0x82], "\u{FFFD}"),
            ([0xE2, 0x82, 0x41], "\u{FFFD}A"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF5], "\u{FFFD}"),
            ([0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0x80, 0xC3, 0xA9], "\u{FFFD}é"),
        ] as [([UInt8], String)])
    func invalidTextIsRepairedAsTheStandardSays(_ bytes: [UInt8], _ expected: String) throws {
        #expect(try decode(bytes, as: .xml) == expected)
        let padding = String(repeating: "x", count: 70)
        #expect(try decode(Array(padding.utf8) + bytes, as: .xml) == padding + expected)
    }

    @Test func sixteenBits() throws {
        let text = "<?xml version=\"1.0\"?><a>é日😀</a>"
        for isBigEndian in [false, true] {
            let bytes = utf16(text, isBigEndian: isBigEndian)
            #expect(try decode(utf16("\u{FEFF}", isBigEndian: isBigEndian) + bytes) == text)
            #expect(try decode(bytes) == text)
        }
        #expect(try decode([0xFF, 0xFE, 0x00, 0xD8]) == "\u{FFFD}")
        #expect(try decode([0xFF, 0xFE, 0x00, 0xDC, 0x41, 0x00]) == "\u{FFFD}A")
        #expect(try decode([0xFF, 0xFE, 0x41, 0x00, 0x42]) == "A\u{FFFD}")
        #expect(try decode([0xFF, 0xFE, 0x00, 0xD8, 0x3D, 0xD8, 0x00, 0xDE]) == "\u{FFFD}😀")
    }

    @Test(arguments: [
        "<?xml version=\"1.0\" encoding=\"windows-1251\"?>", "\n<?xml encoding = 'CP1251' ?>",
        "<meta charset=windows-1251>",
        "<html><META content='text/html; charset = windows-1251' HTTP-EQUIV=Content-Type>",
        "<!-- <meta charset=koi8-r> --><meta charset=\" x-cp1251 \">",
    ])
    func declarations(_ head: String) throws {
        #expect(try decode(Array(head.utf8) + [0xCF, 0xF0, 0xE8, 0x98]) == head + "При\u{98}")
    }

    @Test func aDeclarationCountsWhereverItIs() throws {
        let head = String(repeating: " ", count: 1100) + "<meta charset=windows-1251>"
        #expect(try decode(Array(head.utf8) + [0xCF]) == head + "П")
    }
}

@Suite struct SingleByteEncodingTests {
    @Test(arguments: [
        ("windows-1252", 0x80, 0x20AC), ("windows-1252", 0x81, 0x81), ("latin1", 0xE9, 0xE9),
        ("iso-8859-2", 0xA1, 0x104),
        ("iso_8859-5", 0xB0, 0x410), ("iso-8859-9", 0xF0, 0x11F), ("iso-8859-15", 0xA4, 0x20AC),
        ("iso-8859-16", 0xFF, 0xFF),
        ("koi8-r", 0xC1, 0x430), ("koi8-u", 0xA4, 0x454), ("macintosh", 0x8E, 0xE9), ("ibm866", 0x80, 0x410),
        ("windows-1258", 0xD2, 0x309), ("windows-874", 0xA1, 0xE01), ("iso-8859-8-i", 0xE0, 0x5D0),
        ("iso-8859-6", 0xA1, -1),
    ])
    func tables(_ label: String, _ byte: Int, _ codePoint: Int32) throws {
        let table = try #require(SingleByteEncodingTests.table(label))
        #expect(table.count == 256)
        #expect(table[byte] == codePoint)
        #expect(Array(table[..<128]) == Array(0..<128))
    }

    private static func table(_ label: String) -> [Int32]? {
        if case .singleByte(let encoding)? = TextEncoding(label: label) { encoding.table } else { nil }
    }

    @Test(arguments: ["", "x", "windows", "windows-1252 cp1252", "latin-1"])
    func whatIsNoLabel(_ label: String) { if TextEncoding(label: label) != nil { Issue.record("\(label)") } }

    @Test func everyLabelLeadsToATable() {
        #expect(SingleByteEncoding.all.count == 28)
        for encoding in SingleByteEncoding.all {
            for label in encoding.labels.description.words {
                let table = SingleByteEncodingTests.table(label)
                #expect(table?.allSatisfy { $0 >= -1 && $0 <= 0xFFFF } == true)
            }
        }
    }
}
