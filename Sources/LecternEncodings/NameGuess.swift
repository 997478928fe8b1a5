// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Guesses the encoding of file names, which are too short for `TextGuess` alone.
///
/// The bytes of most names could be Chinese characters.  So the encodings are tried first in which the names look like
/// another language: Korean of common syllables, Japanese of kana, and words of Cyrillic letters.
public enum NameGuess {
    /// How many bytes are examined.
    private static let reach = 1 << 16

    private typealias Test = @Sendable (String.UnicodeScalarView) -> Bool

    private static let candidates: [(label: String, isLikely: Test)] = [
        ("euc-kr", { mostly($0, syllables.contains) }),
        ("euc-jp", { mostly($0, distinct: 4) { 0x3041...0x30FE ~= $0.value } }),
        ("ibm866", isCyrillic), ("windows-1251", isCyrillic), ("koi8-u", isCyrillic),
    ]

    /// - Returns: nil if the names look like none of the encodings.
    public static func encoding(of names: [[UInt8]]) -> TextEncoding? {
        let all = names.lazy.filter { $0.contains { $0 >= 0x80 } }.joined(separator: [UInt8(ascii: "\n")])
        return Array(all.prefix(reach)).withUnsafeBufferPointer { bytes in
            for (label, isLikely) in candidates {
                guard let encoding = TextEncoding(label: label), let text = encoding.decoded(bytes) else { continue }
                if isLikely(String(decoding: text, as: UTF8.self).unicodeScalars) { return encoding }
            }
            return TextGuess.multiByte(bytes).map(TextEncoding.multiByte)
        }
    }

    /// Whether more than half of the characters that are not ASCII are of this kind, and none is invalid.
    ///
    /// - Parameter distinct: the minimum number of different ones.  Two frequent characters in Big5 can be kana.
    private static func mostly(
        _ text: String.UnicodeScalarView, distinct: Int = 1, _ isOne: (Unicode.Scalar) -> Bool
    ) -> Bool {
        let others = text.filter { !$0.isASCII }
        let found = others.filter(isOne)
        return !others.contains("\u{FFFD}") && found.count * 2 > others.count && Set(found).count >= distinct
    }

    /// The syllables of nearly all Korean texts.  The bytes of a Chinese character are one of them in a case out of ten.
    private static let syllables = Set(
        """
        가각간감강개거건검게격결경계고공과관광교구국군궁권귀그극글금기긴김까꽃나난날남내너녀년노눈는늘능니다단달담당\
        대더덩데도독동되됩두드든들디때라락란람랑래램러레려력로록료루류르를리린릭마막만말매머메면명모목무문물미민밀\
        바박반발방배백번법베별변병보복본부북분불브블비빈빙사산살삼상새색생서석선설성세셋소속손송수순술스슬습승시식신\
        실심십아악안않알앙애야약양어언업었없에엔엘여역연열영예오온올와완왕외요욕용우운울원월웹위유육은을음응의이인\
        일임입있잎자작잔장재저적전절점정제조종좋주준중즈증지직진질집차참창책처천철첫청체초촌최추출충치친카캐컴케코쿠\
        크클키타탐탑태택터테토통투트특파판패퍼페편평포표품풍프피필하학한할함합해했행향허헌헤혁현협형호혹혼홍화환활황\
        회효후훈휘흑희히힘
        """.unicodeScalars)

    /// Whether all that is not ASCII is words of Cyrillic letters, without a capital behind a small letter.  Each lead byte
    /// of frequent characters in Big5 would be the same letter.
    private static func isCyrillic(_ text: String.UnicodeScalarView) -> Bool {
        var counts: [Unicode.Scalar: Int] = [:]
        var smallLetters = 0
        var last = Letter.none
        for scalar in text {
            guard let letter = Letter(scalar) else { return false }
            switch (last, letter) {
            case (.small, .capital), (.small, .latin), (.capital, .latin), (.latin, .small), (.latin, .capital):
                return false
            default: last = letter
            }
            if letter == .small { smallLetters += 1 }
            if letter == .small || letter == .capital { counts[scalar, default: 0] += 1 }
        }
        let letters = counts.values.reduce(0, +)
        return letters >= 3 && smallLetters >= 2 && counts.values.allSatisfy { $0 * 2 <= letters }
    }

    private enum Letter {
        case none, latin, capital, small

        /// nil for what is in no Russian or Ukrainian name.
        init?(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "A"..."Z", "a"..."z": self = .latin
            case "А"..."Я", "Ё", "Є", "І", "Ї", "Ў", "Ґ": self = .capital
            case "а"..."я", "ё", "є", "і", "ї", "ў", "ґ": self = .small
            case "№", "«", "»", "–", "—": self = .none
            default:
                guard scalar.isASCII else { return nil }
                self = .none
            }
        }
    }
}
