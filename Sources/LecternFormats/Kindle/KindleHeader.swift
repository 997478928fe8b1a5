// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The headers in the first record of a book: PalmDOC, MOBI, EXTH.
struct KindleHeader {
    enum Compression: Int {
        case none = 1
        case palmDOC = 2
        case huffCDIC = 17480
    }

    /// The record of this header, from which all others are counted.
    let first: Int
    let compression: Compression
    let textLength: Int
    let textRecords: Int
    let encryption: Int
    let version: Int
    let charset: String
    let title: String
    let language: String?
    /// The bits say what follows the text in its records.
    let extraFlags: Int
    let huffRecord: Int
    let huffCount: Int
    let firstResource: Int?
    let contentsIndex: Int?
    let exth: KindleEXTH
    private let record: KindleRecord

    private static let none = 0xFFFF_FFFF

    init(_ record: KindleRecord, at first: Int) throws(Failure) {
        guard let code = record.u16(0), let compression = Compression(rawValue: code),
            record.begins(with: "MOBI", at: 16),
            let length = record.u32(20)
        else { throw Failure(.format, "The first record of the Kindle book has no MOBI header.") }
        func number(_ place: Int) -> Int? {
            place + 4 <= length + 16 ? record.u32(place).flatMap { $0 == KindleHeader.none ? nil : $0 } : nil
        }
        self.record = record
        self.first = first
        self.compression = compression
        textLength = record.u32(4) ?? 0
        textRecords = record.u16(8) ?? 0
        encryption = record.u16(12) ?? 0
        version = number(36) ?? 0
        charset = number(28) == 65001 ? "utf-8" : "windows-1252"
        let name = record.slice(number(84) ?? 0, number(88) ?? 0)
        title = TextDecoding.string(name.filter { $0 != 0 }, charset: charset).collapsed
        language = number(92).flatMap(KindleLanguages.tag)
        extraFlags = length >= 0xE4 ? record.u16(242) ?? 0 : 0
        huffRecord = first + (number(112) ?? 0)
        huffCount = number(116) ?? 0
        firstResource = number(108)
        contentsIndex = number(244).map { first + $0 }
        exth = number(128).map { $0 & 0x40 != 0 } ?? false ? KindleEXTH(record, at: 16 + length) : KindleEXTH()
    }

    /// Whether the text is that of KF8: documents that are put together from skeletons and fragments.
    var isKF8: Bool { version == 8 }

    private func index(_ place: Int) -> Int? {
        record.u32(place).flatMap { $0 == KindleHeader.none ? nil : first + $0 }
    }

    // MARK: KF8

    /// With a single flow, the number of the record may be anything.
    var flowRecord: Int? { record.u32(196).flatMap { $0 > 1 ? index(192) : nil } }
    var fragmentIndex: Int? { index(248) }
    var skeletonIndex: Int? { index(252) }
    var guideIndex: Int? { index(260) }
}

/// Languages by the codes of Windows, of which the lower ten bits are the language.
enum KindleLanguages {
    static func tag(_ code: Int) -> String? { codes[code & 0x3FF] }

    private static let codes: [Int: String] = [
        1: "ar", 2: "bg", 3: "ca", 4: "zh", 5: "cs", 6: "da", 7: "de", 8: "el", 9: "en", 10: "es", 11: "fi", 12: "fr",
        13: "he", 14: "hu", 15: "is", 16: "it", 17: "ja", 18: "ko", 19: "nl", 20: "no", 21: "pl", 22: "pt", 23: "rm",
        24: "ro", 25: "ru", 26: "hr", 27: "sk", 28: "sq", 29: "sv", 30: "th", 31: "tr", 32: "ur", 33: "id", 34: "uk",
        35: "be", 36: "sl", 37: "et", 38: "lv", 39: "lt", 41: "fa", 42: "vi", 43: "hy", 44: "az", 45: "eu", 47: "mk",
        54: "af", 55: "ka", 56: "fo", 57: "hi", 62: "ms", 65: "sw", 73: "ta", 74: "te",
    ]
}

/// The extended header: metadata as records with a type.
struct KindleEXTH {
    private var records: [Int: [ArraySlice<UInt8>]] = [:]

    private static let most = 10_000

    init() {}

    init(_ record: KindleRecord, at start: Int) {
        guard record.begins(with: "EXTH", at: start), let count = record.u32(start + 8) else { return }
        var place = start + 12
        for _ in 0..<min(count, KindleEXTH.most) {
            guard let type = record.u32(place), let length = record.u32(place + 4), length >= 8 else { return }
            records[type, default: []].append(record.slice(place + 8, length - 8))
            place += length
        }
    }

    func bytes(_ type: Int) -> [ArraySlice<UInt8>] { records[type] ?? [] }

    func number(_ type: Int) -> Int? {
        guard let bytes = records[type]?.first, bytes.count == 4 else { return nil }
        let value = bytes.reduce(0) { $0 << 8 | Int($1) }
        return value == 0xFFFF_FFFF ? nil : value
    }
}
