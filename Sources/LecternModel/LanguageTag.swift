// SPDX-License-Identifier: BSD-3-Clause

/// The parts of a language tag (BCP 47) that matter for text layout.
///
/// Languages are compared by their primary subtag: ar-EG is Arabic.  A script subtag takes precedence: az-Arab is
/// right to left, ar-Latn is not.
public struct LanguageTag {
    /// The primary subtag, in its current and shortest form.  All subtags are in lower case.
    public let base: String
    private let script: String?
    public let region: String?

    public init(_ tag: String) {
        let subtags = tag.asciiLowercased.utf8
            .split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            .prefix(4)
        base = LanguageTag.currentLanguage(subtags.first.map { String(Substring($0)) } ?? "")
        script = subtags.dropFirst().first { $0.count == 4 }.map { String(Substring($0)) }
        region = subtags.dropFirst().first { $0.count == 2 }.map { String(Substring($0)) }
    }

    /// Returns the main language of a publication, which is the first; nil if it is undetermined.
    public static func main(of languages: [String]) -> String? {
        languages.first.flatMap { LanguageTag($0).isDetermined ? $0 : nil }
    }

    /// False for "", "und" and the other tags that do not identify a single language.
    public var isDetermined: Bool { !["", "und", "mul", "mis", "zxx"].contains(base) }

    /// Traditional Chinese counts as right to left, since its vertical lines progress in that direction.
    public var isRightToLeft: Bool {
        if let script {
            return LanguageTag.rightToLeftScripts.contains(script) || (base == "zh" && script == "hant")
        }
        return LanguageTag.rightToLeftBases.contains(base) || (base == "zh" && region == "tw")
    }

    public var isCJK: Bool { base == "ja" || base == "ko" || base == "zh" }

    private static let rightToLeftScripts: Set<String> = [
        "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa",
    ]

    private static let rightToLeftBases: Set<String> = [
        "ar", "arc", "ckb", "dv", "fa", "he", "nqo", "prs", "ps", "sd", "syr", "ug", "ur", "yi",
    ]
}
