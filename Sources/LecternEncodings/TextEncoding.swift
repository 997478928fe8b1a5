// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An encoding of the Encoding Standard.
public enum TextEncoding: Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    case singleByte(SingleByteEncoding)
    case multiByte(MultiByteEncoding)
    /// Stands for encodings that are unsafe to decode.  Any text becomes one U+FFFD.
    case replacement

    private static let byLabel: [String: TextEncoding] = {
        let unicode: [(labels: String, encoding: TextEncoding)] = [
            ("utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8", .utf8),
            ("utf-16le utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff", .utf16(isBigEndian: false)),
            ("utf-16be unicodefffe", .utf16(isBigEndian: true)),
            ("replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr", .replacement),
        ]
        let legacy =
            MultiByteEncoding.allCases.map { ($0.labels, TextEncoding.multiByte($0)) }
            + SingleByteEncoding.all.map { ($0.labels.description, .singleByte($0)) }
        var byLabel: [String: TextEncoding] = [:]
        for (labels, encoding) in unicode + legacy {
            for label in labels.words { byLabel[label] = encoding }
        }
        return byLabel
    }()

    /// - Parameter label: a label of the Encoding Standard (4.2).
    public init?(label: String) {
        guard let encoding = TextEncoding.byLabel[label.trimmed.asciiLowercased] else { return nil }
        self = encoding
    }

    /// All encodings except those of Unicode.
    public static var legacy: [TextEncoding] {
        MultiByteEncoding.allCases.map(TextEncoding.multiByte) + SingleByteEncoding.all.map(TextEncoding.singleByte)
    }

    public var isUTF8: Bool { if case .utf8 = self { true } else { false } }
}
