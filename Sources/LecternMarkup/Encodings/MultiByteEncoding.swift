// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// The multi-byte encodings of the Encoding Standard.  The C library converts them.
public struct MultiByteEncoding: Sendable, Equatable {
    /// The name to pass to iconv().
    private let name: StaticString

    public static func == (a: MultiByteEncoding, b: MultiByteEncoding) -> Bool { a.name.utf8Start == b.name.utf8Start }

    /// iconv() converters that cover what the Encoding Standard decodes.  The ones with the names of the standard
    /// (`EUC-KR`, `BIG5`, `SHIFT_JIS`) reject thousands of characters.
    private static let all: [(name: StaticString, labels: String)] = [
        ("CP932", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        ("EUC-JP-MS", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
        ("ISO-2022-JP", "csiso2022jp iso-2022-jp"),
        (
            "GB18030",
            "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"
        ),
        ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        (
            "UHC",
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
        ),
    ]

    /// - Parameter label: a label of the Encoding Standard.
    public init?(label: String) {
        let label = label.trimmed.asciiLowercased
        guard let found = MultiByteEncoding.all.first(where: { $0.labels.words.contains(label) }) else { return nil }
        name = found.name
    }

    /// Converts to UTF-8, with U+FFFD for invalid bytes.  Returns nil if the system has no such converter.
    func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let base = bytes.baseAddress else { return [] }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 2)
        let isKnown = withUnsafeMutablePointer(to: &result) { result in
            text_decode(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), base, bytes.count, result)
            {
                context, piece, count in
                context?.assumingMemoryBound(to: [UInt8].self).pointee
                    .append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
            }
        }
        return isKnown ? result : nil
    }
}
