// SPDX-License-Identifier: BSD-3-Clause

/// Names of character encodings.
enum Charset {
    /// Returns the name in upper case, or the preferred IANA name for common aliases.
    static func name(of label: String) -> String {
        let upper = label.utf8.map { $0 &- 0x61 < 26 ? $0 &- 0x20 : $0 }
        let name = String(decoding: upper, as: UTF8.self)
        return aliases[name] ?? name
    }

    private static let aliases: [String: String] = [
        "ASCII": "US-ASCII", "ISO646-US": "US-ASCII", "ISO_646.IRV:1991": "US-ASCII", "ANSI_X3.4-1968": "US-ASCII",
        "ANSI_X3.4-1986": "US-ASCII", "US": "US-ASCII", "CP367": "US-ASCII", "IBM367": "US-ASCII",
        "UTF8": "UTF-8", "UTF_8": "UTF-8", "UNICODE-1-1-UTF-8": "UTF-8",
        "UTF16": "UTF-16", "UTF_16": "UTF-16", "UTF16LE": "UTF-16LE", "UTF_16LE": "UTF-16LE", "UTF16BE": "UTF-16BE",
        "UTF_16BE": "UTF-16BE", "UTF32": "UTF-32", "UTF_32": "UTF-32",
        "LATIN1": "ISO-8859-1", "L1": "ISO-8859-1", "ISO8859-1": "ISO-8859-1", "ISO8859_1": "ISO-8859-1",
        "ISO_8859-1": "ISO-8859-1", "ISO_8859-1:1987": "ISO-8859-1", "CP819": "ISO-8859-1", "IBM819": "ISO-8859-1",
        "LATIN2": "ISO-8859-2", "L2": "ISO-8859-2", "ISO8859-2": "ISO-8859-2", "ISO_8859-2": "ISO-8859-2",
        "LATIN9": "ISO-8859-15", "ISO8859-15": "ISO-8859-15", "ISO_8859-15": "ISO-8859-15",
        "CP1250": "WINDOWS-1250", "CP1251": "WINDOWS-1251", "CP1252": "WINDOWS-1252",
        "SJIS": "SHIFT_JIS", "SHIFT-JIS": "SHIFT_JIS", "MS_KANJI": "SHIFT_JIS", "EUCJP": "EUC-JP", "EUCKR": "EUC-KR",
        "EUC_JP": "EUC-JP", "EUC_KR": "EUC-KR", "CP936": "GBK",
    ]
}
